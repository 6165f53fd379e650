import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '../../schemas/operations.js';
import { freshCustomer } from '../customer/customer.js';
import { createConnection } from '../target/connection.js';
import { isWeather, retryAfter, TransportFault } from '../target/transport-fault.js';
import { exchange, type Incoming, type Prepared, prepare } from '../target/wire.js';
import { countCreation } from './budget.js';
import { type Asked, ask, type Change } from './change.js';
import { connectionState } from './connection-state.js';
import { record } from './evidence.js';
import { readOnlyOnLive } from './live.js';
import { Undecided, Withheld } from './outcome.js';
import { isSuccess, type Reply } from './reply.js';
import { type Run, run, stop } from './run.js';
import { currentScope } from './scope.js';

/** How often the same is sent again after a transport fault … */
const resends = 2;
/** … and how often, and in all how long, it is waited where the target asks for it: the last wait may be longer. */
const waits = 10;
const longWaitMs = 30_000;

/**
 * Sends a right request of an operation with one change, and gives the answer. A transport fault, and an answer that
 * is only weather (429, 502, 503, 504), is met by sending the same again, twice, on connections of its own: a write only
 * under an Idempotency-Key, unless it is known that nothing was done. What Retry-After asks for is waited for.
 * @throws TransportFault where no answer came that says anything
 * @throws Undecided where nothing may be asked any more, Withheld where the configuration keeps the request back
 */
export async function send(operation: Operation, change: Change = {}): Promise<Reply> {
  const here = run();
  const asked = readOnlyOnLive(here, ask(here, operation, change, freshCustomer));
  await mayAsk(here);
  let [tries, waited, waitedMs, again] = [0, 0, 0, false];
  for (;;) {
    const reply = await once(here, asked, { again, isFirst: tries + waited === 0 }).catch(async (error: unknown) => {
      if (!(error instanceof TransportFault) || here.stopped !== undefined) throw error;
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
    if (!reply) continue;
    // A refusal of a write that may have been carried out before it broke says nothing: it may be of the repeat.
    if (again && operation.writes && !isSuccess(reply) && reply.status !== 401) {
      throw new TransportFault('the first try of a write broke, so the refusal of the second says nothing');
    }
    return reply;
  }
}

/** Whether the same may be sent again: what changes nothing, or was not done, or is known by its Idempotency-Key. */
function mayRepeat({ outgoing, idempotencyKey }: Asked, mayBeDone: boolean): boolean {
  return !mayBeDone || ['GET', 'HEAD', 'OPTIONS', 'SEARCH'].includes(outgoing.method) || Boolean(idempotencyKey);
}

/** One attempt, counted, paced and recorded. A further one goes before what waits, and on a connection of its own. */
async function once(here: Run, asked: Asked, { again, isFirst }: { again: boolean; isFirst: boolean }): Promise<Reply> {
  const { urgent, fresh } = asked.change;
  const giveBack = await here.pace.take(1, urgent || !isFirst);
  const begunAt = performance.now();
  try {
    const timeoutMs = timeLeft(here);
    const reply = await record(here, asked, { again }, () =>
      exchange(here.connection, asked.outgoing, { timeoutMs, fresh: fresh || !isFirst, limit: here.room.limit() }),
    );
    return settle(here, reply);
  } catch (error) {
    throw fault(here, error, begunAt);
  } finally {
    giveBack();
  }
}

/**
 * Sends several requests at one moment: each on an open connection of its own, all released together.
 * Gives an answer or a transport fault for each, weather included; nothing is sent again.
 */
export async function burst(operation: Operation, changes: readonly Change[]): Promise<(Reply | TransportFault)[]> {
  const here = run();
  const asked = changes.map((change) => readOnlyOnLive(here, ask(here, operation, change, freshCustomer)));
  await mayAsk(here);
  const giveBack = await here.pace.take(asked.length);
  const begunAt = performance.now();
  const releases = asked.map(() => giveBack);
  try {
    const timeoutMs = timeLeft(here);
    const limit = here.room.limit();
    const prepared = await Promise.all(
      asked.map(({ outgoing }) => prepare(here.connection, outgoing, timeoutMs, limit)),
    );
    return await Promise.all(
      prepared.map((one, at) =>
        record(here, asked[at] as Asked, { burst: true }, () => one.release())
          .then((reply) => settle(here, reply))
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
export async function sendAndBreak(operation: Operation, change: Change, afterMs: number): Promise<boolean> {
  const here = run();
  const asked = readOnlyOnLive(here, ask(here, operation, change, freshCustomer));
  await mayAsk(here);
  const giveBack = await here.pace.take();
  const begunAt = performance.now();
  try {
    const one: Prepared = await prepare(here.connection, asked.outgoing, timeLeft(here));
    let cut = false;
    const broken = async (): Promise<Incoming> => {
      cut = await one.cut(afterMs);
      throw new TransportFault(`the suite broke the connection ${afterMs} ms after the request had left`);
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
 * @throws Withheld where a proxy stands between, which is asked for tunnels only
 */
export async function sendPlain(operation: Operation, purpose: string): Promise<Reply | TransportFault> {
  const here = run();
  if (here.connection.proxied) throw new Withheld('The target is reached by a proxy (HTTPS_PROXY), not directly.');
  const asked = ask(here, operation, { purpose, apiKey: null, tenant: null }, freshCustomer);
  await mayAsk(here);
  const { host, pathname } = here.connection.base;
  const plain = createConnection(`http://${host}${pathname}`, { concurrency: 1, embedded: here.embedded });
  const giveBack = await here.pace.take();
  try {
    const timeoutMs = Math.min(timeLeft(here), plainTimeoutMs);
    return await record(here, asked, { base: plain.base }, () =>
      exchange(plain, asked.outgoing, { timeoutMs, fresh: true }),
    );
  } catch (error) {
    if (error instanceof TransportFault) return error;
    throw error;
  } finally {
    giveBack();
    plain.close();
  }
}

/** Weather is a fault of transport even where it has a status. */
function settle(here: Run, reply: Reply): Reply {
  if (isWeather(reply.status)) {
    here.limited ||= reply.status === 429;
    const asked = retryAfter(reply.headers.get('retry-after'));
    const left = here.startedAt + here.configuration.deadlineSeconds * 1000 - Date.now();
    const what = `a ${reply.status} came in place of an answer`;
    // What is one too many was not looked at; what a gateway gave up on may have been done.
    const mayBeDone = reply.status !== 429;
    if (asked === undefined || asked < left) throw new TransportFault(what, asked, mayBeDone);
    fault(here, new TransportFault(what), performance.now());
    throw new Undecided(
      `${sentence(what)}, and asked to be left alone for ${Math.ceil(asked / 1000)} s (Retry-After), longer than the run may take.`,
    );
  }
  here.weather.answered();
  countCreation(here, reply);
  return reply;
}

/** Counts a fault, and stops the run where there were enough of them. Other errors pass. */
function fault(here: Run, error: unknown, begunAt: number): TransportFault {
  if (!(error instanceof TransportFault)) throw error;
  stop(here, here.weather.broke(error, begunAt));
  return error;
}

/** A text as the beginning of a sentence. */
function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function noteRetry(here: Run): void {
  here.retried += 1;
  currentScope().retried += 1;
  here.journal.write({ entry: 'retried' });
}

async function mayAsk(here: Run): Promise<void> {
  await connectionState(here);
  stop(here, await here.receiver?.ready);
  timeLeft(here);
}

/**
 * Milliseconds that one exchange may take: the time-out, or what is left until the deadline. Asked right before sending,
 * since whoever waited for a turn has not heard that nothing more is to be sent. @throws Undecided where nothing is
 */
function timeLeft(here: Run): number {
  const { timeoutMs, deadlineSeconds } = here.configuration;
  const left = here.startedAt + deadlineSeconds * 1000 - Date.now();
  if (left <= 0) stop(here, `The run's deadline of ${deadlineSeconds} s passed (--deadline).`);
  if (here.stopped !== undefined) throw new Undecided(here.stopped);
  return Math.min(timeoutMs, left);
}
