import fc from 'fast-check';
import type { CaseCounts } from '../../schemas/finding.js';
import { context, currentScope } from '../client/context.js';
import { Failed, Inconclusive, UnclearResponse } from '../client/verdicts.js';
import { checkName, seedOf, shareOf } from '../configuration/case-share.js';
import { creationBaseline } from '../probes/creation-baseline.js';
import { withRestarts } from '../runner/restarts.js';
import type { CaseRun } from './case-run.js';
import { inOwnScope } from './own-scope.js';
import { type Found, shrink } from './shrink.js';
import { isCut } from './time-budget.js';

type Tally = { -readonly [Count in keyof CaseCounts]: CaseCounts[Count] };
const counts = { 'let in': 'letIn', refused: 'refused', 'put right': 'putRight', 'shows nothing': 'open' } as const;

/** Of the cases in which nothing is out of the way these stay in the evidence: the first three, then ever fewer. */
const staysOf = (at: number) => at < 3 || (at & (at - 1)) === 0;

/**
 * Asks this machine's share of the generated cases of one property, several at a time, up to the first that finds
 * something, which is then made as small as it can be.
 * @throws Failed and UnclearResponse with the smallest example; Inconclusive, Skipped where cases were not asked
 */
export async function runCases<T>(asking: CaseRun<T>): Promise<CaseCounts> {
  const { row, kind, mayAsk = () => true } = asking;
  const { configuration, journal } = context();
  const share = shareOf(row, kind, configuration);
  const tally: Tally = { planned: share.length, asked: 0, letIn: 0, refused: 0, putRight: 0, open: 0 };
  currentScope().cases = tally;
  const found: Found[] = [];
  const undecided: string[] = [];
  let [next, fault]: [number, unknown] = [0, undefined];

  const one = async (at: number): Promise<void> => {
    const seed = seedOf(configuration.seed, row, kind, at);
    const [example] = fc.sample(asking.examples, { seed, numRuns: 1 }) as [T];
    try {
      const ask = () => withRestarts(() => asking.ask(example, staysOf(at)));
      tally[counts[await inOwnScope(`${row} ${checkName(kind)} ${at}`, ask)]] += 1;
    } catch (error) {
      if (error instanceof Failed || error instanceof UnclearResponse) found.push({ at, seed, finding: error });
      else if (error instanceof Inconclusive) undecided.push(error.message);
      else throw error;
      // What was under way when the run was stopped was not asked.
      if (context().stopped !== undefined && found.length === 0) return;
      tally.open += found.length > 0 ? 0 : 1;
    }
    tally.asked += 1;
    journal.write({ entry: 'cases', planned: 0, asked: 1 });
  };
  const worker = async (): Promise<void> => {
    while (next < share.length && found.length === 0 && fault === undefined) {
      if (context().stopped !== undefined || isCut() || !mayAsk()) return;
      next += 1;
      await one(share[next - 1] as number).catch((error: unknown) => {
        fault ??= error;
      });
    }
  };

  journal.write({ entry: 'cases', planned: share.length, asked: 0 });
  try {
    await creationBaseline();
    await Promise.all(Array.from({ length: Math.min(configuration.concurrency, share.length) }, worker));
  } finally {
    // What is not asked any more is not waited for.
    journal.write({ entry: 'cases', planned: tally.asked - share.length, asked: 0 });
  }
  if (fault !== undefined) throw fault;
  // Of several that were under way together the first, so that one seed finds one thing; what contradicts goes before.
  const isWorse = ({ finding }: Found) => Number(finding instanceof Failed);
  const [first] = found.sort((one, other) => isWorse(other) - isWorse(one) || one.at - other.at);
  if (first) throw await shrink(asking, first);
  const { stopped, cut } = context();
  if (stopped !== undefined) throw new Inconclusive(stopped);
  if (cut !== undefined && tally.asked < tally.planned)
    throw new Inconclusive(`${tally.asked} of ${tally.planned} generated cases were sent. ${cut}`);
  if (undecided.length > 0)
    throw new Inconclusive(
      `${undecided.length} of ${tally.asked} generated cases got no conclusive response. ${undecided[0]}`,
    );
  return tally;
}
