import type { Specification } from '../../schemas/specification.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { driftOf } from '../drift/lines.js';
import type { DocumentInput } from '../model/document-input.js';
import { split } from '../model/open-findings.js';
import { openPoints, questionsOf } from '../model/questions.js';
import { counted } from '../text/counted.js';
import { clip } from '../text/printable.js';
import { decisionFor } from '../wording/decisions.js';
import { statementsOf } from '../wording/observed.js';
import { changedSince } from '../wording/summary-text.js';
import { labels } from '../wording/verdict-labels.js';
import type { Block, Blocks, Cell, Heading, Part, Text } from './blocks.js';
import { columnsOf, facts, fold, heading, idOf, list, mark, named, paragraph, soft, strong, table } from './compose.js';

const columns = columnsOf({ Id: 'id', 'Left open, and the question': 'title', 'Behaviour of the service': 'text' });

/** The points that the specification leaves open, and how the service behaves there. */
export function gaps({ report, specification }: DocumentInput): Part {
  const all = openPoints(report, specification);
  const changed = all.filter((row) => driftOf(row));
  const settled = all.filter((row) => !changed.includes(row) && row.verdict !== 'pending');
  const others = all.filter((row) => !changed.includes(row) && !settled.includes(row));
  const observed = others.filter(({ sentence, observation }) => sentence !== undefined || observation !== undefined);
  const ofMark = report.comparison?.between ? 'differs' : 'changed';
  const ofChanged = titled(labels[ofMark].word, changed, 'until somebody accepts or settles it');
  const blocks = [
    paragraph(introduction(all.length, settled.length), 'intro'),
    group({ ...ofChanged, mark: ofMark }, changed, specification, (row) => drift(row, report)),
    group(titled('Settled', settled, 'a rule by decision'), settled, specification, (row) => settlement(row, report)),
    group(titled('Observed', observed), observed, specification, (row) => observation(row)),
    unobserved(
      others.filter((row) => !observed.includes(row)),
      specification,
    ),
  ];
  return { id: 'gaps', title: 'Gap register', size: all.length, blocks };
}

function introduction(count: number, settled: number): string {
  const rules = settled === 0 ? '' : `, and ${settled} of them ${settled === 1 ? 'is' : 'are'} settled`;
  return `The specification leaves ${counted(count, 'point')} open${rules}. An open point has no verdict: the report records how the service behaves there and compares it with the last run that observed it. The points that most need a decision stand first. A change stays open until an authorised person accepts it. A point becomes a rule when such a person settles it.`;
}

function titled(text: string, { length }: readonly ReportedRequirement[], more?: string): Heading {
  return heading(text, more ? `${length}, ${more}` : String(length), { anchor: `gaps-${text}` });
}

function group(
  title: Heading,
  rows: readonly ReportedRequirement[],
  specification: Specification,
  cell: (row: ReportedRequirement) => Cell,
): Block | undefined {
  if (rows.length === 0) return undefined;
  const lines = rows.map((row) => [idOf(row.id), leftOpen(row, specification), cell(row)]);
  return table(columns, lines, title);
}

function leftOpen(row: ReportedRequirement, specification: Specification): Cell {
  if (row.verdict !== 'pending') return row.title;
  const questions = questionsOf(row, specification).map(({ ask, isPressing }) =>
    paragraph(isPressing ? strong(ask) : soft(ask)),
  );
  return [paragraph(row.title), questions];
}

/** Those without an observation: each with its own reason, or together under a shared one. */
function unobserved(missing: readonly ReportedRequirement[], specification: Specification): Blocks {
  if (missing.length === 0) return undefined;
  const { alone, together } = split(missing);
  const title = titled('Not observed', missing, 'with the reason');
  const reasons = new Map(alone.flatMap(({ rows, reason }) => rows.map(({ id }) => [id, reason] as const)));
  const single = alone.flatMap(({ rows }) => rows);
  return [
    group(title, single, specification, ({ id }) => soft(clip(reasons.get(id) ?? '', 600))) ?? title,
    together.map(({ reason, rows }) => [paragraph(soft(clip(reason, 600)), 'more'), named(rows)]),
  ];
}

// Statements that did not change are counted, not repeated.
function drift(row: ReportedRequirement, report: Report): Blocks {
  const change = driftOf(row);
  if (!change) return undefined;
  const { gone, come, same } = change.apart;
  const differ = gone.length + come.length > 0;
  const or = (statements: readonly Text[]) =>
    statements.length > 0 ? list(statements) : paragraph(soft('none of these statements'));
  return [
    facts([
      [change.names[0] ?? '', differ && change.before !== undefined && or(gone)],
      [change.names[1] ?? '', differ ? or(come.map(strong)) : observation(row, change.now)],
      ['Changed', changedSince(row, report) || undefined],
    ]),
    differ && same > 0 && paragraph(soft(`${same} more ${same === 1 ? 'statement is' : 'statements are'} the same.`)),
    change.lines.length > 0 && fold('Differences, one by one', list(change.lines), !differ),
  ];
}

function settlement(row: ReportedRequirement, report: Report): Blocks {
  const decision = decisionFor(row, report);
  return [
    paragraph(mark(row.verdict)),
    observation(row, row.found ?? row.reason ?? ''),
    decision && paragraph(soft(`Settled by ${decision.by}.`)),
  ];
}

function observation(row: ReportedRequirement, otherwise = 'See report.json.'): Block {
  const statements = statementsOf(row);
  return list(statements.length > 0 ? statements : [otherwise]);
}
