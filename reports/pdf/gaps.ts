import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { driftOf } from '../model/decisions.js';
import type { DocumentInput } from '../model/document-input.js';
import { type Gaps, gapGroups, gapIntroduction, gapsOf, settledAs, settledBy } from '../model/gaps.js';
import type { ReasonGroup } from '../model/open-findings.js';
import { statementsOf } from '../text/observed.js';
import { labels } from '../text/verdict-labels.js';
import { coded } from './coded.js';
import { brief } from './glyphs.js';
import { marked } from './marks.js';
import { colours, width } from './page-layout.js';
import { bookmark, introduction, type Part, part } from './part.js';
import { beside, cell, facts, rule, table } from './table.js';
import { bold, idAlone, set, soft, stack } from './typography.js';

const columns = [
  { name: 'Id', wide: 60 },
  { name: 'What is left open', wide: 170 },
  { name: 'What the service does', wide: width - 230 },
];

/** What the specification leaves open, and what the service does there: changed, settled, observed, not observed. */
export function gaps({ report }: DocumentInput): Part {
  const found = gapsOf(report);
  const { all, changed, settled, observed } = found;
  const title = labels.changed.word;
  return part('gaps', 'Gap register', true, [
    introduction(gapIntroduction(all.length)),
    group(title, gapGroups.changed, changed, (row) => drift(row), 'changed'),
    group('Settled', gapGroups.settled, settled, (row) => settledRow(row, report)),
    group('Observed', '', observed, (row) =>
      said(statementsOf(row).length > 0 ? statementsOf(row) : ['See its normal form.']),
    ),
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
  // The mark stands in the rows: in a head that goes over a page it is drawn astray.
  const lines = rows.map(({ id, title: open }, index): TableCell[] => [
    idAlone(id, index === 0 ? bookmark(title, `gaps-${title}`, 'gaps') : {}),
    cell(set(open), mark && marked(mark, { margin: [15, 1, 0, 0] })),
    tell(rows[index] as ReportedRequirement) as TableCell,
  ]);
  return table(columns, lines, { title: heading(title, rows.length, aside, mark), margin: [0, 0, 0, 18] });
}

function heading(title: string, size: number, aside: string, mark?: 'changed'): Content {
  const told = set([
    bold(title, { fontSize: 11, ...(mark && { color: colours[mark] }) }),
    soft(`   ${size}${aside && `, ${aside}`}`),
  ]);
  return told;
}

function unobserved({ missing, alone, together: groups }: Gaps): readonly (Content | undefined)[] {
  if (missing.length === 0) return [];
  const single = alone.flatMap(({ rows }) => rows);
  const reasons = new Map(alone.flatMap(({ rows, reason }) => rows.map(({ id }) => [id, reason] as const)));
  const title = heading('Not observed', missing.length, gapGroups.missing);
  const lines = single.map((row, index): TableCell[] => [
    idAlone(row.id, index === 0 ? bookmark('Not observed', 'gaps-missing', 'gaps') : {}),
    set(row.title),
    soft(coded(brief(reasons.get(row.id) ?? '', 600, 8))),
  ]);
  return [
    lines.length > 0 ? table(columns, lines, { title }) : stack([title, rule(width, 'head', [0, 4, 0, 0])]),
    ...groups.map((each, index) => toldOnce(each, lines.length === 0 && index === 0)),
  ];
}

function toldOnce({ reason, rows }: ReasonGroup, first: boolean): Content {
  return stack(
    [
      soft(coded(brief(reason, 600, 8)), {
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

/** Characters of an observation on paper; all of them stand in report.json. */
const longest = 1_500;

/** An observation, each statement on a line of its own. */
function said(statements: readonly string[], how: (one: Content[]) => Content = set): Content {
  const [first = [], ...more] = statements.map((one) => coded(brief(one, longest, 20)));
  return stack([how(first), ...more.map((one) => stack([how(one)], { margin: [0, 1.5, 0, 0] }))]);
}

// What is the same before and now is counted, not repeated.
function drift(row: ReportedRequirement): Content {
  const change = driftOf(row);
  if (!change) return set('');
  const { before, now, lines, apart } = change;
  const { gone, come, same } = apart;
  const side = (of: readonly string[], how?: (one: Content[]) => Content) =>
    of.length > 0 ? said(of, how) : soft('nothing of that');
  const told = gone.length + come.length > 0;
  const rest = `${same} more ${same === 1 ? 'statement is' : 'statements are'} as before.`;
  return facts(
    [
      ['Before', before === undefined || !told ? undefined : side(gone)],
      ['Now', told ? side(come, bold) : said([now])],
      ['', told && same > 0 ? soft(rest) : undefined],
      ['Differs', told || lines.length === 0 ? undefined : soft(coded(brief(`${lines.join('; ')}.`, longest, 20)))],
    ],
    { term: 50, wide: 219 },
  );
}

function settledRow(row: ReportedRequirement, report: Report): Content {
  const by = settledBy(row, report);
  return cell(marked(row.verdict), said(settledAs(row)), by === '' ? undefined : soft(brief(by, 200, 2))) as Content;
}
