import type { Exchange } from '../../schemas/exchange.js';
import type { JournalEntry } from '../evidence/journal.js';
import { shapeOf, shapeOfHeaders } from '../evidence/masking.js';
import { StorageError } from '../evidence/storage-error.js';
import { ownShape } from '../redaction/redactor.js';
import { currentScope, type RunContext, type Scope, stop } from './context.js';
import { mayWrite } from './live-guard.js';
import type { BuiltRequest, Response } from './message.js';
import { brief, isCreationOfCustomer, makeResponse } from './response.js';
import type { RawResponse } from './transport.js';
import { transportError } from './transport-error.js';

/** Answers that are kept in memory for what is told of the whole run at its end. */
const mostReplies = 3000;

/** How a request travels, as far as its record tells. */
export interface Travel {
  /** An earlier attempt at the same request broke. */
  readonly again?: boolean;
  /** One of several that were released together. */
  readonly burst?: boolean;
  /** Where it goes, if not to the target's base address. */
  readonly base?: URL;
}

/**
 * Carries an exchange out and writes it down, redacted, whatever became of it: the one place where evidence is made.
 * @throws TransportError where no answer came, StorageError where it cannot be written down
 */
export async function record(
  run: RunContext,
  asked: BuiltRequest,
  { again = false, burst = false, base = run.connection.base }: Travel,
  carryOut: () => Promise<RawResponse>,
): Promise<Response> {
  run.requests += 1;
  const { generated } = asked.change;
  const scope = currentScope();
  // What is generated gets its number when it is known to stay: so none is missing among those that do.
  let id = generated ? '' : numbered(run, scope);
  const key = asked.idempotencyKey;
  const alone = !burst && !(key && run.keys.has(key));
  if (key && !generated) run.keys.add(key);
  const sentAt = Date.now();
  const start = performance.now();
  const common = () => ({
    entry: 'exchange' as const,
    id,
    startedAt: new Date(sentAt).toISOString(),
    offsetMs: sentAt - run.startedAt,
    durationMs: Math.round((performance.now() - start) * 10) / 10,
    purpose: asked.change.purpose ?? 'as it should be',
    request: shownRequest(run, asked, base),
  });
  try {
    const incoming = await carryOut();
    run.sizeLimits.read(incoming.bodyBytes);
    const response = makeResponse(asked, incoming, {
      exchange: id,
      durationMs: performance.now() - start,
      again,
      alone,
    });
    if (generated && !generated.keep(response)) {
      write(run, unkept(run, response));
      return response;
    }
    if (generated) {
      id = numbered(run, scope);
      Object.assign(response, { exchange: id });
    }
    const wrote = written(run, response);
    write(run, { ...common(), response: shownResponse(run, asked, incoming), wrote });
    const identity = wrote && generated?.identify(response);
    if (wrote && identity !== undefined) {
      const { tenant, idempotencyKey } = wrote;
      write(run, { entry: 'identity', tenant, idempotencyKey, exchange: id, identity });
    }
    // What another address answers is not the target's, and what is generated differs from night to night.
    const isTold = base === run.connection.base && !generated;
    if (isTold && run.responses.length < mostReplies) run.responses.push(brief(response));
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
  }
}

/** The next number of the evidence, which becomes evidence of the scope too. */
function numbered(run: RunContext, scope: Scope): string {
  run.recorded += 1;
  const id = `x${String(run.recorded).padStart(4, '0')}`;
  scope.exchanges.push(id);
  return id;
}

/** What is written down of an exchange that does not stay: that it was, and whom it created. */
function unkept(run: RunContext, response: Response): Extract<JournalEntry, { entry: 'unkept' }> {
  const wrote = written(run, response);
  const identity = wrote && response.request.change.generated?.identify(response);
  return { entry: 'unkept', requests: 1, ...(wrote && { wrote }), ...(identity !== undefined && { identity }) };
}

function write(run: RunContext, entry: Extract<JournalEntry, { entry: 'exchange' | 'identity' | 'unkept' }>): void {
  try {
    run.journal.write(run.redactor.redactDeep(entry, ownShape));
  } catch (error) {
    // Nothing more is sent that nobody would have a record of.
    if (error instanceof StorageError) stop(run, error.message);
    throw error;
  }
}

function shownRequest(run: RunContext, { raw: outgoing }: BuiltRequest, base: URL): Exchange['request'] {
  const { evidence } = run.configuration;
  const url = new URL(base.href + outgoing.path).href;
  const body = outgoing.body === undefined || evidence === 'none' ? undefined : outgoing.body;
  return {
    method: outgoing.method,
    url,
    headers: outgoing.headers,
    body: body !== undefined && evidence === 'shape' ? shapeOf(body) : body,
  };
}

function shownResponse(run: RunContext, asked: BuiltRequest, incoming: RawResponse): Exchange['response'] {
  const { evidence } = run.configuration;
  // An answer to a guess may be a stranger's data, so its values are withheld whatever is configured.
  const values = evidence === 'full' && asked.change.guess !== true;
  const { status, reason, httpVersion, bodyBytes, cut } = incoming;
  return run.sizeLimits.forEvidence({
    status,
    reason,
    httpVersion,
    bodyBytes,
    cut,
    headers: values ? incoming.headers : shapeOfHeaders(incoming.headers),
    body: values ? incoming.body : evidence === 'none' ? '' : shapeOf(incoming.body),
    ...(incoming.reused && { reused: true }),
  });
}

/** What the owner of the target needs to find a customer again, where one may have been made. */
function written(run: RunContext, response: Response): Exchange['wrote'] {
  const { request: asked } = response;
  if (!isCreationOfCustomer(response)) return undefined;
  if (!mayWrite(run) && asked.customer === undefined) return undefined;
  const email = asked.customer?.email;
  return {
    idempotencyKey: asked.idempotencyKey ?? '',
    email: typeof email === 'string' ? email : '',
    tenant: asked.change.caller ?? 'first',
  };
}
