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
/** The counts of report.json by outcome. Their names are those of version 0.1. */
const counts = { accepted: 'letIn', rejected: 'refused', normalised: 'putRight', undecided: 'open' } as const;

/** Which uneventful cases stay in the evidence: the first three, then ever fewer. */
const staysOf = (at: number) => at < 3 || (at & (at - 1)) === 0;

/**
 * Sends this machine's share of the generated cases of one property, several at a time, until the first finding, and
 * shrinks the example of that.
 * @throws Failed and UnclearResponse with the smallest example; Inconclusive, Skipped where cases were not sent
 */
export async function runCases<T>(cases: CaseRun<T>): Promise<CaseCounts> {
  const { requirement, kind, maySend = () => true } = cases;
  const { configuration, journal } = context();
  const share = shareOf(requirement, kind, configuration);
  const tally: Tally = { planned: share.length, asked: 0, letIn: 0, refused: 0, putRight: 0, open: 0 };
  currentScope().cases = tally;
  const found: Found[] = [];
  let undecided: string | undefined;
  let [next, unheard, fault]: [number, number, unknown] = [0, 0, undefined];

  const one = async (at: number): Promise<void> => {
    const seed = seedOf(configuration.seed, requirement, kind, at);
    const [example] = fc.sample(cases.examples, { seed, numRuns: 1 }) as [T];
    try {
      const work = () => withRestarts(() => cases.send(example, staysOf(at)));
      tally[counts[await inOwnScope(`${requirement} ${checkName(kind)} ${at}`, work)]] += 1;
    } catch (error) {
      if (error instanceof Failed || error instanceof UnclearResponse) found.push({ at, seed, finding: error });
      else if (error instanceof Inconclusive) {
        undecided ??= error.message;
        unheard += 1;
      } else throw error;
      // A case that the end of the run broke off does not count.
      if (context().stopped !== undefined && found.length === 0) return;
      tally.open += found.length > 0 ? 0 : 1;
    }
    tally.asked += 1;
    journal.write({ entry: 'cases', planned: 0, asked: 1 });
  };
  const worker = async (): Promise<void> => {
    while (next < share.length && found.length === 0 && fault === undefined) {
      if (context().stopped !== undefined || isCut() || !maySend()) return;
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
    // Cases that will not be sent are no longer awaited.
    journal.write({ entry: 'cases', planned: tally.asked - share.length, asked: 0 });
  }
  if (fault !== undefined) throw fault;
  // Several cases overlap: the first failure counts, else the first unclear response, so that one seed gives one finding.
  const isWorse = ({ finding }: Found) => Number(finding instanceof Failed);
  const [first] = found.sort((one, other) => isWorse(other) - isWorse(one) || one.at - other.at);
  if (first) throw await shrink(cases, first);
  const { stopped, cut } = context();
  if (stopped !== undefined) throw new Inconclusive(stopped);
  if (cut !== undefined && tally.asked < tally.planned)
    throw new Inconclusive(`${tally.asked} of ${tally.planned} generated cases were sent. ${cut}`);
  if (undecided !== undefined)
    throw new Inconclusive(`${unheard} of ${tally.asked} generated cases got no conclusive response. ${undecided}`);
  return tally;
}
