import fc from 'fast-check';
import type { CaseCounts } from '../../schemas/finding.js';
import { context, currentScope } from '../client/context.js';
import { Failed, Inconclusive, UnclearResponse } from '../client/verdicts.js';
import { checkName, seedOf, shareOf } from '../configuration/case-share.js';
import { creationBaseline } from '../probes/creation-baseline.js';
import { withRestarts } from '../runner/restarts.js';
import type { CaseOutcome, CaseRun } from './case-run.js';
import { inOwnScope } from './own-scope.js';
import { type Found, shrink } from './shrink.js';
import { isCut } from './time-budget.js';

type Tally = { -readonly [Count in keyof CaseCounts]: CaseCounts[Count] };
/** The counts of report.json by outcome. Their names are those of version 0.1. */
const counts = { accepted: 'letIn', rejected: 'refused', normalised: 'putRight', undecided: 'open' } as const;

/** Which uneventful cases stay in the evidence: the first three, then ever fewer. */
const staysOf = (at: number) => at < 3 || (at & (at - 1)) === 0;

/** What came of a share that was sent. */
interface Sent {
  readonly tally: CaseCounts;
  readonly found: Found[];
  /** How many cases got no conclusive response, and why the first did not. */
  unanswered: number;
  undecided?: string;
  /** An error of the suite. */
  fault?: unknown;
}

/**
 * Sends this machine's share of the generated cases of one property, several at a time, until the first finding, and
 * shrinks the example of that.
 * @throws Failed and UnclearResponse with the smallest example; Inconclusive, Skipped where cases were not sent
 */
export async function runCases<T>(cases: CaseRun<T>): Promise<CaseCounts> {
  const { tally, found, unanswered, undecided = '', fault } = await sendShare(cases);
  if (fault !== undefined) throw fault;
  // Several cases overlap: the first failure counts, else the first unclear response, so that one seed gives one finding.
  const isWorse = ({ finding }: Found) => Number(finding instanceof Failed);
  const [first] = found.sort((one, other) => isWorse(other) - isWorse(one) || one.at - other.at);
  if (first) throw await shrink(cases, first);
  const { stopped, cut } = context();
  if (stopped !== undefined) throw new Inconclusive(stopped);
  if (cut !== undefined && tally.asked < tally.planned)
    throw new Inconclusive(`${tally.asked} of ${tally.planned} generated cases were sent. ${cut}`);
  if (unanswered > 0)
    throw new Inconclusive(
      `${unanswered} of ${tally.asked} generated cases got no conclusive response. ${undecided}`.trim(),
    );
  return tally;
}

/** Sends the share, or what an earlier run left of it. The journal hears the outcome of each case, so that another run can go on. */
async function sendShare<T>({ requirement, kind, examples, send, maySend = () => true }: CaseRun<T>): Promise<Sent> {
  const { configuration, journal, resumed } = context();
  const share = shareOf(requirement, kind, configuration);
  const check = `${requirement} ${checkName(kind)}`;
  const none: CaseCounts = { planned: share.length, asked: 0, letIn: 0, refused: 0, putRight: 0, open: 0 };
  const begun = resumed?.[check] ?? none;
  const { left = { from: 0, also: [], unanswered: 0 }, ...before } = begun;
  const tally: Tally = { ...before };
  currentScope().cases = tally;
  const sent: Sent = { tally, found: [], unanswered: left.unanswered };
  const also = [...left.also];
  let next = left.from;

  const one = async (place: number): Promise<void> => {
    const at = share.first + place * share.step;
    const seed = seedOf(configuration.seed, requirement, kind, at);
    const [example] = fc.sample(examples, { seed, numRuns: 1 }) as [T];
    const ended = await outcomeOf(() =>
      inOwnScope(`${check} ${at}`, () => withRestarts(() => send(example, staysOf(at)))),
    );
    const isFound = ended instanceof Failed || ended instanceof UnclearResponse;
    const unanswered = ended instanceof Inconclusive;
    // A case that the end of the run broke off does not count.
    if (unanswered && !isFound && context().stopped !== undefined && sent.found.length === 0) return;
    tally.asked += 1;
    journal.write({ entry: 'cases', planned: 0, asked: 1 });
    if (isFound) return void sent.found.push({ at, seed, finding: ended });
    const outcome = counts[unanswered ? 'undecided' : ended];
    tally[outcome] += 1;
    if (unanswered) sent.unanswered += 1;
    if (unanswered) sent.undecided ??= ended.message;
    journal.write({ entry: 'cases', planned: 0, asked: 0, check, ended: { place, outcome, unanswered } });
  };
  const worker = async (): Promise<void> => {
    while ((also.length > 0 || next < share.length) && sent.found.length === 0 && sent.fault === undefined) {
      if (context().stopped !== undefined || isCut() || !maySend()) return;
      const place = also.pop() ?? next;
      if (place === next) next += 1;
      await one(place).catch((error: unknown) => {
        sent.fault ??= error;
      });
    }
  };

  journal.write({ entry: 'cases', planned: share.length - before.asked, asked: 0, check, begun });
  try {
    await creationBaseline();
    await Promise.all(Array.from({ length: Math.min(configuration.concurrency, share.length) }, worker));
  } finally {
    // Cases that will not be sent are no longer awaited.
    journal.write({ entry: 'cases', planned: tally.asked - share.length, asked: 0 });
  }
  return sent;
}

/** The outcome of a case, or what it found. @throws whatever is neither */
async function outcomeOf(work: () => Promise<CaseOutcome>): Promise<CaseOutcome | Failed | Inconclusive> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failed || error instanceof Inconclusive) return error;
    throw error;
  }
}
