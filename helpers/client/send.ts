import { setTimeout as sleep } from 'node:timers/promises';
import { code } from '../../schemas/marked.js';
import { type Operation, writes } from '../../schemas/operations.js';
import { countCreation } from './budget.js';
import { createConnection } from './connection.js';
import { connectionState } from './connection-state.js';
import { context, currentScope, type RunContext, stop } from './context.js';
import { readOnlyOnLive } from './live-guard.js';
import type { BuiltRequest, RequestChange, Response } from './message.js';
import { record } from './record-exchange.js';
import { buildRequest } from './request.js';
import { isSuccess } from './response.js';
import { exchange, type Prepared, prepare, type RawResponse } from './transport.js';
import { isTransient, retryAfter, TransportError } from './transport-error.js';
import { Inconclusive, Skipped } from './verdicts.js';

/** Retries of a request after a transport error. */
const resends = 2;
/** … and how often, and in all how long, it is waited where the target asks for it: the last wait may be longer. */
const waits = 10;
const longWaitMs = 30_000;

/**
 * Sends a valid request of an operation with one change, and returns the response. After a transport error (429, 502,
 * 503 and 504 included) it retries twice, on connections of its own: a write only under an Idempotency-Key, unless the
 * first try certainly had no effect. It honours Retry-After.
 * @throws TransportError where the service itself did not respond
 * @throws Inconclusive where the run has stopped, Skipped where the configuration forbids the request
 */
export async function send(operation: Operation, change: RequestChange = {}): Promise<Response> {
  const here = context();
  const asked = built(here, operation, change);
  await mayAsk(here);
  let [tries, waited, waitedMs, again] = [0, 0, 0, false];
  for (;;) {
    const response = await once(here, asked, { again, isFirst: tries + waited === 0 }).catch(async (error: unknown) => {
      if (!(error instanceof TransportError) || here.stopped !== undefined) throw error;
      again ||= error.mayBeDone;
      if (error.retryAfterMs === undefined) tries += 1;
      else waited += 1;
      if (tries > resends || waited > waits || waitedMs > longWaitMs || !mayRepeat(asked, again)) throw error;
      waitedMs += error.retryAfterMs ?? 0;
      noteRetry(here);
      // What the target asks for holds the pace, for this request as for all others.
      if (error.retryAfterMs === undefined) await sleep(100 * 2 ** tries);
      return undefined;
    });
    if (!response) continue;
    // A refusal of a write that may have been carried out before it broke says nothing: it may be of the repeat.
    if (again && writes(operation) && !isSuccess(response) && response.status !== 401) {
      throw new TransportError('the first try of a write broke, so the refusal of the second says nothing');
    }
    return response;
  }
}

/** A request as it may be sent. @throws Skipped where the configuration keeps it back */
function built(here: RunContext, operation: Operation, change: RequestChange): BuiltRequest {
  return readOnlyOnLive(here, buildRequest(here, operation, change, here.bodies));
}

/** Whether the same may be sent again: what changes nothing, or was not done, or is known by its Idempotency-Key. */
function mayRepeat({ raw: outgoing, idempotencyKey }: BuiltRequest, mayBeDone: boolean): boolean {
  return !mayBeDone || ['GET', 'HEAD', 'OPTIONS', 'SEARCH'].includes(outgoing.method) || Boolean(idempotencyKey);
}

/** One attempt, counted, paced and recorded. A further one goes before what waits, and on a connection of its own. */
async function once(
  here: RunContext,
  asked: BuiltRequest,
  { again, isFirst }: { again: boolean; isFirst: boolean },
): Promise<Response> {
  const { urgent, fresh } = asked.change;
  const giveBack = await here.rateLimiter.take(1, urgent || !isFirst);
  const begunAt = performance.now();
  try {
    const timeoutMs = timeLeft(here);
    const response = await record(here, asked, { again }, () =>
      exchange(here.connection, asked.raw, { timeoutMs, fresh: fresh || !isFirst, limit: here.sizeLimits.limit() }),
    );
    return settle(here, response);
  } catch (error) {
    throw fault(here, error, begunAt);
  } finally {
    giveBack();
  }
}

/**
 * Sends several requests at one moment: each on an open connection of its own, all released together.
 * Returns a response or a transport error for each; nothing is retried.
 */
export async function burst(
  operation: Operation,
  changes: readonly RequestChange[],
): Promise<(Response | TransportError)[]> {
  const here = context();
  const asked = changes.map((change) => built(here, operation, change));
  await mayAsk(here);
  const giveBack = await here.rateLimiter.take(asked.length);
  const begunAt = performance.now();
  const releases = asked.map(() => giveBack);
  try {
    const timeoutMs = timeLeft(here);
    const limit = here.sizeLimits.limit();
    const prepared = await Promise.all(
      asked.map(({ raw: outgoing }) => prepare(here.connection, outgoing, timeoutMs, limit)),
    );
    return await Promise.all(
      prepared.map((one, at) =>
        record(here, asked[at] as BuiltRequest, { burst: true }, () => one.release())
          .then((response) => settle(here, response))
          .catch((error: unknown) => fault(here, error, begunAt)),
      ),
    );
  } catch (error) {
    throw fault(here, error, begunAt);
  } finally {
    for (const release of releases) release();
  }
}

/** Sends a request and breaks the connection `afterMs` after it has left. True if no answer had begun by then. */
export async function sendAndBreak(operation: Operation, change: RequestChange, afterMs: number): Promise<boolean> {
  const here = context();
  const asked = built(here, operation, change);
  await mayAsk(here);
  const giveBack = await here.rateLimiter.take();
  const begunAt = performance.now();
  try {
    const one: Prepared = await prepare(here.connection, asked.raw, timeLeft(here));
    let cut = false;
    const broken = async (): Promise<RawResponse> => {
      cut = await one.cut(afterMs);
      throw new TransportError(`the suite broke the connection ${afterMs} ms after the request had left`);
    };
    await record(here, asked, {}, broken).catch(() => undefined);
    return cut;
  } catch (error) {
    throw fault(here, error, begunAt);
  } finally {
    giveBack();
  }
}

/** What is waited for an answer by plain HTTP: a host that drops such requests takes for ever. */
const plainTimeoutMs = 3000;

/**
 * Asks the host of an https target by plain HTTP, without any key: at the port of its address, which is 80 where it
 * names none. Sent once, and what becomes of it says nothing about the target's health.
 * @throws Skipped where a proxy stands between, which is asked for tunnels only
 */
export async function sendPlain(operation: Operation, purpose: string): Promise<Response | TransportError> {
  const here = context();
  if (here.connection.proxied) throw new Skipped('The target is reached by a proxy (HTTPS_PROXY), not directly.');
  const asked = buildRequest(here, operation, { purpose, apiKey: null, tenant: null }, here.bodies);
  await mayAsk(here);
  const { host, pathname } = here.connection.base;
  const plain = createConnection(`http://${host}${pathname}`, { concurrency: 1, direct: true });
  const giveBack = await here.rateLimiter.take();
  try {
    const timeoutMs = Math.min(timeLeft(here), plainTimeoutMs);
    return await record(here, asked, { base: plain.base }, () =>
      exchange(plain, asked.raw, { timeoutMs, fresh: true }),
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
function settle(here: RunContext, response: Response): Response {
  if (isTransient(response.status)) {
    here.limited ||= response.status === 429;
    const asked = retryAfter(response.headers.get('retry-after'));
    const left = here.startedAt + here.configuration.deadlineSeconds * 1000 - Date.now();
    const what = `a gateway returned ${response.status}`;
    // What is one too many was not looked at; what a gateway gave up on may have been done.
    const mayBeDone = response.status !== 429;
    if (asked === undefined || asked < left) throw new TransportError(what, asked, mayBeDone);
    fault(here, new TransportError(what), performance.now());
    throw new Inconclusive(
      `${sentence(what)}, and asked to be left alone for ${Math.ceil(asked / 1000)} s (Retry-After), longer than the run may take.`,
    );
  }
  here.circuitBreaker.answered();
  countCreation(here, response);
  return response;
}

/** Counts a fault, and stops the run where there were enough of them. Other errors pass. */
function fault(here: RunContext, error: unknown, begunAt: number): TransportError {
  if (!(error instanceof TransportError)) throw error;
  stop(here, here.circuitBreaker.broke(error, begunAt));
  return error;
}

/** A text as the beginning of a sentence. */
function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function noteRetry(here: RunContext): void {
  here.retried += 1;
  currentScope().retried += 1;
  here.journal.write({ entry: 'retried' });
}

async function mayAsk(here: RunContext): Promise<void> {
  await connectionState();
  stop(here, await here.receiver?.ready);
  timeLeft(here);
}

/**
 * Milliseconds that one exchange may take: the time-out, or what is left until the deadline. Asked right before sending,
 * since whoever waited for a turn has not heard that nothing more is to be sent. @throws Inconclusive where nothing is
 */
function timeLeft(here: RunContext): number {
  const { timeoutMs, deadlineSeconds } = here.configuration;
  const left = here.startedAt + deadlineSeconds * 1000 - Date.now();
  if (left <= 0) stop(here, `The run's deadline of ${deadlineSeconds} s passed (${code('--deadline')}).`);
  if (here.stopped !== undefined) throw new Inconclusive(here.stopped);
  return Math.min(timeoutMs, left);
}
