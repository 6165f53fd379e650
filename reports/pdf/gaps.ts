import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { driftOf } from '../decisions.js';
import { type Gaps, gapGroups, gapIntroduction, gapsOf, settledAs, settledBy } from '../gaps.js';
import type { ReasonGroup } from '../open-rows.js';
import { words } from '../words.js';
import { brief } from './letters.js';
import { marked, sign } from './marks.js';
import { colours, width } from './paper.js';
import { bookmark, introduction, type Part, part, type Source } from './part.js';
import { beside, cell, facts, rule, table } from './table.js';
import { bold, idAlone, set, soft, stack } from './type.js';

const columns = [
  { name: 'Id', wide: 60 },
  { name: 'What is left open', wide: 170 },
  { name: 'What the service does', wide: width - 230 },
];

/** What the specification leaves open, and what the service does there: changed, settled, observed, not observed. */
export function gaps({ report }: Source): Part {
  const found = gapsOf(report);
  const { all, changed, settled, observed } = found;
  const title = words.changed.word;
  return part('gaps', 'Gap register', true, [
    introduction(gapIntroduction(all.length)),
    group(title, gapGroups.changed, changed, (row) => drift(row), 'changed'),
    group('Settled', gapGroups.settled, settled, (row) => settledRow(row, report)),
    group('Observed', '', observed, (row) => set(brief(row.sentence ?? 'See its normal form.', 600, 8))),
    ...unobserved(found),
  ]);
}

function group(
  title: string,
  aside: string,
  rows: readonly ReportedRequirement[],
  tell: (row: ReportedRequirement) => Content,
  mark?: 'changed',
): Content | undefined {
  if (rows.length === 0) return undefined;
  const lines = rows.map(({ id, title: open }, index): TableCell[] => [
    idAlone(id, index === 0 ? bookmark(title, `gaps-${title}`, 'gaps') : {}),
    set(open),
    tell(rows[index] as ReportedRequirement) as TableCell,
  ]);
  return table(columns, lines, { title: heading(title, rows.length, aside, mark), margin: [0, 0, 0, 18] });
}

function heading(title: string, size: number, aside: string, mark?: 'changed'): Content {
  const told = set([
    bold(title, { fontSize: 11, ...(mark && { color: colours[mark] }) }),
    soft(`   ${size}${aside && `, ${aside}`}`),
  ]);
  return mark ? { stack: [sign(mark, 10, { x: 0, y: 1.5 }), { ...told, margin: [17, 0, 0, 0] }] } : told;
}

function unobserved({ missing, alone, together: groups }: Gaps): readonly (Content | undefined)[] {
  if (missing.length === 0) return [];
  const single = alone.flatMap(({ rows }) => rows);
  const reasons = new Map(alone.flatMap(({ rows, reason }) => rows.map(({ id }) => [id, reason] as const)));
  const title = heading('Not observed', missing.length, gapGroups.missing);
  const lines = single.map((row, index): TableCell[] => [
    idAlone(row.id, index === 0 ? bookmark('Not observed', 'gaps-missing', 'gaps') : {}),
    set(row.title),
    soft(brief(reasons.get(row.id) ?? '', 600, 8)),
  ]);
  return [
    lines.length > 0 ? table(columns, lines, { title }) : stack([title, rule(width, 'head', [0, 4, 0, 0])]),
    ...groups.map((each, index) => toldOnce(each, lines.length === 0 && index === 0)),
  ];
}

function toldOnce({ reason, rows }: ReasonGroup, first: boolean): Content {
  return stack(
    [
      soft(brief(reason, 600, 8), {
        margin: [0, 6, 0, 3],
        ...(first && bookmark('Not observed', 'gaps-missing', 'gaps')),
      }),
      rowList(rows),
      rule(width, 'row', [0, 5, 0, 0]),
    ],
    { unbreakable: true },
  );
}

/** Requirements by id and title, in two columns that are read downwards. */
export function rowList(rows: readonly ReportedRequirement[]): Content {
  const down = Math.ceil(rows.length / 2);
  const wide = (width - 16) / 2;
  const column = (from: number): Content =>
    stack(
      rows
        .slice(from, from + down)
        .map(({ id, title }) => ({ ...beside([60, wide - 60], [idAlone(id), set(title)]), margin: [0, 1.5, 0, 1.5] })),
    );
  return beside([wide, 16, wide], [column(0), '', column(down)] as TableCell[]);
}

function drift(row: ReportedRequirement): Content {
  const change = driftOf(row);
  return facts(
    [
      ['Before', change?.before === undefined ? undefined : set(brief(change.before, 600, 8))],
      ['Now', bold(brief(change?.now ?? '', 600, 8))],
    ],
    { term: 50, wide: 219 },
  );
}

function settledRow(row: ReportedRequirement, report: Report): Content {
  const by = settledBy(row, report);
  return cell(
    marked(row.verdict),
    set(brief(settledAs(row), 600, 8)),
    by === '' ? undefined : soft(brief(by, 200, 2)),
  ) as Content;
}
