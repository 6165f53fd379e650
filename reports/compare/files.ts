import type { Report } from '../../schemas/types.js';
import { type Comparison, isSame } from '../drift/comparison.js';
import { contextOf, recorded } from '../drift/sentences.js';
import { coded, safe, table } from '../formats/markdown-text.js';
import { shown } from '../text/printable.js';
import { itemsOf, type Kind, kinds } from './items.js';
import { countsText, sideText } from './page.js';

/** A comparison as Markdown, for a chat or a merge request: what differs, a table for each kind. */
export function renderComparisonMarkdown(comparison: Comparison<Report>): string {
  const items = itemsOf(comparison);
  const side = (name: string, report: Report) => `${name}: ${safe(report.target.baseUrl)} (${safe(sideText(report))})`;
  const groups = (Object.keys(kinds) as Kind[]).flatMap((kind) => {
    const rows = items.filter((one) => one.kind === kind);
    if (rows.length === 0) return [];
    const lines = rows.map(({ id, title, before, now }) => [
      safe(id),
      coded(title),
      coded(before.text),
      coded(now.text),
    ]);
    return [`## ${kinds[kind]}`, table(['Requirement', 'Title', 'Before', 'Now'], lines)];
  });
  const blocks = [
    `# ${isSame(comparison) ? 'Same' : 'Differs'}`,
    safe(countsText(comparison), 1_000),
    `${side('Before', comparison.before)}  \n${side('Now', comparison.now)}`,
    safe(contextOf(comparison).join(' ')),
    ...groups,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

/** A comparison for programs: `same`, the ids as report.json keeps them, and each requirement with both its sides. */
export function renderComparisonJson(comparison: Comparison<Report>): string {
  const side = ({ run, target, summary }: Report) => ({
    ...{ run: run.id, startedAt: run.startedAt, suiteVersion: run.suiteVersion },
    ...{ baseUrl: target.baseUrl, verdict: summary.verdict, profile: summary.profile },
  });
  const { baseline: _, ...ids } = recorded(comparison);
  const value = {
    same: isSame(comparison),
    ...{ before: side(comparison.before), now: side(comparison.now), ...ids },
    requirements: itemsOf(comparison).map(({ before, now, ...one }) => ({ ...one, before, now })),
  };
  return `${JSON.stringify(value, (_key, of) => (typeof of === 'string' ? shown(of, 2_000) : of), 2)}\n`;
}
