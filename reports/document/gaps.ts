import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { driftOf } from '../drift/drift-of.js';
import type { DocumentInput } from '../model/document-input.js';
import { type Gaps, gapGroups, gapIntroduction, gapsOf, settledAs, settledBy } from '../model/gaps.js';
import { questionsOf } from '../model/questions.js';
import { clip } from '../text/printable.js';
import { statementsOf } from '../wording/observed.js';
import { changedSince } from '../wording/summary-text.js';
import { labels } from '../wording/verdict-labels.js';
import {
  type Block,
  type Cell,
  type Column,
  type Heading,
  idOf,
  mark,
  type Part,
  paragraph,
  soft,
  strong,
} from './blocks.js';

const columns: readonly Column[] = [
  { name: 'Id', holds: 'id' },
  { name: 'Left open, and the question', holds: 'title' },
  { name: 'Behaviour of the service', holds: 'text' },
];

/** The points that the specification leaves open, and how the service behaves there. */
export function gaps({ report }: DocumentInput): Part {
  const found = gapsOf(report);
  const { all, changed, settled, observed } = found;
  const blocks = [
    paragraph(gapIntroduction(all.length, settled.length), 'intro'),
    ...group({ ...heading(labels.changed.word, changed.length, gapGroups.changed), mark: 'changed' }, changed, (row) =>
      drift(row, report),
    ),
    ...group(heading('Settled', settled.length, gapGroups.settled), settled, (row) => settlement(row, report)),
    ...group(heading('Observed', observed.length), observed, (row) => [observation(row)]),
    ...unobserved(found),
  ];
  return { id: 'gaps', title: 'Gap register', size: all.length, blocks };
}

function group(
  title: Heading,
  rows: readonly ReportedRequirement[],
  cell: (row: ReportedRequirement) => Cell,
): readonly Block[] {
  if (rows.length === 0) return [];
  return [{ kind: 'table', title, columns, rows: rows.map((row) => [idOf(row.id), leftOpen(row), cell(row)]) }];
}

function leftOpen(row: ReportedRequirement): Cell {
  if (row.verdict !== 'pending') return row.title;
  return [
    paragraph(row.title),
    ...questionsOf(row).map(({ ask, isPressing }) => paragraph(isPressing ? strong(ask) : soft(ask))),
  ];
}

function unobserved({ missing, alone, together }: Gaps): readonly Block[] {
  if (missing.length === 0) return [];
  const title = heading('Not observed', missing.length, gapGroups.missing);
  const reasons = new Map(alone.flatMap(({ rows, reason }) => rows.map(({ id }) => [id, reason] as const)));
  const single = alone.flatMap(({ rows }) => rows);
  const table = group(title, single, ({ id }) => soft(clip(reasons.get(id) ?? '', 600)));
  return [
    ...(table.length > 0 ? table : [title]),
    ...together.map(({ reason, rows }): Block => ({ kind: 'requirements', rows, reason: clip(reason, 600) })),
  ];
}

function heading(text: string, size: number, more?: string): Heading {
  return { kind: 'heading', text, aside: more ? `${size}, ${more}` : String(size), anchor: `gaps-${text}` };
}

// Statements that did not change are counted, not repeated.
function drift(row: ReportedRequirement, report: Report): readonly Block[] {
  const change = driftOf(row);
  if (!change) return [];
  const { gone, come, same } = change.apart;
  const differ = gone.length + come.length > 0;
  const nothing = paragraph(soft('none of these statements'));
  const before = differ && change.before !== undefined;
  const now = differ ? (come.length > 0 ? list(come.map(strong)) : nothing) : observation(row, change.now);
  const items = change.lines;
  const since = changedSince(row, report);
  return [
    {
      kind: 'facts',
      names: 'short',
      rows: [
        ['Before', before ? (gone.length > 0 ? list(gone) : nothing) : undefined],
        ['Now', now],
        ['Changed', since === '' ? undefined : since],
      ],
    },
    ...(differ && same > 0
      ? [paragraph(soft(`${same} more ${same === 1 ? 'statement is' : 'statements are'} as before.`))]
      : []),
    ...(items.length > 0
      ? [{ kind: 'fold', title: 'Differences, one by one', open: !differ, blocks: [list(items)] } as const]
      : []),
  ];
}

function settlement(row: ReportedRequirement, report: Report): readonly Block[] {
  const by = settledBy(row, report);
  return [paragraph(mark(row.verdict)), list(settledAs(row)), ...(by === '' ? [] : [paragraph(soft(by))])];
}

function observation(row: ReportedRequirement, otherwise = 'See its normal form.'): Block {
  const statements = statementsOf(row);
  return list(statements.length > 0 ? statements : [otherwise]);
}

function list(items: Extract<Block, { kind: 'list' }>['items']): Block {
  return { kind: 'list', items };
}
