import { type Difference, differences } from '../../schemas/observation.js';
import { currentName, type Specification } from '../../schemas/specification.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { isLeftOut } from '../wording/skip-reasons.js';

/** The earlier side of a comparison: a report, or what several runs together know of each requirement. */
export interface Earlier {
  readonly run: Pick<Report['run'], 'id' | 'startedAt' | 'complete'> &
    Partial<Pick<Report['run'], 'suiteVersion' | 'exam' | 'configuration'>>;
  readonly target: Pick<Report['target'], 'baseUrl' | 'embedded'> & Partial<Pick<Report['target'], 'environment'>>;
  readonly requirements: readonly ReportedRequirement[];
}

/** What differs between two reports, each list in the order of the later one. */
export interface Comparison<Before extends Earlier = Earlier> {
  readonly before: Before;
  readonly now: Report;
  /** The name that a check has today. */
  readonly nameOf: (check: string) => string;
  /** How many requirements were observed in both. */
  readonly compared: number;
  /** Requirements that are in both. */
  readonly moved: readonly Moved[];
  /** Requirements that were observed otherwise. */
  readonly changed: readonly Changed[];
  readonly failures: {
    /** They fail now, and did not then. */
    readonly new: readonly Moved[];
    /** They failed then, and fail now or are waived. */
    readonly still: readonly Moved[];
    /** They were contradicted then, waived or not, and pass now. */
    readonly fixed: readonly Moved[];
  };
  /** Decided then, and not now, though no filter left them out. */
  readonly undecided: readonly Moved[];
  /** Decided now, and not then, though no filter left them out. */
  readonly decided: readonly Moved[];
  /** Checks of requirements that both runs asked, which only the earlier one has. */
  readonly vanished: readonly NamedCheck[];
}

/** A requirement in both reports, as each has it. */
export interface Moved {
  readonly id: string;
  /** Undefined where the earlier report does not have the requirement. */
  readonly before: ReportedRequirement | undefined;
  readonly now: ReportedRequirement;
}

/** A requirement that was observed otherwise. */
export interface Changed extends Moved {
  readonly differences: readonly Difference[];
}

/** A check, by its requirement and name. */
export interface NamedCheck {
  readonly id: string;
  readonly name: string;
}

/**
 * Compares two reports, of one target on two nights or of two targets. Pure. What was observed in only one of them is
 * no change, and what a filter left out of one is nothing that was lost. What a mock was declared to lack is left out.
 */
export function compareReports<Before extends Earlier>(
  before: Before,
  now: Report,
  specification: Pick<Specification, 'renamedChecks'>,
): Comparison<Before> {
  const nameOf = (name: string) => currentName(specification, name);
  const known = new Map(before.requirements.map((row) => [row.id, row]));
  const moved = now.requirements
    .map((row): Moved => ({ id: row.id, before: known.get(row.id), now: row }))
    .filter((one) => one.before?.verdict !== 'lacking' && one.now.verdict !== 'lacking');
  const observed = moved.filter((one) => one.before?.observation !== undefined && one.now.observation !== undefined);
  const comparable = moved.filter((one) => one.before && !isLeftOut(one.before) && !isLeftOut(one.now));
  return {
    before,
    now,
    nameOf,
    moved: comparable,
    compared: observed.length,
    changed: observed.flatMap(changeOf),
    failures: {
      new: moved.filter((one) => one.now.verdict === 'fail' && !isContradicted(one.before)),
      still: moved.filter((one) => one.before?.verdict === 'fail' && ['fail', 'waived'].includes(one.now.verdict)),
      fixed: moved.filter((one) => one.now.verdict === 'pass' && isContradicted(one.before)),
    },
    undecided: comparable.filter((one) => isDecided(one.before) && !isDecided(one.now)),
    decided: comparable.filter((one) => !isDecided(one.before) && isDecided(one.now)),
    // A run that was cut short did not come to all of its checks: that they are missing says nothing.
    vanished: now.run.complete ? comparable.flatMap((one) => vanishedOf(one, nameOf)) : [],
  };
}

/** Whether nothing differs that says something about the target. */
export function isSame({ changed, failures, undecided, decided, vanished }: Comparison): boolean {
  return [changed, failures.new, failures.fixed, undecided, decided, vanished].every((list) => list.length === 0);
}

function changeOf(one: Moved): Changed[] {
  const found = differences(one.before?.observation, one.now.observation);
  return found.length === 0 ? [] : [{ ...one, differences: found }];
}

// A waiver covers what is undecided too; only what an answer contradicts has something found.
function isContradicted(row: ReportedRequirement | undefined): boolean {
  return row?.verdict === 'fail' || (row?.verdict === 'waived' && row.found !== undefined);
}

function isDecided(row: ReportedRequirement | undefined): boolean {
  return row !== undefined && ['pass', 'fail', 'waived', 'attested'].includes(row.verdict);
}

// A requirement without any check was not tested, which its verdict says.
function vanishedOf({ id, before, now }: Moved, nameOf: (name: string) => string): NamedCheck[] {
  if (!before || now.checks.length === 0) return [];
  const names = new Set(now.checks.map(({ name }) => nameOf(name)));
  // How many cases are generated is asked anew for each run, and none is no check that was lost.
  return before.checks
    .filter(({ name, cases }) => !cases && !names.has(nameOf(name)))
    .map(({ name }) => ({ id, name }));
}
