import { gravityOf } from '../../schemas/consequences.js';
import type { Requirement, Specification } from '../../schemas/specification.js';
import { type CheckVerdict, isDead, type Verdict, worst } from '../../schemas/verdict.js';
import { verdictIn } from '../model/history.js';
import { startOf } from '../text/phrases.js';
import { clip } from '../text/printable.js';
import { streakOf } from '../wording/streak.js';
import type { PastRun } from './past-run.js';
import { isUnstable, type Transition, transitionOf } from './transitions.js';

/** Runs that the marks of a target go back. */
export const mostRuns = 60;
/** Targets on one page: those with the newest runs. */
const mostTargets = 12;
const longestName = 200;

/** What the history knows of one target. */
export type TargetOverview = ReturnType<typeof targetOf>;

/** Every target of a history, by name. @param runs of all targets, oldest first */
export function targetsOf(runs: readonly PastRun[], specification: Specification): readonly TargetOverview[] {
  const newest = new Map(runs.map((run) => [run.target, run]));
  return [...newest.values()]
    .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
    .slice(0, mostTargets)
    .toSorted((a, b) => (a.target < b.target ? -1 : 1))
    .map((last, at) => targetOf(last, runs, { place: `target-${at + 1}`, specification }));
}

/** @param place of its part in the page */
function targetOf(
  last: PastRun,
  everyRun: readonly PastRun[],
  { place, specification }: { place: string; specification: Specification },
) {
  const { catalogue: known } = specification;
  const name = last.target;
  const all = everyRun.filter(({ target }) => target === name);
  const ours = all.filter(({ scope }) => !scope || !last.scope || scope.tenants === last.scope.tenants);
  // The newest runs with the tenants and the profile of the last one, oldest first.
  const runs = ours.slice(-mostRuns);
  const seen = new Map(known.map(({ id }) => [id, runs.filter((run) => verdictIn({ id }, run) !== undefined)]));
  const transitions = known.flatMap(({ id }) => transitionOf(id, seen.get(id) ?? []) ?? []);
  // The newest verdict of each requirement, from the runs that say something about it.
  const state = new Map(
    [...seen].flatMap(([id, own]) => {
      const verdict = own.at(-1)?.verdicts[id];
      return verdict === undefined ? [] : [[id, verdict] as const];
    }),
  );
  return {
    ...{ specification, place, name, runs, last, transitions, state },
    /** `Sandbox, https://sandbox.payments.example/v1/`. */
    title: titleOf(name),
    /** The newest run that decided something and that no filter made smaller, if there is one. */
    whole: runs.findLast((run) => !run.partial && !isDead(run)),
    /** Newer runs with other tenants or another profile, or the same with lines of 0.1 between: they are not shown. */
    hidden: all.length - ours.length,
    /** What has a line of marks: what fails, then what goes back and forth, is inconclusive, or changed; the gravest first. */
    lines: linesOf(known, transitions, state),
    /** What nobody decided on. */
    open: openItems(known, seen, last),
  };
}

function linesOf(
  known: readonly Requirement[],
  transitions: readonly Transition[],
  state: ReadonlyMap<string, Verdict>,
): readonly Requirement[] {
  const rankOf = ({ id }: Requirement): number => {
    const change = transitions.find((one) => one.id === id);
    if (state.get(id) === 'fail') return 0;
    if (change && isUnstable(change)) return 1;
    if (state.get(id) === 'inconclusive') return 2;
    return change ? 3 : 4;
  };
  const byGravity = known.toSorted((a, b) => gravityOf(a.consequence) - gravityOf(b.consequence));
  return byGravity.filter((row) => rankOf(row) < 4).toSorted((a, b) => rankOf(a) - rankOf(b));
}

function titleOf(name: string): string {
  const [, environment = '', address = name] = /^(\w+) (.+)$/s.exec(name) ?? [];
  return clip(environment === '' ? name : `${startOf(environment)}, ${address}`, longestName);
}

/** The verdict of a concern in one run: the worst of its requirements, `undefined` where the run says nothing. */
export function concernIn(run: PastRun, requirements: readonly string[]): Verdict | undefined {
  const found = requirements.flatMap((id) => verdictIn({ id }, run) ?? []);
  const decided = found.filter((one): one is CheckVerdict => one !== 'attested' && one !== 'pending');
  return decided.length === 0 ? undefined : worst(decided);
}

/**
 * What fails, gravest first, then observations that changed, as far as no waiver or acceptance covers them: since when, and
 * whether it was open before the first run that is shown.
 * @param seen the runs that say something about each requirement
 */
function openItems(
  known: readonly Requirement[],
  seen: ReadonlyMap<string, readonly PastRun[]>,
  { open = {} }: PastRun,
) {
  const gravest = known.toSorted((a, b) => gravityOf(a.consequence) - gravityOf(b.consequence));
  const failing = gravest.flatMap((requirement) => {
    const { id } = requirement;
    const own = seen.get(id) ?? [];
    if (own.at(-1)?.verdicts[id] !== 'fail') return [];
    const streak = streakOf(id, [...own]);
    const since = own[streak?.first ?? own.length - 1]?.startedAt ?? '';
    return [{ requirement, mark: 'fail', since, isOlder: streak?.isWhole === false } as const];
  });
  const changed = known.flatMap((requirement) => {
    const change = Object.hasOwn(open, requirement.id) ? open[requirement.id] : undefined;
    return change ? [{ requirement, mark: 'changed', since: change.since, isOlder: false } as const] : [];
  });
  return [...failing, ...changed];
}
