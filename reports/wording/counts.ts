import { byKey } from '../../schemas/by-key.js';
import type { Specification } from '../../schemas/specification.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { count, type Verdict, verdicts } from '../../schemas/verdict.js';
import { labels } from './verdict-labels.js';

/** One area of a report: its requirements in catalogue order, and the count of each verdict. */
export type AreaCounts = ReturnType<typeof byArea>[number];

/**
 * The report's requirements by area, in the report's order. It goes by what the report says, not by today's catalogue,
 * so that an old report can be rendered again.
 */
export function byArea(report: Report, { areas }: Pick<Specification, 'areas'>) {
  return [...byKey(report.requirements.map((row) => [row.area, row]))].map(([area, rows], index) => {
    const known = areas.find(({ name, short }) => name === area || short === area);
    return {
      name: known?.name ?? area,
      /** For narrow places. */
      short: known?.short ?? area,
      /** For ids and attributes: letters a to z only. */
      key: `area-${String.fromCharCode(97 + (index % 26)).repeat(1 + Math.floor(index / 26))}`,
      rows,
      counts: count(rows.map(({ verdict }) => verdict)),
    };
  });
}

/** The requirements that ended with a verdict, in catalogue order. */
export function withVerdict(report: Report, verdict: Verdict): readonly ReportedRequirement[] {
  return report.requirements.filter((row) => row.verdict === verdict);
}

/** The counts of a report. Earlier ones count none that are lacking. */
export function countsOf({ summary }: Pick<Report, 'summary'>): Readonly<Record<Verdict, number>> {
  return { lacking: 0, ...summary.counts };
}

/** The verdicts that a report shows the counts of: what a mock was declared to lack, where there is any. */
export function shownVerdicts(report: Pick<Report, 'summary'>): readonly Verdict[] {
  return verdicts.filter((verdict) => verdict !== 'lacking' || countsOf(report).lacking > 0);
}

/** Counts as words: `6 pass, 1 pending`. */
export function counted(counts: Readonly<Record<Verdict, number>>): string {
  return verdicts
    .flatMap((verdict) => (counts[verdict] ? `${counts[verdict]} ${labels[verdict].word.toLowerCase()}` : []))
    .join(', ');
}
