import fc from 'fast-check';
import { unmarked } from '../../schemas/marked.js';
import { context } from '../client/context.js';
import { TransportError } from '../client/transport-error.js';
import { Failed, Inconclusive, Skipped, UnclearResponse } from '../client/verdicts.js';
import { checkName } from '../configuration/case-share.js';
import type { CaseRun } from './case-run.js';
import { inOwnScope } from './own-scope.js';
import { isCut } from './time-budget.js';

/** Requests that shrinking an example may take. */
const mostSteps = 100;

/** A case that was accepted though it is invalid, or rejected though it may not be, or got neither answer. */
export interface Found {
  /** Number of the case, from 0. */
  readonly at: number;
  readonly seed: number;
  readonly finding: Failed | UnclearResponse;
}

/**
 * Shrinks the example of a case: sends ever simpler ones, each with everything fresh, for as long as the finding stays
 * of one kind.
 * @returns the finding of the smallest example, which names the case that it came from
 */
export async function shrink<T>(asking: CaseRun<T>, { at, seed, finding }: Found): Promise<Failed | UnclearResponse> {
  const isAlike = (error: unknown): error is Failed | UnclearResponse =>
    finding instanceof Failed ? error instanceof Failed : error instanceof UnclearResponse;
  let best = finding;
  let steps = 0;
  let fault: Error | undefined;
  const property = fc.asyncProperty(asking.examples, async (example) => {
    if (steps >= mostSteps || fault !== undefined || context().stopped !== undefined || isCut()) return true;
    steps += 1;
    const name = `${asking.row} ${checkName(asking.kind)} ${at} step ${steps}`;
    const again = await inOwnScope(name, () => asking.ask(example, false)).catch((error: unknown) => error);
    if (isAlike(again)) {
      best = again;
      return false;
    }
    const isOther = [Failed, Inconclusive, Skipped, TransportError].some((kind) => again instanceof kind);
    if (again instanceof Error && !isOther) fault ??= again;
    return true;
  });
  await fc.check(property, { seed, numRuns: 1 });
  if (fault !== undefined) throw fault;
  return named(best, finding, at);
}

function named(best: Failed | UnclearResponse, first: Failed | UnclearResponse, at: number): Failed | UnclearResponse {
  const [one, other] = [first, best].map(({ response }) => response?.request.change.purpose);
  const from = one === other ? '' : `, ${one}`;
  const origin = `generated case ${at + 1}${from}`;
  if (best instanceof UnclearResponse)
    return new UnclearResponse(`${best.message} Found by ${unmarked(origin)}.`, best.response);
  return new Failed({ ...best.details, received: `${best.details.received}\nFound by ${unmarked(origin)}.` });
}
