import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { type Decision, decisionsOf } from '../model/decisions.js';
import type { DocumentInput } from '../model/document-input.js';
import { dayInFull } from '../text/dates.js';
import { decisionsByKind, endOf } from '../text/decided.js';
import { decisionsFrom } from '../text/summary-text.js';
import { brief } from './glyphs.js';
import { colours, width } from './page-layout.js';
import { bookmark, introduction, type Part, part } from './part.js';
import { cell, table } from './table.js';
import { bold, idAlone, set, soft } from './typography.js';

const columns = [
  { name: 'Id', wide: 60 },
  { name: 'By whom, and why', wide: width - 60 - 130 },
  { name: 'Until', wide: 130 },
];

/** Who decided what, why, and until when. `undefined` where no decision took part. */
export function decisions({ report }: DocumentInput): Part | undefined {
  if (decisionsOf(report).length === 0) return undefined;
  return part('decisions', 'Decisions', false, [
    introduction(decisionsFrom),
    ...decisionsByKind(report).map(({ title, rows }): Content => {
      const heading = set([bold(brief(title, 60, 1), { fontSize: 11 }), soft(`   ${rows.length}`)]);
      const lines = rows.map((row, index) => line(row, index === 0 ? title : undefined));
      return table(columns, lines, { title: heading, margin: [0, 0, 0, 16] });
    }),
  ]);
}

function line(decision: Decision, title: string | undefined): TableCell[] {
  const { id, check, by, on, reason, evidence, ticket, approvedBy, expires } = decision;
  const more = [
    on === undefined ? '' : `, ${dayInFull(on)}`,
    approvedBy === undefined ? '' : `, approved by ${approvedBy}`,
    ticket === undefined ? '' : `, ${ticket}`,
  ];
  const { until, days, near } = endOf(decision);
  const ending = near ? { color: colours.inconclusive, bold: true } : { color: colours.soft };
  return [
    idAlone(id, title === undefined ? {} : bookmark(title, `decisions-${title}`, 'decisions')),
    cell(
      set([bold(brief(by, 200, 2)), brief(more.join(''), 300, 2)]),
      set(brief(reason, 500, 8)),
      check === undefined ? undefined : soft(brief(`Only the check “${check}”`, 300, 2)),
      evidence === undefined ? undefined : soft(brief(`Proof: ${evidence}`, 500, 8)),
    ),
    cell(expires === undefined ? soft(until) : set(brief(until, 100, 1)), days === '' ? undefined : set(days, ending)),
  ];
}
