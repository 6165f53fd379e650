import { consequences } from '../../schemas/consequences.js';
import type { DocumentInput } from '../model/document-input.js';
import { isCause, type OpenFinding, openFindings } from '../model/open-findings.js';
import { counted, others } from '../text/counted.js';
import { dayInFull } from '../text/dates.js';
import { clip } from '../text/printable.js';
import { decisionFor } from '../wording/decisions.js';
import { causesHeading } from '../wording/shown-causes.js';
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
  const [causes, rest] = [rows.filter(isCause), rows.filter((row) => !isCause(row))];
  const ofRest = rest.map((row) => [...cellsOf(row, source), decisionOf(row, source)]);
  return [
    causes.length > 0 &&
      table(
        columnsOf(found),
        causes.map((row) => cellsOf(row, source)),
        title(causesHeading),
      ),
    rest.length > 0 && table(decided, ofRest, title('Waived and new')),
  ];
}

/** On paper: waivers, which most need consent, then the causes; beside each the decision, or boxes for one. */
export function openOnPaper(source: DocumentInput): Block | undefined {
  const all = openFindings(source.report);
  const rows = (['waived', 'fail', 'inconclusive', 'changed'] as const).flatMap((of) =>
    all.filter(({ mark }) => mark === of),
  );
  if (rows.length === 0) return undefined;
  // Requirements, as the signatures count them: a row may stand for several.
  const size = rows.reduce((sum, { more }) => sum + 1 + more, 0);
  const cells = rows.map((row) => {
    const [yes, no] = isCause(row) ? ['accepted', 'to be fixed'] : ['agreed', 'not agreed'];
    const boxes = [paragraph([{ kind: 'box' }, ` ${yes}`]), paragraph([{ kind: 'box' }, ` ${no}`])];
    return [...cellsOf(row, source), [decisionOf(row, source), boxes]];
  });
  return table(decided, cells, heading('Waivers and open findings', counted(size, 'requirement'), { sub: true }));
}

function cellsOf(row: OpenFinding, { findings }: DocumentInput): readonly Cell[] {
  const [first] = row.rows;
  const to = row.mark === 'changed' ? 'gaps' : (findings.get(row.id) ?? row.id);
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
  if (of !== 'waived') return of === 'changed' && when !== '' && paragraph(`${when}.`);
  const decision = decisionFor(first, report);
  const on = decision?.on === undefined ? '' : `, ${dayInFull(decision.on)}`;
  return [
    paragraph(strong(`${when}.`)),
    by !== undefined && paragraph(clip(`By ${by}${on}.`, 200)),
    decision !== undefined && paragraph(soft(clip(decision.reason, 200))),
  ];
}
