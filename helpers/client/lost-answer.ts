import type { Operation } from '../../schemas/operation.js';
import { context } from './context.js';
import type { RequestChange } from './message.js';
import { record } from './record-exchange.js';
import { asOutcome, built, counted, type Outcome, recorded, requireReady, timeLeft } from './send.js';
import { prepare, type RawResponse } from './transport.js';
import { TransportError } from './transport-error.js';

type Opened = ReturnType<typeof prepare>;

/** A request whose connection the suite broke, and the retry right after it. */
interface LostAnswer {
  readonly retry: Outcome;
  /** Milliseconds from the break until the retry left. */
  readonly delayMs: number;
}

/**
 * Sends a request, breaks its connection `afterMs` after it has left, and sends the same again after a pause: ahead of
 * all waiting requests, on a connection that is open already.
 * @param purposes of the first try and of the retry
 * @throws TransportError where no connection could be opened
 */
export async function loseAnswer(
  operation: Operation,
  change: RequestChange,
  purposes: readonly [string, string],
  { afterMs, pauseMs }: { afterMs: number; pauseMs: number },
): Promise<LostAnswer> {
  const run = context();
  const first = built(run, operation, { ...change, purpose: purposes[0] });
  const again = built(run, operation, { ...change, purpose: purposes[1] });
  await requireReady(run);
  // With a single place the retry has to wait for a second one.
  const places = Math.min(2, run.gate.places);
  const giveBack = await run.gate.take(places, true);
  const begunAt = performance.now();
  try {
    const timeoutMs = timeLeft(run);
    const opened = [first, again].map(({ raw }) => prepare(run.connection, raw, timeoutMs)) as [Opened, Opened];
    const [one, other] = await Promise.all(opened);
    const broken = async (): Promise<RawResponse> => {
      await one.cut(afterMs);
      throw new TransportError(`the suite broke the connection ${afterMs} ms after the request had left`);
    };
    await record(run, first, {}, broken).catch(asOutcome);
    const brokenAt = run.clock.now();
    if (places === 1) {
      // Asked for before the first one is free, so that no waiting request gets it.
      const second = run.gate.take(1, true);
      giveBack();
      await second;
    }
    await run.clock.sleep(Math.max(0, pauseMs - (run.clock.now() - brokenAt)));
    const delayMs = run.clock.now() - brokenAt;
    const retry = counted(run, await recorded(run, again, {}, other.release), begunAt);
    return { retry, delayMs: Math.round(delayMs) };
  } catch (error) {
    throw counted(run, asOutcome(error), begunAt);
  } finally {
    giveBack(places);
  }
}
