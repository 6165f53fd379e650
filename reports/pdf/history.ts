import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { ReportedRequirement } from '../../schemas/types.js';
import type { DocumentInput } from '../model/document-input.js';
import { type HistoryColumn, historyOf } from '../model/history.js';
import { day } from '../text/dates.js';
import { brief } from './glyphs.js';
import { grid } from './marks.js';
import { sizes, width } from './page-layout.js';
import { introduction, type Part, part } from './part.js';
import { beside, table } from './table.js';
import { idAlone, prose, set, soft } from './typography.js';

const wide = 268;
/** A mark is not drawn larger than this, however few the nights are. */
const largest = 8;

/** The runs against this target so far: a bad requirement shows as a row, a bad night as a column. */
export function nights({ report }: DocumentInput): Part | undefined {
  const found = historyOf(report);
  if (!found) return undefined;
  const { title, introduction: opening, moved, columns } = found;
  const size = Math.min(largest, ((wide - 2) * 16) / (columns * 18));
  const ends = [report.history[0], report.history.at(-1)].map((night) =>
    day(night?.startedAt ?? '', report.run.startedAt),
  );
  const across = columns * size * (18 / 16);
  const axis = beside(
    [across / 2, across / 2],
    [
      soft(ends[0] ?? '', { fontSize: sizes.small }),
      soft(ends[1] ?? '', { fontSize: sizes.small, alignment: 'right' }),
    ],
  );
  const heads = [
    { name: 'Id', wide: 60 },
    { name: 'Requirement', wide: width - 60 - wide },
    { name: 'Nights', wide, head: axis },
  ];
  const rows = moved.map(({ row, marks }) => line(row, marks, size));
  return part('nights', title, false, [
    introduction(opening),
    rows.length > 0 ? table(heads, rows) : prose('None did.'),
  ]);
}

function line({ id, title }: ReportedRequirement, marks: HistoryColumn['marks'], size: number): TableCell[] {
  const drawn: Content = grid(marks, marks.length, size, true);
  return [idAlone(id), set(brief(title, 200, 2)), { stack: [drawn], margin: [0, 1.5, 0, 0] }];
}
