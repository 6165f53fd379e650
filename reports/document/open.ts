import { consequences } from '../../schemas/consequences.js';
import { restHeading } from '../drift/sentences.js';
import type { DocumentInput } from '../model/document-input.js';
import { isCause, type OpenFinding, openFindings } from '../model/open-findings.js';
import { counted, others } from '../text/counted.js';
import { dayInFull } from '../text/dates.js';
import { clip } from '../text/printable.js';
import { decisionFor } from '../wording/decisions.js';
import { clientsHeading } from '../wording/lacking.js';
import { causesHeading } from '../wording/shown-causes.js';
import type { Mark } from '../wording/verdict-labels.js';
import type { Block, Blocks, Cell, Column, Heading } from './blocks.js';
import { columnsOf, heading, list, mark, paragraph, soft, strong, table } from './compose.js';

const found: Readonly<Record<string, Column['holds']>> = {
  Verdict: 'mark',
  'What was found': 'text',
  'What it costs': 'side',
};
const decided = columnsOf({ ...found, Decision: 'ending' });
/** So many requirements of one cause are named. */
const mostNamed = 12;

/** On the screen: the causes of what is open, gravest first, then what is waived or new; nothing where nothing is open. */
export function openOnScreen(source: DocumentInput, title: (text: string) => Heading): Blocks {
  const rows = openFindings(source.report);
  const isLacking = ({ mark: of }: OpenFinding) => of === 'lacking';
  const rest = rows.filter((row) => !isCause(row) && !isLacking(row));
  const titled = (those: readonly OpenFinding[], text: string) =>
    those.length > 0 &&
    table(
      decided,
      those.map((row) => [...cellsOf(row, source), decisionOf(row, source)]),
      title(text),
    );
  const causes = rows.filter(isCause).map((row) => cellsOf(row, source));
  return [
    causes.length > 0 && table(columnsOf(found), causes, title(causesHeading)),
    titled(rows.filter(isLacking), clientsHeading),
    titled(rest, restHeading(source.report)),
  ];
}

/** On paper: waivers, which most need consent, then the causes; beside each the decision, or boxes for one. */
export function openOnPaper(source: DocumentInput): Block | undefined {
  const all = openFindings(source.report);
  const order: readonly Mark[] = ['waived', 'lacking', 'fail', 'inconclusive', 'changed', 'differs'];
  const rows = all.toSorted((a, b) => order.indexOf(a.mark) - order.indexOf(b.mark));
  if (rows.length === 0) return undefined;
  // Requirements, as the signatures count them: a row may stand for several.
  const size = rows.reduce((sum, { more }) => sum + 1 + more, 0);
  const cells = rows.map((row) => {
    const [yes, no] = isCause(row) ? ['accepted', 'to be fixed'] : ['agreed', 'not agreed'];
    const boxes = [paragraph([{ kind: 'box' }, ` ${yes}`]), paragraph([{ kind: 'box' }, ` ${no}`])];
    return [...cellsOf(row, source), [decisionOf(row, source), boxes]];
  });
  return table(decided, cells, heading('For your decision', counted(size, 'requirement'), { sub: true }));
}

function cellsOf(row: OpenFinding, { findings }: DocumentInput): readonly Cell[] {
  const [first] = row.rows;
  const to = row.mark === 'changed' || row.mark === 'differs' ? 'gaps' : (findings.get(row.id) ?? row.id);
  const { consequence } = first;
  const isOne = row.more === 0;
  const since = isCause(row) && row.when !== '' ? ` ${row.when}.` : '';
  const about = isOne ? first.title : `${counted(row.more + 1, 'requirement')}: ${namesOf(row)}`;
  return [
    [paragraph(mark(row.mark)), paragraph({ kind: 'id', id: row.id, to })],
    [
      row.lines ? list(row.lines.map((line) => clip(line, 300))) : paragraph(clip(row.found, 600)),
      paragraph(soft(`${about}.${since}`)),
    ],
    consequence === undefined ? undefined : consequences[consequence].name,
  ];
}

function namesOf({ rows }: OpenFinding): string {
  const ids = rows.slice(0, mostNamed).map(({ id }) => id);
  return `${ids.join(', ')}${others(rows.length - ids.length)}`;
}

/** Until when, by whom and why a waiver was granted; since when an observation differs. */
function decisionOf({ mark: of, when, by, rows: [first] }: OpenFinding, { report }: DocumentInput): Blocks {
  if (by === undefined) return when !== '' && !isCause({ mark: of }) && paragraph(`${when}.`);
  const decision = decisionFor(first, report);
  const on = decision?.on === undefined ? '' : `, ${dayInFull(decision.on)}`;
  const approved = decision?.approvedBy === undefined ? '' : `, approved by ${decision.approvedBy}`;
  return [
    paragraph(strong(`${when}.`)),
    paragraph(clip(`By ${by}${on}${approved}.`, 200)),
    decision !== undefined && paragraph(soft(clip(decision.reason, 200))),
  ];
}
