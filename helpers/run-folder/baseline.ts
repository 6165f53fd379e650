import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Earlier } from '../../reports/drift/comparison.js';
import type { Remembered } from '../../reports/drift/remembered.js';
import { areaOf, type Specification } from '../../schemas/specification.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { isDead, type Verdict } from '../../schemas/verdict.js';
import { UsageError } from '../configuration/usage-error.js';
import type { Scope } from './digests.js';
import type { HistoryRow } from './history.js';
import { readObservation } from './observation-store.js';
import { readReport } from './report-file.js';

/** What a run is compared with, and what has to be said about its choice, one sentence each. */
export interface ComparedWith {
  /** A report that is named, or what the runs before know of each requirement. */
  readonly baseline?: Earlier;
  /** The whole report of the run compared with, where it is there. */
  readonly report?: Report;
  /** What the runs before know of observations, whatever this one is compared with: its successors build on it. */
  readonly remembered: ReadonlyMap<string, Remembered>;
  /** Whether the baseline is made of them. */
  readonly isNamed: boolean;
  readonly notices: readonly string[];
}

/** Where a baseline is looked for. */
interface Search {
  readonly specification: Specification;
  readonly cwd: string;
  /** Earlier runs against the same target, oldest first. */
  readonly history: readonly HistoryRow[];
  readonly scope: Scope;
  readonly target: Earlier['target'];
  readonly isAccepted: (id: string, digest: string) => boolean;
}

/**
 * Chooses what a run is compared with: the report that is named, none, or for each requirement the last run in which it
 * was observed under the same configuration, and the last in which it was decided. Runs that decided nothing, partial runs
 * and runs with other tenants are passed over; so are runs with other keys, unless no run used these: a rotated key ends no drift.
 * @param named a path from `cwd`, or none
 * @param said how a message names it
 * @throws UsageError for a report that is named and unusable
 */
export function chooseBaseline(named: string | undefined, search: Search, said = 'The baseline'): ComparedWith {
  const { cwd, history, scope } = search;
  const reached = history.filter((row) => !isDead(row) && row.scope?.tenants === scope.tenants);
  const whole = reached.filter((row) => !row.partial);
  const underOwn = whole.filter((row) => row.scope?.keys === scope.keys);
  const own = underOwn.length > 0 ? underOwn : whole;
  const remembered = rememberedIn(own, search);
  if (named?.toLowerCase() === 'none') return { remembered, isNamed: true, notices: [] };
  if (named !== undefined) {
    const report = readReport(resolve(cwd, named), said);
    return { baseline: report, report, remembered, isNamed: true, notices: [] };
  }
  const newest = own.at(-1);
  if (!newest) return { remembered, isNamed: false, notices: [] };
  const { report, notices } = reportOf(newest, cwd);
  const others = underOwn.length > 0 ? [] : [underOtherKeys];
  const { id, startedAt, suiteVersion } = newest;
  const run = { id, startedAt, complete: true, ...(suiteVersion !== undefined && { suiteVersion }) };
  const requirements = requirementsOf(reached, remembered, report, search.specification);
  const baseline = { run, target: search.target, requirements };
  return { baseline, ...(report && { report }), remembered, isNamed: false, notices: [...others, ...notices] };
}

/** Newest first: the first run that knows of a requirement knows the last observation of it. */
function rememberedIn(own: readonly HistoryRow[], { cwd, isAccepted }: Search): ReadonlyMap<string, Remembered> {
  const found = new Map<string, Remembered>();
  for (const { observations = {}, open = {} } of own.toReversed()) {
    for (const [id, digest] of Object.entries(observations)) {
      const last = found.has(id) ? undefined : readObservation(cwd, digest);
      if (!last) continue;
      const change = open[id];
      const isClosed = change?.observed !== undefined && isAccepted(id, change.observed);
      const reference = change && !isClosed ? readObservation(cwd, change.before) : undefined;
      found.set(id, reference && change ? { reference, last, since: change.since } : { reference: last, last });
    }
  }
  return found;
}

/** Each requirement with the last verdict that decided it; where none did, with its last verdict. */
function requirementsOf(
  reached: readonly HistoryRow[],
  remembered: ReadonlyMap<string, Remembered>,
  report: Report | undefined,
  specification: Specification,
): ReportedRequirement[] {
  const checks = new Map(report?.requirements.map((row) => [row.id, row.checks]));
  return specification.catalogue.flatMap(({ id, title, basis, clause }): ReportedRequirement[] => {
    const all = reached.flatMap(({ verdicts }) => verdicts[id] ?? []);
    const verdict = all.findLast((one) => decided.includes(one)) ?? all.at(-1);
    if (verdict === undefined) return [];
    const { observation, sentences = [] } = remembered.get(id)?.reference ?? {};
    return [
      {
        ...{ id, title, basis, clause },
        area: areaOf(specification, id).name,
        // What was waived failed, and the end of its waiver makes no new failure of it.
        verdict: verdict === 'waived' ? 'fail' : verdict,
        checks: checks.get(id) ?? [],
        ...(observation !== undefined && {
          observation: observation as ReportedRequirement['observation'],
          sentence: sentences.join(' '),
          sentences: [...sentences],
        }),
      },
    ];
  });
}

const decided: readonly Verdict[] = ['pass', 'fail', 'waived', 'lacking', 'attested'];

/** The report of a run, for the names of its checks; none where its folder is gone or holds another run. */
function reportOf({ id, folder }: HistoryRow, cwd: string): { report?: Report; notices: readonly string[] } {
  const file = resolve(cwd, folder, 'report.json');
  if (!existsSync(file)) return { notices: [] };
  try {
    const report = readReport(file, `The report of the run ${id}`);
    return { ...(report.run.id === id && { report }), notices: [] };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { notices: [`${error.message.replace(/\.$/, '')}, so checks that disappeared are not named.`] };
  }
}

const underOtherKeys =
  'No earlier run used these keys: observations are compared with those of the same tenants under another key.';

/** What was last observed, by requirement: an observation that differs from it is retested. */
export function observationsOf({ baseline, remembered, isNamed }: ComparedWith): Record<string, unknown> {
  const seen = isNamed
    ? (baseline?.requirements ?? []).map(({ id, observation }) => [id, observation] as const)
    : [...remembered].map(([id, { last }]) => [id, last.observation] as const);
  return Object.fromEntries(seen.filter(([, observation]) => observation !== undefined));
}
