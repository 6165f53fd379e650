import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { dayInFull } from '../days.js';
import { decisionsByKind, endOf } from '../decided.js';
import { type Decision, decisionsOf } from '../decisions.js';
import { decisionsFrom } from '../sentences.js';
import type { Source } from '../source.js';
import { brief } from './letters.js';
import { colours, width } from './paper.js';
import { bookmark, introduction, type Part, part } from './part.js';
import { cell, table } from './table.js';
import { bold, idAlone, set, soft } from './type.js';

const columns = [
  { name: 'Id', wide: 60 },
  { name: 'By whom, and why', wide: width - 60 - 130 },
  { name: 'Until', wide: 130 },
];

/** Who decided what, why, and until when. `undefined` where no decision took part. */
export function decisions({ report }: Source): Part | undefined {
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
