import fc from 'fast-check';
import { elapsed, untilDeadline } from '../../../helpers/client/clock.js';
import { context, currentScope, inScope, perRun } from '../../../helpers/client/context.js';
import { TransportError } from '../../../helpers/client/transport-error.js';
import { Failed, Inconclusive, Skipped, UnclearResponse } from '../../../helpers/client/verdicts.js';
import { checkName, type Kind, seedOf } from '../../../helpers/configuration/generated-cases.js';
import { withRestarts } from '../../../helpers/runner/restarts.js';
import type { CaseCounts } from '../../../schemas/finding.js';
import type { DecidableId } from '../../../schemas/fsapi/catalogue.js';
import { code, unmarked } from '../../../schemas/marked.js';
import { creationBaseline } from '../../probes/creation-baseline.js';

/** The outcome of a case without a finding; `undecided` where the service rejected the control too. */
export type CaseOutcome = 'accepted' | 'rejected' | 'normalised' | 'undecided';

/** The generated cases of one property. Each is sent with everything fresh. */
interface CaseRun<T> {
  readonly requirement: DecidableId;
  readonly kind: Kind;
  readonly examples: fc.Arbitrary<T>;
  /**
   * @param stays whether its exchange stays in the evidence even if it is uneventful
   * @throws Failed and UnclearResponse for a finding, Inconclusive without a response, Skipped where sending is not allowed
   */
  send(example: T, stays: boolean): Promise<CaseOutcome>;
  maySend?(): boolean;
}

type Tally = { -readonly [Count in keyof CaseCounts]: CaseCounts[Count] };
/** The counts of report.json by outcome. Their names are those of version 0.1. */
const counts = { accepted: 'letIn', rejected: 'refused', normalised: 'putRight', undecided: 'open' } as const;

/** Which uneventful cases stay in the evidence: the first three, then ever fewer. */
const staysOf = (at: number) => at < 3 || (at & (at - 1)) === 0;

interface Sent {
  readonly tally: CaseCounts;
  readonly found: Found[];
  /** How many cases got no conclusive response, and why the first did not. */
  unanswered: number;
  undecided?: string;
  fault?: unknown;
}

/**
 * Sends the generated cases of one property, several at a time, until the first finding, and
 * shrinks the example of that.
 * @throws Failed and Inconclusive with the smallest example; Inconclusive, Skipped where cases were not sent
 */
export async function runCases<T>(cases: CaseRun<T>): Promise<CaseCounts> {
  const { tally, found, unanswered, undecided = '', fault } = await sendAll(cases);
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

async function sendAll<T>({ requirement, kind, examples, send, maySend = () => true }: CaseRun<T>): Promise<Sent> {
  const { configuration, journal } = context();
  const { cases: planned, concurrency } = configuration;
  const check = `${requirement} ${checkName(kind)}`;
  const tally: Tally = { planned, asked: 0, letIn: 0, refused: 0, putRight: 0, open: 0 };
  currentScope().cases = tally;
  const sent: Sent = { tally, found: [], unanswered: 0 };
  let next = 0;

  const one = async (at: number): Promise<void> => {
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
    tally[counts[unanswered ? 'undecided' : ended]] += 1;
    if (unanswered) sent.unanswered += 1;
    if (unanswered) sent.undecided ??= ended.message;
  };
  const worker = async (): Promise<void> => {
    while (next < planned && sent.found.length === 0 && sent.fault === undefined) {
      if (context().stopped !== undefined || isCut() || !maySend()) return;
      const at = next;
      next += 1;
      await one(at).catch((error: unknown) => {
        sent.fault ??= error;
      });
    }
  };

  journal.write({ entry: 'cases', planned, asked: 0 });
  try {
    await creationBaseline();
    await Promise.all(Array.from({ length: Math.min(concurrency, planned) }, worker));
  } finally {
    // Cases that will not be sent are no longer awaited.
    journal.write({ entry: 'cases', planned: tally.asked - planned, asked: 0 });
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

const mostSteps = 100;

/** A case with a finding: the service accepted an invalid value, rejected a valid one, or did neither. */
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
async function shrink<T>(cases: CaseRun<T>, { at, seed, finding }: Found): Promise<Failed | Inconclusive> {
  const isAlike = (error: unknown): error is Failed | UnclearResponse =>
    finding instanceof Failed ? error instanceof Failed : error instanceof UnclearResponse;
  let best = finding;
  let steps = 0;
  let fault: Error | undefined;
  const property = fc.asyncProperty(cases.examples, async (example) => {
    if (steps >= mostSteps || fault !== undefined || context().stopped !== undefined || isCut()) return true;
    steps += 1;
    const name = `${cases.requirement} ${checkName(cases.kind)} ${at} step ${steps}`;
    const again = await inOwnScope(name, () => cases.send(example, false)).catch((error: unknown) => error);
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

function named(best: Failed | UnclearResponse, first: Failed | UnclearResponse, at: number): Failed | Inconclusive {
  const [one, other] = [first, best].map(({ response }) => response?.request.change.purpose);
  const from = one === other ? '' : `, ${one}`;
  const origin = `generated case ${at + 1}${from}`;
  if (best instanceof UnclearResponse) return new Inconclusive(`${best.message} Found by ${unmarked(origin)}.`);
  return new Failed({ ...best.details, received: `${best.details.received}\nFound by ${unmarked(origin)}.` });
}

/** Runs a case in a scope of its own, so that its customers do not depend on other cases; its exchanges are evidence of the check. */
async function inOwnScope<T>(name: string, work: () => Promise<T>): Promise<T> {
  const parent = currentScope();
  return inScope(name, async (scope) => {
    try {
      return await work();
    } finally {
      parent.retried += scope.retried;
      for (const id of scope.exchanges) if (!parent.exchanges.includes(id)) parent.exchanges.push(id);
    }
  });
}

/** Least time for the checks after the cases, in milliseconds. */
const leastMs = 1000;
/** Most time for them, as a share of the deadline. */
const mostOfAll = 1 / 3;

const keptMs = perRun((run) =>
  Math.min(Math.max(leastMs, elapsed(run)), run.configuration.deadlineSeconds * 1000 * mostOfAll),
);

/**
 * Whether the deadline is so near that case generation stops: the checks after it, mainly invalid keys, are taken to
 * need as long as those before it. The run records that, and is incomplete.
 */
export function isCut(): boolean {
  const run = context();
  const { deadlineSeconds } = run.configuration;
  if (run.cut === undefined && untilDeadline(run) < keptMs())
    run.cut = `The deadline of ${deadlineSeconds} s came near (${code('--deadline')}), so the run generated no more cases.`;
  return run.cut !== undefined;
}
