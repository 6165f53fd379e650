import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { driftOf } from '../drift/drift-of.js';
import { decisionFor } from '../wording/decisions.js';
import { statementsOf } from '../wording/observed.js';
import { counted } from '../wording/summary-text.js';
import { type ReasonGroup, split } from './open-findings.js';
import { mostPressingFirst } from './questions.js';

/** What the specification leaves open, by what the run knows of it. */
export interface Gaps {
  readonly all: readonly ReportedRequirement[];
  readonly changed: readonly ReportedRequirement[];
  readonly settled: readonly ReportedRequirement[];
  readonly observed: readonly ReportedRequirement[];
  /** Those without an observation: each with its own reason, or grouped by a shared one. */
  readonly missing: readonly ReportedRequirement[];
  readonly alone: readonly ReasonGroup[];
  readonly together: readonly ReasonGroup[];
}

/** The gap register of a report. */
export function gapsOf(report: Report): Gaps {
  const all = mostPressingFirst(report.requirements.filter(({ basis }) => basis === 'not-shown'));
  const changed = all.filter((row) => driftOf(row));
  const settled = all.filter((row) => !changed.includes(row) && row.verdict !== 'pending');
  const others = all.filter((row) => !changed.includes(row) && !settled.includes(row));
  const observed = others.filter(({ sentence, observation }) => sentence !== undefined || observation !== undefined);
  const missing = others.filter((row) => !observed.includes(row));
  return { all, changed, settled, observed, missing, ...split(missing) };
}

/** The introduction of the register: how many points there are, and how many of them are rules by now. */
export function gapIntroduction(count: number, settled: number): string {
  const rules = settled === 0 ? '' : `, and ${settled} of them ${settled === 1 ? 'is' : 'are'} settled`;
  return `The specification leaves ${counted(count, 'point')} open${rules}. Where nothing is settled no behaviour can fail: the report records it and compares it with the last run that observed it. What deserves a decision first stands first. A change stays open until an authorised person accepts it. A gap becomes a rule when such a person settles it.`;
}

/** The words beside the heading of each group, after the number of its requirements. */
export const gapGroups = {
  changed: 'until somebody accepts or settles it',
  settled: 'a rule by decision',
  missing: 'with the reason',
} as const;

/** The observed statements of a settled requirement, or the reason why there are none. */
export function settledAs(row: ReportedRequirement): readonly string[] {
  const statements = statementsOf(row);
  return statements.length > 0 ? statements : [row.found ?? row.reason ?? ''];
}

/** The person who settled a requirement; empty without a settlement. */
export function settledBy(row: ReportedRequirement, report: Report): string {
  const decision = decisionFor(row, report);
  return decision ? `Settled by ${decision.by}.` : '';
}
