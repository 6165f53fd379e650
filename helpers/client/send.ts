import { code } from '../../schemas/marked.js';
import { listAccounts, type Operation, writes } from '../../schemas/operations.js';
import { countCreation } from './budget.js';
import { untilDeadline } from './clock.js';
import { createConnection } from './connection.js';
import { requireConnection, speaksTls } from './connection-state.js';
import { context, currentScope, inScope, type RunContext, stop, stopAtDeadline } from './context.js';
import { readOnlyOnLive } from './live-guard.js';
import type { BuiltRequest, RequestChange, Response } from './message.js';
import { record } from './record-exchange.js';
import { buildRequest } from './request.js';
import { describeRequest, isSuccess } from './response.js';
import { exchange, opened } from './transport.js';
import { isTransient, retryAfter, TransportError } from './transport-error.js';
import { NoResponse, Skipped } from './verdicts.js';

/** Retries of a request after a transport error. */
const resends = 2;
/** Milliseconds to wait after a 429 without Retry-After: many limits count the requests of a second. */
const unsaidWaitMs = 1000;
/** Retries after a Retry-After, or a 429 without one. */
const waits = 10;
/** Milliseconds of waiting for Retry-After, over all retries, after which no further one begins. */
const longWaitMs = 30_000;

/**
 * Sends a valid request of an operation with one change, and returns the response. After a transport error (429, 502,
 * 503 and 504 included) it retries twice, on connections of its own: a write only under an Idempotency-Key, unless the
 * first try certainly had no effect. It honours Retry-After.
 * @throws TransportError where the service itself did not respond
 * @throws NoResponse where the run has stopped, Skipped where the configuration forbids the request
 */
export async function send(operation: Operation, change: RequestChange = {}): Promise<Response> {
  const run = context();
  const request = built(run, operation, change);
  await requireReady(run);
  let [tries, waited, waitedMs, again] = [0, 0, 0, false];
  for (;;) {
    const response = await once(run, request, { again, isFirst: tries + waited === 0 }).catch(
      async (error: unknown) => {
        if (error instanceof TransportError && error.stops !== undefined && !(await responds(run)))
          stop(run, error.stops);
        if (!(error instanceof TransportError) || run.stopped !== undefined) throw error;
        again ||= error.mayBeDone;
        if (error.retryAfterMs === undefined) tries += 1;
        else waited += 1;
        if (tries > resends || waited > waits || waitedMs > longWaitMs || !mayRepeat(request, again)) throw error;
        waitedMs += error.retryAfterMs ?? 0;
        noteRetry(run);
        // A Retry-After holds all requests, this one included.
        if (error.retryAfterMs === undefined) await run.clock.sleep(100 * 2 ** tries);
        return undefined;
      },
    );
    if (!response) continue;
    // The service may have processed the first try before it broke, and reject the second as a repeat.
    if (again && writes(operation) && !isSuccess(response) && response.status !== 401) {
      throw new TransportError('the first try of a write broke, so a rejection of the second is meaningless');
    }
    return response;
  }
}

/** Builds a request. @throws Skipped where the configuration forbids it, or needs one of its headers itself */
export function built(run: RunContext, operation: Operation, change: RequestChange): BuiltRequest {
  const taken = run.connection.headers.map(([name]) => name.toLowerCase());
  const [clash] = change.headers?.find(([name]) => taken.includes(name.toLowerCase())) ?? [];
  if (clash !== undefined)
    throw new Skipped(
      `What stands in front of the target takes the header ${code(clash)} (${code('CONFORMANCE_HEADERS_FILE')}).`,
    );
  return readOnlyOnLive(run, buildRequest(run, operation, change, run.bodies));
}

/** Whether a retry is safe: the request changes nothing, had no effect, or has an Idempotency-Key. */
function mayRepeat({ raw: outgoing, idempotencyKey }: BuiltRequest, mayBeDone: boolean): boolean {
  return !mayBeDone || ['GET', 'HEAD', 'OPTIONS', 'SEARCH'].includes(outgoing.method) || Boolean(idempotencyKey);
}

/** One attempt, within the rate, recorded. A retry goes first, on a connection of its own. */
async function once(
  run: RunContext,
  request: BuiltRequest,
  { again, isFirst }: { again: boolean; isFirst: boolean },
): Promise<Response> {
  const { urgent, fresh, agent } = request.change;
  const giveBack = await run.rateLimiter.take(1, urgent || !isFirst);
  const begunAt = performance.now();
  try {
    const timeoutMs = timeLeft(run);
    const response = await record(run, request, { again }, () =>
      exchange(run.connection, request.raw, {
        ...{ timeoutMs, agent, fresh: fresh || !isFirst, limit: run.sizeLimits.limit() },
      }),
    );
    return settle(run, response);
  } catch (error) {
    if (error instanceof TransportError && isSilentOverHttp(run) && (await speaksTls()))
      stop(run, 'The target speaks TLS at its port: the base URL begins with https://.');
    throw counted(run, error, begunAt, request);
  } finally {
    giveBack();
  }
}

/** Whether the target has answered nothing yet, over plain HTTP. */
function isSilentOverHttp({ connection, responses, replay }: RunContext): boolean {
  return !replay && connection.base.protocol === 'http:' && responses.length === 0;
}

/**
 * Sends several requests at one moment: each on an open connection of its own, all released together, or each after its
 * delay in milliseconds. Returns a response or a transport error for each; nothing is retried.
 */
export async function burst(
  operation: Operation,
  changes: readonly RequestChange[],
  delaysMs: readonly number[] = [],
): Promise<(Response | TransportError)[]> {
  const run = context();
  const requests = changes.map((change) => built(run, operation, change));
  await requireReady(run);
  const giveBack = await run.rateLimiter.take(requests.length);
  const begunAt = performance.now();
  const releases = requests.map(() => giveBack);
  try {
    const timeoutMs = timeLeft(run);
    const limit = run.sizeLimits.limit();
    const prepared = await Promise.all(requests.map(({ raw: outgoing }) => opened(run, outgoing, timeoutMs, limit)));
    return await Promise.all(
      prepared.map(async (one, at) => {
        if (delaysMs[at]) await run.clock.sleep(delaysMs[at]);
        return record(run, requests[at] as BuiltRequest, { burst: true }, () => one.release())
          .then((response) => settle(run, response))
          .catch((error: unknown) => counted(run, error, begunAt));
      }),
    );
  } catch (error) {
    throw counted(run, error, begunAt);
  } finally {
    for (const release of releases) release();
  }
}

/** Time limit of a plain-HTTP request: some hosts drop such requests. */
const plainTimeoutMs = 3000;

/**
 * Sends a request to the host of an https target by plain HTTP, without any key, at the port of its address, or 80. Sent
 * once; a transport error does not count against the target.
 * @throws Skipped behind a proxy, which the suite uses for tunnels only
 */
export async function sendPlain(operation: Operation, purpose: string): Promise<Response | TransportError> {
  const run = context();
  if (run.connection.proxied)
    throw new Skipped('The suite reaches the target by a proxy (`HTTPS_PROXY`), not directly.');
  const request = buildRequest(run, operation, { purpose, apiKey: null, tenant: null }, run.bodies);
  await requireReady(run);
  const { host, pathname } = run.connection.base;
  const plain = createConnection(`http://${host}${pathname}`, { concurrency: 1, direct: true });
  const giveBack = await run.rateLimiter.take();
  try {
    const timeoutMs = Math.min(timeLeft(run), plainTimeoutMs);
    return await record(run, request, { base: plain.base }, () =>
      exchange(plain, request.raw, { timeoutMs, fresh: true }),
    );
  } catch (error) {
    if (error instanceof TransportError) return error;
    throw error;
  } finally {
    giveBack();
    plain.close();
  }
}

/** 429, 502, 503 and 504 count as transport errors. */
export function settle(run: RunContext, response: Response): Response {
  if (isTransient(response.status)) {
    run.limited ||= response.status === 429;
    const waitMs =
      retryAfter(response.headers.get('retry-after')) ?? (response.status === 429 ? unsaidWaitMs : undefined);
    const left = untilDeadline(run);
    const what = `a gateway returned ${response.status}`;
    // The service did not process a request with 429; it may have processed one that a gateway gave up on.
    const mayBeDone = response.status !== 429;
    if (waitMs === undefined || waitMs < left) throw new TransportError(what, waitMs, mayBeDone);
    counted(run, new TransportError(what), performance.now());
    throw new NoResponse(
      `A gateway returned ${response.status} with a ${code('Retry-After')} of ${Math.ceil(waitMs / 1000)} s, longer than the run may take.`,
    );
  }
  run.circuitBreaker.answered();
  countCreation(run, response);
  return response;
}

/** Counts a transport error, and stops the run after too many. @throws any other error */
export function counted(run: RunContext, error: unknown, begunAt: number, request?: BuiltRequest): TransportError {
  if (!(error instanceof TransportError)) throw error;
  // What the deadline cut short is no fault of the target.
  stopAtDeadline(run);
  if (request) error.request = describeRequest(request);
  const mayBreak = request?.change.mayBreak || request?.change.text !== undefined;
  if (mayBreak && error.isBreak) return error;
  const reason = run.circuitBreaker.broke(error, begunAt);
  if (request && isChanged(request)) error.stops = reason;
  else stop(run, reason);
  return error;
}

/** Whether something in front of a service may drop a request for what it holds. */
function isChanged({
  change: { apiKey, tenant, customer, text, headers, query, path, method },
}: BuiltRequest): boolean {
  return [apiKey, tenant, customer, text, headers, query, path, method].some((one) => one !== undefined);
}

/** Whether the target responds to a plain listing: then the errors are about what the other requests hold. */
function responds(run: RunContext): Promise<boolean> {
  return inScope(
    'whether the target still responds',
    async () => {
      const request = built(run, listAccounts, { purpose: 'to see whether the target still responds' });
      const carryOut = () => exchange(run.connection, request.raw, { timeoutMs: timeLeft(run) });
      try {
        settle(run, await record(run, request, {}, carryOut));
        return true;
      } catch (error) {
        if (error instanceof TransportError) return false;
        throw error;
      }
    },
    run,
  );
}

export function noteRetry(run: RunContext): void {
  run.retried += 1;
  currentScope().retried += 1;
  run.journal.write({ entry: 'retried' });
}

/** @throws NoResponse where the run cannot send: certificate, webhook receiver, deadline */
export async function requireReady(run: RunContext): Promise<void> {
  await requireConnection();
  stop(run, await run.receiver?.ready);
  timeLeft(run);
}

/**
 * Milliseconds that one exchange may take: the time-out, or the rest until the deadline. Called right before sending,
 * since the run may have stopped while the request waited. @throws NoResponse if the run has stopped
 */
export function timeLeft(run: RunContext): number {
  const left = stopAtDeadline(run);
  if (run.mostRequests !== undefined && run.requests >= run.mostRequests)
    stop(run, `The limit of ${run.mostRequests} requests is reached.`);
  if (run.stopped !== undefined) throw new NoResponse(run.stopped);
  return Math.min(run.configuration.timeoutMs, left);
}
