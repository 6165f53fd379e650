import type { Exchange } from '../../schemas/exchange.js';
import { nameOf } from '../evidence/journal.js';
import { shapeOf, shapeOfHeaders, shapeOfReason, shownUrl, withoutTaken } from '../evidence/masking.js';
import { ordinary } from '../evidence/size-limits.js';
import { StorageError } from '../evidence/storage-error.js';
import { isReadInPart } from '../json/json-leaves.js';
import { parseJson } from '../json/parse-json.js';
import { context, currentScope, moment, perRun, type RunContext, stop } from './context.js';
import { mayWrite } from './live-guard.js';
import type { BuiltRequest, Response } from './message.js';
import { brief, isCreation, makeResponse } from './response.js';
import type { RawResponse } from './transport.js';
import { type TransportError, transportError } from './transport-error.js';

export type Outcome = Response | TransportError;

/** Performs and records an exchange, redacted: all evidence is made here. @throws StorageError */
export async function record(
  run: RunContext,
  request: BuiltRequest,
  { again = false, burst = false, base = run.connection.base }: { again?: boolean; burst?: boolean; base?: URL },
  carryOut: () => Promise<RawResponse>,
): Promise<Outcome> {
  const { idempotencyKey: key } = request;
  const alone = !burst && !(key && usedKeys().has(key));
  if (key) usedKeys().add(key);
  const start = performance.now();
  const { id, common } = begin(run, request, base);
  try {
    const incoming = await carryOut();
    run.sizeLimits.read(incoming.bodyBytes);
    const durationMs = performance.now() - start;
    const about = { exchange: id, durationMs, again, alone, ...parsedOnce(incoming.body) };
    const response = makeResponse(request, incoming, about);
    const wrote = written(run, response);
    if (wrote) run.writes.add(nameOf(wrote, id));
    write(run, { ...common(), response: shownResponse(run, request, incoming), wrote });
    if (response.isJson && isReadInPart(response.text)) run.journal.inPart += 1;
    if (base === run.connection.base && run.responses.length < 3000) run.responses.push(brief(response));
    return response;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const broken = transportError(error, run.configuration.timeoutMs);
    write(run, { ...common(), fault: broken.message });
    return broken;
  } finally {
    run.underWay.delete(id);
  }
}

const usedKeys = perRun(() => new Set<string>());

/** Numbers an exchange. `common` is what its evidence has, at the time of the call. */
function begin(run: RunContext, request: BuiltRequest, base: URL) {
  const scope = currentScope();
  run.requests += 1;
  const id = `x${String(run.requests).padStart(4, '0')}`;
  scope.exchanges.push(id);
  scope.own.push(id);
  const sentAt = moment();
  const start = performance.now();
  const common = () => ({
    id,
    startedAt: new Date(sentAt).toISOString(),
    offsetMs: sentAt - run.startedAt,
    durationMs: Math.round((performance.now() - start) * 10) / 10,
    by: scope.name,
    purpose: request.change.purpose ?? 'baseline request',
    request: shownRequest(run, request, base),
  });
  run.underWay.set(id, common);
  return { id, common };
}

const parsed = (text: string) => ({ text, ...parseJson(text) });
const largeBodies = perRun(() => new Map<string, ReturnType<typeof parsed>>());

/** Equal large bodies are one value: a long listing is the same in most responses. */
function parsedOnce(text: string) {
  if (text.length < ordinary) return parsed(text);
  const body = largeBodies().get(text) ?? parsed(text);
  if (largeBodies().size >= 4) largeBodies().clear();
  largeBodies().set(text, body);
  return body;
}

/** Records requests without a response when the run is cut short: the evidence has no gaps. */
export function recordUnderWay(run: RunContext): void {
  for (const about of run.underWay.values()) write(run, { ...about(), fault: 'the run ended before the response' });
  run.underWay.clear();
}

function write(run: RunContext, exchange: Exchange): void {
  try {
    const { response, ...own } = exchange;
    const shown = { ...run.redactor.redact(own), ...(response && { response: run.redactor.withhold(response) }) };
    // First, so that a customer is listed whatever happens next.
    run.created?.hear(shown);
    run.journal.exchanges.push(shown);
  } catch (error) {
    // Without a record of it, the run sends no further request.
    if (error instanceof StorageError) stop(run, error.message);
    throw error;
  }
}

function shownRequest(run: RunContext, request: BuiltRequest, base: URL): Exchange['request'] {
  const { evidence } = run.configuration;
  const { method, body } = request.raw;
  const { path, headers } = withoutTaken(evidence, request);
  return {
    method,
    url: shownUrl(base, path),
    headers: base === run.connection.base ? [...run.connection.headers, ...headers] : headers,
    ...(body !== undefined && evidence !== 'none' && { body: evidence === 'shape' ? shapeOf(body) : body }),
  };
}

function shownResponse(run: RunContext, request: BuiltRequest, incoming: RawResponse) {
  const { evidence } = run.configuration;
  const { status, reason, headers, body, reused, ...others } = incoming;
  const common = { status, ...others, ...(reused && { reused }) };
  const shape = () => ({
    reason: shapeOfReason(status, reason),
    headers: shapeOfHeaders(headers, { ...run.specification.headers }),
    body: evidence === 'none' ? '' : shapeOf(body),
  });
  // The response to a guess may contain a stranger's data.
  const isFull = evidence === 'full' && !request.change.guess;
  return run.sizeLimits.forEvidence({ ...common, ...(isFull ? { reason, headers, body } : shape()) });
}

/** What the target's owner needs to find what the exchange may have created. */
export function written(run: RunContext, response: Response): Exchange['wrote'] {
  const { body } = response.request;
  if (!isCreation(response) || (!mayWrite(run) && body === undefined)) return undefined;
  const email = body && 'email' in body && typeof body.email === 'string' ? body.email : '';
  return { ...writeOf(response.request), email };
}

const writeOf = ({ operation, change, idempotencyKey }: BuiltRequest) => ({
  idempotencyKey: idempotencyKey ?? '',
  resource: operation.resource,
  tenant: change.caller ?? 'first',
});

export function noteIdentity({ exchange, request }: Response, identity: string): void {
  const { journal, redactor } = context();
  const write = redactor.redact({ ...writeOf(request), exchange });
  journal.identities.push({ ...write, identity: redactor.withhold(identity) });
}
