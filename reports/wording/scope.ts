import { type Lack, lacks, leftOutBy, type Profile, wanted } from '../../schemas/profiles.js';
import type { Specification } from '../../schemas/specification.js';
import type { Report, ReportedRequirement as Row } from '../../schemas/types.js';
import { isRule, isTested, reasonOf } from './row.js';

export function coverageOf(rows: readonly Row[]) {
  const rules = rows.filter(isRule);
  return { tested: rules.filter(isTested).length, testable: rules.length };
}

export const concernsOf = (all: readonly Row[], { concerns }: Pick<Specification, 'concerns'>) =>
  concerns.map(({ name, requirements }) => {
    const rows = all.filter(({ id }) => requirements.includes(id));
    return { name, ...coverageOf(rows), reason: whyOpen(rows.filter((row) => !isTested(row))) };
  });

function whyOpen(open: readonly Row[]): string | undefined {
  const [first] = open;
  if (!first) return undefined;
  const same = open.filter((row) => reasonOf(row) === reasonOf(first));
  const ids = same.map(({ id }) => id).join(', ');
  const more = open.length - same.length;
  return `${ids}: ${reasonOf(first)}${more > 0 ? ` And ${more} more for other reasons.` : ''}`;
}

/** Whether a filter left something out. Such a run is no baseline, and never `latest`. */
export const isPartial = (rows: readonly Row[]) => rows.some(({ leftOut }) => leftOut !== undefined);

/** What the profile wants and a skipped requirement lacked. */
export const missingLacks = (rows: readonly Row[], profile: Profile): readonly Lack[] => [
  ...new Set(rows.flatMap((row) => (isWanted(row, profile) ? (row.lacks ?? []) : []))),
];

/** Whether it was skipped for lack of what the profile wants. */
export const isWanted = ({ verdict, lacks }: Row, profile: Profile) =>
  verdict === 'skipped' && lacks !== undefined && wanted[profile].includes(lacks);

export function leftOutIn({ summary, target }: Pick<Report, 'summary' | 'target'>) {
  const meant = leftOutBy(summary.profile).filter((lack) => lack !== 'second-tenant' || target.tenants !== 2);
  return meant.map((lack) => lacks[lack].leftOut);
}
