import fc from 'fast-check';
import { Contradiction, Neither, Undecided, Withheld } from '../engine/outcome.js';
import { told } from '../engine/reply.js';
import { run } from '../engine/run.js';
import { TransportFault } from '../target/transport-fault.js';
import { type Asking, inOwnScope } from './asking.js';
import { isCut } from './cut.js';
import { checkName } from './share.js';

/** Requests that making an example smaller may take. */
const mostSteps = 100;

/** A case that was let in though it is malformed, or refused though it may not be, or got neither answer. */
export interface Found {
  /** Number of the case, from 0. */
  readonly at: number;
  readonly seed: number;
  readonly finding: Contradiction | Neither;
}

/**
 * Makes what a case has found as small as it can be: ever simpler examples are asked, each with everything fresh, for
 * as long as the answer stays of one kind.
 * @returns the finding of the smallest example, which names the case that it came from
 */
export async function shrink<T>(asking: Asking<T>, { at, seed, finding }: Found): Promise<Contradiction | Neither> {
  const isAlike = (error: unknown): error is Contradiction | Neither =>
    finding instanceof Contradiction ? error instanceof Contradiction : error instanceof Neither;
  let best = finding;
  let steps = 0;
  let fault: Error | undefined;
  const property = fc.asyncProperty(asking.examples, async (example) => {
    if (steps >= mostSteps || fault !== undefined || run().stopped !== undefined || isCut()) return true;
    steps += 1;
    const name = `${asking.row} ${checkName(asking.kind)} ${at} step ${steps}`;
    const again = await inOwnScope(name, () => asking.ask(example, false)).catch((error: unknown) => error);
    if (isAlike(again)) {
      best = again;
      return false;
    }
    const isOther = [Contradiction, Undecided, Withheld, TransportFault].some((kind) => again instanceof kind);
    if (again instanceof Error && !isOther) fault ??= again;
    return true;
  });
  await fc.check(property, { seed, numRuns: 1 });
  if (fault !== undefined) throw fault;
  return named(best, finding, at);
}

function named(best: Contradiction | Neither, first: Contradiction | Neither, at: number): Contradiction | Neither {
  const from = told(first.reply) === told(best.reply) ? '' : `, ${first.reply.asked.change.purpose}`;
  const origin = `generated case ${at + 1}${from}`;
  if (best instanceof Neither) return new Neither(`${best.message} It is ${origin}.`, best.reply);
  return new Contradiction({ ...best.told, received: `${best.told.received}; found by ${origin}` });
}
