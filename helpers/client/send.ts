import { code } from '../../schemas/marked.js';
import { type Operation, writes } from '../../schemas/operation.js';
import { createConnection } from './connection.js';
import { requireConnection } from './connection-state.js';
import { context, currentScope, inScope, type RunContext, stop, stopAtDeadline, untilDeadline } from './context.js';
import { readOnlyOnLive } from './live-guard.js';
import { type BuiltRequest, isChanged, type RequestChange, type Response } from './message.js';
import { type Outcome, record } from './record-exchange.js';
import { buildRequest } from './request.js';
import { describeRequest, isSuccess, returned } from './response.js';
import { exchange, prepare } from './transport.js';
import { isTransient, retryAfter, TransportError } from './transport-error.js';
import { NoResponse, Skipped } from './verdicts.js';

/** Retries after transport errors without a Retry-After. */
const mostErrors = 2;
/** Retries after a Retry-After; none begins after `longWaitMs`. */
const mostWaits = 10;
const longWaitMs = 30_000;
/** Milliseconds to wait after a 429 without Retry-After: many limits count the requests of a second. */
const unsaidWaitMs = 1000;

/**
 * Sends a valid request of an operation with one change. After a transport error (429, 502, 503 and 504 included) it
 * retries twice: a write only under an idempotency key, unless the first try had no effect. It honours Retry-After.
 * @throws TransportError without a response, NoResponse if the run has stopped, Skipped if the configuration forbids it
 */
export async function send(operation: Operation, change: RequestChange = {}): Promise<Response> {
  const run = context();
  const request = built(run, operation, change);
  await requireConnection();
  let errors = 0;
  let waits = 0;
  let waitedMs = 0;
  let again = false;
  for (;;) {
    const outcome = await attempt(run, request, again, errors + waits > 0);
    if (!(outcome instanceof TransportError)) return again ? meaningful(outcome) : outcome;
    again ||= outcome.mayBeDone;
    const { retryAfterMs: waitMs } = outcome;
    const isLong = waitedMs > longWaitMs;
    if (waitMs === undefined) errors += 1;
    else waits += 1;
    waitedMs += waitMs ?? 0;
    const isEnough = errors > mostErrors || waits > mostWaits || isLong;
    if (isEnough || run.stopped !== undefined || !mayRepeat(request, again)) throw outcome;
    noteRetry(run);
    // A Retry-After holds all requests, this one included.
    if (waitMs === undefined) await run.clock.sleep(100 * 2 ** errors);
  }
}

/** @throws TransportError for the retry of a write that may be rejected as a repeat */
function meaningful(response: Response): Response {
  if (isSuccess(response) || response.status === 401 || !writes(response.request.operation)) return response;
  throw new TransportError('a transport error ended the first try of a write, so a rejected retry proves nothing');
}

const mayRepeat = ({ raw, idempotencyKey }: BuiltRequest, again: boolean) =>
  !again || ['GET', 'HEAD', 'OPTIONS', 'SEARCH'].includes(raw.method) || Boolean(idempotencyKey);

export function noteRetry(run: RunContext): void {
  currentScope().retried += 1;
  run.journal.retried += 1;
}

/** @throws Skipped if the configuration forbids the request, or reserves one of its headers */
function built(run: RunContext, operation: Operation, change: RequestChange): BuiltRequest {
  const taken = run.connection.headers.map(([name]) => name.toLowerCase());
  const [clash] = change.headers?.find(([name]) => taken.includes(name.toLowerCase())) ?? [];
  if (clash !== undefined)
    throw new Skipped(
      `Something in front of the target reserves the header ${code(clash)} (${code('CONFORMANCE_HEADERS_FILE')}).`,
    );
  return readOnlyOnLive(run, buildRequest(run, operation, change));
}

/** Sends a request once; a retry goes first, on a connection of its own. @throws NoResponse if the run has stopped */
async function attempt(run: RunContext, request: BuiltRequest, again: boolean, isRetry: boolean): Promise<Outcome> {
  const { change } = request;
  const giveBack = await run.gate.take(1, change.urgent || isRetry);
  const begunAt = performance.now();
  let tooMany: string | undefined;
  let outcome: Outcome;
  try {
    const limit = run.sizeLimits.limit();
    const options = { agent: change.agent, fresh: change.fresh || isRetry, limit, timeoutMs: timeLeft(run) };
    outcome = await recorded(run, request, { again }, () => exchange(run.connection, request.raw, options));
    if (!(outcome instanceof TransportError)) return outcome;
    const isByRequest = outcome.isBreak && (change.mayBreak || change.text !== undefined);
    tooMany = isByRequest ? undefined : count(run, outcome, begunAt);
    if (!isChanged(change)) stop(run, tooMany);
  } finally {
    giveBack();
  }
  // Something in front of a service may drop a request for what it holds.
  if (tooMany !== undefined && run.stopped === undefined && !(await responds(run))) stop(run, tooMany);
  outcome.request = describeRequest(request);
  return outcome;
}

async function responds(run: RunContext): Promise<boolean> {
  const reading = run.specification.operations.find((operation) => !writes(operation));
  if (!reading) return false;
  const read = async () => {
    const request = built(run, reading, { purpose: 'to see whether the target still responds' });
    return recorded(run, request, {}, () => exchange(run.connection, request.raw, { timeoutMs: timeLeft(run) }));
  };
  return !((await inScope('whether the target still responds', read, run)) instanceof TransportError);
}

/** Works at so many places of the gate. @param work gets what counts an outcome, and what gives places back */
async function atPlaces<T>(
  run: RunContext,
  places: number,
  urgent: boolean,
  work: (counted: (outcome: Outcome) => Outcome, giveBack: (places: number) => void) => Promise<T>,
): Promise<T> {
  await requireConnection();
  const giveBack = await run.gate.take(places, urgent);
  const begunAt = performance.now();
  const counted = (outcome: Outcome) => {
    if (outcome instanceof TransportError) stop(run, count(run, outcome, begunAt));
    return outcome;
  };
  try {
    return await work(counted, giveBack);
  } catch (error) {
    if (error instanceof TransportError) counted(error);
    throw error;
  } finally {
    giveBack(places);
  }
}

/** Sends several requests on open connections of their own, at one moment or after delays in milliseconds. Never retries. */
export async function burst(
  operation: Operation,
  changes: readonly RequestChange[],
  delaysMs: readonly number[] = [],
): Promise<Outcome[]> {
  const run = context();
  const requests = changes.map((change) => built(run, operation, change));
  return atPlaces(run, requests.length, false, async (counted) => {
    const limit = run.sizeLimits.limit();
    const timeoutMs = timeLeft(run);
    const opened = await Promise.all(requests.map(({ raw }) => prepare(run.connection, raw, timeoutMs, limit)));
    const released = opened.map(async ({ release }, at) => {
      if (delaysMs[at]) await run.clock.sleep(delaysMs[at]);
      return counted(await recorded(run, requests[at] as BuiltRequest, { burst: true }, release));
    });
    return Promise.all(released);
  });
}

/**
 * Sends a request, breaks its connection `afterMs` after it has left, and sends the same again after a pause: ahead of
 * all waiting requests, on a connection that is open already. @throws TransportError if none could be opened
 * @returns the response to the retry, and the milliseconds from the break until it left
 */
export async function loseAnswer(
  operation: Operation,
  change: RequestChange,
  [purpose, ofRetry]: readonly [string, string],
  { afterMs, pauseMs }: { afterMs: number; pauseMs: number },
): Promise<{ readonly retry: Outcome; readonly delayMs: number }> {
  const run = context();
  const first = built(run, operation, { ...change, purpose });
  const again = built(run, operation, { ...change, purpose: ofRetry });
  // With a single place the retry has to wait for a second one.
  const places = Math.min(2, run.gate.places);
  return atPlaces(run, places, true, async (counted, giveBack) => {
    const timeoutMs = timeLeft(run);
    const open = ({ raw }: BuiltRequest) => prepare(run.connection, raw, timeoutMs);
    const [toBreak, toRetry] = await Promise.all([open(first), open(again)]);
    await record(run, first, {}, async () => {
      await toBreak.cut(afterMs);
      throw new TransportError(`the suite broke the connection ${afterMs} ms after the request had left`);
    });
    const brokenAt = run.clock.now();
    if (places === 1) {
      // Requested before the first one is free, so that no waiting request gets it.
      const second = run.gate.take(1, true);
      giveBack(1);
      await second;
    }
    await run.clock.sleep(Math.max(0, pauseMs - (run.clock.now() - brokenAt)));
    const delayMs = Math.round(run.clock.now() - brokenAt);
    return { retry: counted(await recorded(run, again, {}, toRetry.release)), delayMs };
  });
}

/** Sends a request by plain HTTP, without any key: once, and no error counts against the target. @throws Skipped by a proxy */
export async function sendPlain(operation: Operation, purpose: string): Promise<Outcome> {
  const run = context();
  if (run.connection.proxied)
    throw new Skipped('The suite reaches the target by a proxy (`HTTPS_PROXY`), not directly.');
  const request = buildRequest(run, operation, { purpose, apiKey: null, tenant: null });
  await requireConnection();
  const { host, pathname } = run.connection.base;
  const plain = createConnection(`http://${host}${pathname}`, { concurrency: 1, direct: true });
  const giveBack = await run.gate.take();
  try {
    // Some hosts drop such requests.
    const timeoutMs = Math.min(timeLeft(run), 3000);
    return await record(run, request, { base: plain.base }, () =>
      exchange(plain, request.raw, { timeoutMs, fresh: true }),
    );
  } finally {
    giveBack();
    plain.close();
  }
}

/** Records it; 429, 502, 503 and 504 are transport errors. @throws NoResponse for too long a Retry-After */
async function recorded(...given: Parameters<typeof record>): Promise<Outcome> {
  const [run, request] = given;
  const outcome = await record(...given);
  noteValid(run, request, outcome);
  if (outcome instanceof TransportError) return outcome;
  const { status, headers } = outcome;
  if (!isTransient(status)) {
    run.gate.answered();
    return outcome;
  }
  const waitMs = retryAfter(headers.get('retry-after')) ?? (status === 429 ? unsaidWaitMs : undefined);
  // The service did not process what got 429; it may have processed what a gateway gave up on.
  const error = new TransportError(`a gateway returned ${status}`, waitMs, status !== 429);
  if (waitMs === undefined || waitMs < untilDeadline(run)) return error;
  stop(run, count(run, new TransportError(error.message), performance.now()));
  throw new NoResponse(
    `A gateway returned ${status} with a ${code('Retry-After')} of ${Math.ceil(waitMs / 1000)} s, longer than the run may take.`,
  );
}

/** From the outcomes of valid requests the run knows whether the target could be tested. */
function noteValid(run: RunContext, request: BuiltRequest, outcome: Outcome): void {
  if (isChanged(request.change)) return;
  const caller = request.change.caller ?? 'first';
  const isLost = outcome instanceof TransportError;
  const became = isLost ? outcome.message : returned(outcome);
  const operation = request.operation.name;
  run.journal.valid.push({ caller, operation, status: isLost ? undefined : outcome.status, became });
}

/** @returns after too many transport errors a sentence: why the run stops */
function count(run: RunContext, error: TransportError, begunAt: number): string | undefined {
  // What the deadline cut short is no fault of the target.
  stopAtDeadline(run);
  return run.gate.broke(error, begunAt);
}

/** Milliseconds that an exchange may take, right before it. @throws NoResponse if the run has stopped */
function timeLeft(run: RunContext) {
  const left = stopAtDeadline(run);
  if (run.mostRequests !== undefined && run.requests >= run.mostRequests)
    stop(run, `The limit of ${run.mostRequests} requests is reached.`);
  if (run.stopped !== undefined) throw new NoResponse(run.stopped);
  return Math.min(run.configuration.timeoutMs, left);
}
