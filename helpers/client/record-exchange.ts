import { createHmac, randomBytes } from 'node:crypto';
import type { Exchange } from '../../schemas/exchange.js';
import type { JournalEntry } from '../evidence/journal.js';
import { type KnownValues, shapeOf, shapeOfHeaders, shapeOfReason } from '../evidence/masking.js';
import { StorageError } from '../evidence/storage-error.js';
import { isReadInPart, leavesOf, partsOf } from '../json/json-leaves.js';
import { ownShape } from '../redaction/redactor.js';
import { moment } from './clock.js';
import { context, currentScope, perRun, type RunContext, type Scope, stop } from './context.js';
import { mayWrite } from './live-guard.js';
import type { BuiltRequest, Response } from './message.js';
import { replayed } from './replayed.js';
import { brief, isCreation, makeResponse } from './response.js';
import { isAlone, purposeOf, shownRequest, type Travel } from './shown-request.js';
import type { RawResponse } from './transport.js';
import { transportError } from './transport-error.js';

/** Responses that the run keeps in memory for the observations at its end. */
const mostResponses = 3000;
/** Values that are looked for in responses to guesses. */
const mostKnown = 50_000;

/**
 * Performs an exchange and records it, redacted, whatever its outcome: all evidence is made here.
 * @throws TransportError without a response, StorageError if the journal cannot be written
 */
export async function record(
  run: RunContext,
  request: BuiltRequest,
  { again = false, burst = false, base = run.connection.base }: Travel,
  carryOut: () => Promise<RawResponse>,
): Promise<Response> {
  if (run.replay) return replayed(run, run.replay, request, { again, burst, base });
  run.requests += 1;
  const { generated } = request.change;
  const scope = currentScope();
  // A generated request gets its number once it stays in the evidence, so that the numbers have no gaps.
  let id = generated ? '' : numbered(run, scope);
  const alone = isAlone(run, request, burst);
  const sentAt = moment(run);
  const start = performance.now();
  const common = () => ({
    entry: 'exchange' as const,
    id,
    startedAt: new Date(sentAt).toISOString(),
    offsetMs: sentAt - run.startedAt,
    durationMs: Math.round((performance.now() - start) * 10) / 10,
    by: scope.name,
    purpose: purposeOf(request),
    request: shownRequest(run, request, base),
  });
  if (!generated) run.underWay.set(id, common);
  try {
    const incoming = await carryOut();
    run.sizeLimits.read(incoming.bodyBytes);
    const about = { durationMs: performance.now() - start, again, alone };
    const answered = makeResponse(request, incoming, { exchange: id, ...about });
    if (generated && !generated.keep(answered)) {
      write(run, unkept(run, answered));
      return answered;
    }
    if (generated) id = numbered(run, scope);
    const response = generated ? makeResponse(request, incoming, { exchange: id, ...about }) : answered;
    const wrote = written(run, response);
    write(run, { ...common(), response: shownResponse(run, request, incoming), wrote });
    if (response.isJson && isReadInPart(response.text)) run.journal.write({ entry: 'in part', exchange: id });
    const identity = wrote && generated?.identify(response);
    if (wrote && identity !== undefined) {
      const { tenant, idempotencyKey, resource } = wrote;
      write(run, { entry: 'identity', tenant, idempotencyKey, exchange: id, identity, resource });
    }
    // Responses of another address are not the target's, and generated requests differ from run to run.
    const isOfTarget = base === run.connection.base && !generated;
    if (isOfTarget && run.responses.length < mostResponses) run.responses.push(brief(response));
    return response;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const { message } = transportError(error, run.configuration.timeoutMs);
    if (generated?.keep() === false) write(run, { entry: 'unkept', requests: 1 });
    else {
      if (generated) id = numbered(run, scope);
      write(run, { ...common(), fault: message });
    }
    throw transportError(error, run.configuration.timeoutMs);
  } finally {
    run.underWay.delete(id);
  }
}

/** What an exchange is called, from 1 on. A run numbers its exchanges without gaps. */
export function numberOf(exchange: number): string {
  return `x${String(exchange).padStart(4, '0')}`;
}

/** The next number of the evidence, which becomes evidence of the scope too. */
function numbered(run: RunContext, scope: Scope): string {
  run.recorded += 1;
  const id = numberOf(run.recorded);
  scope.exchanges.push(id);
  scope.own.push(id);
  return id;
}

/** The record of an exchange that does not stay in the evidence: that it took place, and the customer it created. */
function unkept(run: RunContext, response: Response): Extract<JournalEntry, { entry: 'unkept' }> {
  const wrote = written(run, response);
  const identity = wrote && response.request.change.generated?.identify(response);
  return { entry: 'unkept', requests: 1, ...(wrote && { wrote }), ...(identity !== undefined && { identity }) };
}

/** In the place of a response that the run did not wait for. */
export const endedBefore = 'the run ended before the response';

/** Records the requests that are without a response when the run is cut short: the numbers of the evidence have no gaps. */
export function recordUnderWay(run: RunContext): void {
  for (const about of run.underWay.values()) write(run, { ...about(), fault: endedBefore });
  run.underWay.clear();
}

function write(run: RunContext, entry: Extract<JournalEntry, { entry: 'exchange' | 'identity' | 'unkept' }>): void {
  try {
    run.journal.write(run.redactor.redactDeep(entry, ownShape));
  } catch (error) {
    // Without a record of it, the run sends no further request.
    if (error instanceof StorageError) stop(run, error.message);
    throw error;
  }
}

function shownResponse(run: RunContext, request: BuiltRequest, incoming: RawResponse): Exchange['response'] {
  const { evidence } = run.configuration;
  // The response to a guess may contain a stranger's data: of its values those stay that the evidence holds already.
  const values = evidence === 'full' && request.change.guess !== true;
  const known = evidence === 'none' || values ? undefined : knownValues(request, evidence === 'full');
  const { status, reason, httpVersion, bodyBytes, cut } = incoming;
  return run.sizeLimits.forEvidence({
    status,
    reason: values ? reason : shapeOfReason(status, reason),
    httpVersion,
    bodyBytes,
    cut,
    headers: values ? incoming.headers : shapeOfHeaders(incoming.headers, { ...run.specification.headers }, known),
    body: values ? incoming.body : evidence === 'none' ? '' : shapeOf(incoming.body, known),
    ...(incoming.reused && { reused: true }),
  });
}

/** What the run has seen so far, under a key that ends with it. */
const seen = perRun(() => ({ upTo: 0, values: new Set<string>(), key: randomBytes(32) }));

/** The values that the evidence of this run holds, if it holds any: of the responses so far, and of the request itself. */
function knownValues({ tenant }: BuiltRequest, holdsValues: boolean): KnownValues {
  const all = seen();
  const digest = (value: string) => createHmac('sha256', all.key).update(value).digest('hex').slice(0, 10);
  if (!holdsValues) return { values: new Set(), showsNext: false, digest };
  const { responses } = context();
  for (const { request, headers, json } of responses.slice(all.upTo)) {
    if (request.change.guess === true || all.values.size > mostKnown) continue;
    for (const value of [...leavesOf(json).map((leaf) => String(leaf.value)), headers.get('location') ?? ''])
      for (const one of [value, ...partsOf(value)]) all.values.add(one);
  }
  all.upTo = responses.length;
  return { values: tenant === null ? all.values : new Set([...all.values, tenant]), showsNext: true, digest };
}

/** What the owner of the target needs to find what the exchange may have created. */
export function written(run: RunContext, response: Response): Exchange['wrote'] {
  const { request } = response;
  const { resource } = request.operation;
  if (!isCreation(response) || run.resources[resource]?.disposable) return undefined;
  if (!mayWrite(run) && request.body === undefined) return undefined;
  return {
    idempotencyKey: request.idempotencyKey ?? '',
    email: run.resources[resource]?.owner?.(request.body ?? {}).email ?? '',
    resource,
    tenant: request.change.caller ?? 'first',
  };
}
