import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { ReportedRequirement } from '../../schemas/types.js';
import type { DocumentInput } from '../model/document-input.js';
import { type AreaCounts, counted } from '../text/counts.js';
import { aside } from '../text/summary-text.js';
import { bases } from '../text/verdict-labels.js';
import { coded } from './coded.js';
import { findingOf } from './findings.js';
import { brief } from './glyphs.js';
import { marked } from './marks.js';
import { sizes, width } from './page-layout.js';
import { bookmark, introduction, type Part, part } from './part.js';
import { cell, count, table } from './table.js';
import { bold, idAlone, place, set, soft } from './typography.js';

const wide = { mark: 78, id: 58, basis: 150, checks: 36 };

/** The whole catalogue by area, one row each: verdict, clause and basis, and the reason where somebody may have to act. */
export function requirements({ report, areas }: DocumentInput): Part {
  const found = findingOf(report);
  const { fail, inconclusive } = report.summary.counts;
  // Where there is no finding, the sentence that says so needs no page of its own.
  return part('requirements', 'Requirements', fail + inconclusive > 0, [
    introduction(
      'The whole catalogue, by area. What follows Supports are items of the OWASP API Security Top 10; to support is less than to prove.',
    ),
    ...areas.map((area) => group(area, found)),
  ]);
}

function group({ name, key, rows, counts }: AreaCounts, found: ReadonlyMap<string, string>): Content {
  const columns = [
    { name: 'Verdict', wide: wide.mark },
    { name: 'Id', wide: wide.id },
    { name: 'Requirement', wide: width - wide.mark - wide.id - wide.basis - wide.checks },
    { name: 'Basis and clause', wide: wide.basis },
    { name: 'Checks', wide: wide.checks, right: true },
  ];
  return table(
    columns,
    rows.map((row, index) => line(row, found, index === 0 ? { name, key } : undefined)),
    { title: heading(name, rows.length, counted(counts)), margin: [0, 0, 0, 18] },
  );
}

/** A group's heading with what stands softly beside it. */
function heading(title: string, size: number, beyond: string): Content {
  return set([bold(title, { fontSize: 11 }), soft(`   ${size}${beyond && `: ${beyond}`}`)]);
}

function line(
  row: ReportedRequirement,
  found: ReadonlyMap<string, string>,
  area?: { name: string; key: string },
): TableCell[] {
  // A second line only where a reader may have to act. What is left open stands in the gap register.
  const second = row.verdict === 'pass' || row.verdict === 'pending' ? undefined : aside(row);
  const finding = found.get(row.id);
  const supports = row.supports?.length ? `Supports ${row.supports.join(', ')}` : undefined;
  return [
    // The first row of an area holds the area's bookmark: a head stands on several pages, a bookmark on one.
    area ? cell(marked(row.verdict, bookmark(area.name, area.key, 'requirements'))) : cell(marked(row.verdict)),
    idAlone(row.id, {
      id: place(row.id),
      ...(finding !== undefined && { linkToDestination: place(finding) }),
    }),
    cell(set(row.title), second === undefined ? undefined : soft(coded(brief(second, 400, 6)))),
    cell(
      set([soft(`${bases[row.basis]}. `), brief(row.clause, 200, 2).replace(/ (?=\d)/g, '\u{a0}')], {
        fontSize: sizes.small,
        margin: [0, 0.45, 0, 0],
      }),
      supports === undefined ? undefined : soft(brief(supports, 200, 2), { fontSize: sizes.small }),
    ),
    count(row.checks.length > 0 ? String(row.checks.length) : ''),
  ];
}
