import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { underneath } from '../wording/decisions.js';

/** What the passes of a run say about the OWASP API Security Top 10 (2023): they support an item, which is less than to prove it. */

/** The list that the catalogue refers to. */
export const topTen = {
  name: 'OWASP API Security Top 10',
  version: '2023',
} as const;

/** The caveat that stands wherever an item is named. */
export const supportOnly = 'A pass supports an item but does not prove it.';

const names: Readonly<Record<string, string>> = {
  'API1:2023': 'Broken Object Level Authorization',
  'API2:2023': 'Broken Authentication',
  'API3:2023': 'Broken Object Property Level Authorization',
  'API5:2023': 'Broken Function Level Authorization',
  'API8:2023': 'Security Misconfiguration',
};

/** The items that a requirement supports: none unless it passed. */
export function supportedBy(row: ReportedRequirement): readonly string[] {
  return row.verdict === 'pass' ? [...new Set(row.supports)] : [];
}

/** The same as a sentence, for the files for programs; undefined where it supports none. */
export function supports(row: ReportedRequirement): string | undefined {
  const items = supportedBy(row);
  return items.length > 0 ? `Supports ${items.join(', ')} of the ${topTen.name}. ${supportOnly}` : undefined;
}

/**
 * Every item that at least one pass supports, in the order of the list: the ids of the requirements that passed (`by`), of
 * those that failed, waived or not, and so contradict it (`against`), and how many bear on it.
 */
export function supportedItems(report: Report) {
  const ids = [...new Set(report.requirements.flatMap(supportedBy))];
  return ids.sort(byNumber).map((id) => {
    const bearing = report.requirements.filter((row) => row.supports?.includes(id));
    const by = bearing.filter(({ verdict }) => verdict === 'pass').map((row) => row.id);
    const against = bearing.filter((row) => underneath(row) === 'fail').map((row) => row.id);
    return { id, name: names[id] ?? id, by, against, of: bearing.length };
  });
}

function byNumber(one: string, other: string): number {
  const [a, b] = [one, other].map((id) => Number(/\d+/.exec(id)?.[0] ?? 0));
  return (a ?? 0) - (b ?? 0) || (one < other ? -1 : 1);
}
