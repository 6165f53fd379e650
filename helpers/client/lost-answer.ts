import type { Operation } from '../../schemas/operation.js';
import { context } from './context.js';
import type { RequestChange } from './message.js';
import { record } from './record-exchange.js';
import { asOutcome, atPlaces, built, type Outcome, recorded, timeLeft } from './send.js';
import { prepare, type RawResponse } from './transport.js';
import { TransportError } from './transport-error.js';

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
  [purpose, ofRetry]: readonly [string, string],
  { afterMs, pauseMs }: { afterMs: number; pauseMs: number },
): Promise<LostAnswer> {
  const run = context();
  const first = built(run, operation, { ...change, purpose });
  const again = built(run, operation, { ...change, purpose: ofRetry });
  // With a single place the retry has to wait for a second one.
  const places = Math.min(2, run.gate.places);
  return atPlaces(run, { places, urgent: true }, async (counted, giveBack) => {
    const timeoutMs = timeLeft(run);
    const open = ({ raw }: typeof first) => prepare(run.connection, raw, timeoutMs);
    const [one, other] = await Promise.all([open(first), open(again)]);
    const broken = async (): Promise<RawResponse> => {
      await one.cut(afterMs);
      throw new TransportError(`the suite broke the connection ${afterMs} ms after the request had left`);
    };
    await record(run, first, {}, broken).catch(asOutcome);
    const brokenAt = run.clock.now();
    if (places === 1) {
      // Asked for before the first one is free, so that no waiting request gets it.
      const second = run.gate.take(1, true);
      giveBack(1);
      await second;
    }
    await run.clock.sleep(Math.max(0, pauseMs - (run.clock.now() - brokenAt)));
    const delayMs = Math.round(run.clock.now() - brokenAt);
    return { retry: counted(await recorded(run, again, {}, other.release)), delayMs };
  });
}
