import type { Report } from '../../schemas/types.js';
import { verdicts } from '../../schemas/verdict.js';
import { againstBaseline } from '../drift/sentences.js';
import type { DocumentInput } from '../model/document-input.js';
import { type OpenFinding, openFindings, skippedByReason } from '../model/open-findings.js';
import { certificateOf } from '../model/record.js';
import { others } from '../text/counted.js';
import { span } from '../text/dates.js';
import { startOf } from '../text/phrases.js';
import { clip } from '../text/printable.js';
import { headline, wantedText } from '../wording/scope.js';
import {
  account,
  concernRows,
  effort,
  environmentOf,
  lead,
  noticesOf,
  testedOf,
  withoutExchanges,
} from '../wording/summary-text.js';
import { labels } from '../wording/verdict-labels.js';
import { adviceFor } from './advice.js';
import type { Block, Blocks, Cell, Facts, Part, Text } from './blocks.js';
import {
  code,
  columnsOf,
  facts,
  firstPart,
  heading,
  list,
  mark,
  named,
  onPage,
  onPaper,
  paragraph,
  soft,
  strong,
  table,
} from './compose.js';

/** The first part: the verdict, what was tested, the open findings, and what was not tested. @param parts those that follow */
export function summary(source: DocumentInput, parts: readonly Part[]): Part {
  const { report, areas, evidence } = source;
  const comparison = againstBaseline(report);
  const withheld = evidence.length === 0 && report.summary.requests > 0;
  const notices = [...noticesOf(report), ...(withheld ? [withoutExchanges] : [])];
  const { classification, specification } = report.run;
  const subject = `${specification.title}, ${environmentOf(report)}`;
  return firstPart(
    { name: 'Conformance report', subject, classification },
    notices.length > 0 && { kind: 'notices', items: notices },
    {
      kind: 'headline',
      ...headline(report),
      lead: lead(report),
      blocks: [
        paragraph(account(report), 'prose'),
        comparison !== undefined && paragraph(clip(comparison, 1_000), 'prose'),
        about(report),
      ],
      beside: [
        paragraph(strong(`${report.requirements.length} requirements, one verdict each`)),
        onPage(tally(report, true)),
        onPaper(tally(report, false)),
        { kind: 'contents', parts },
      ],
    },
    open(source),
    notTested(report),
    // On paper the requirements themselves, a mark each, are a few pages on.
    onPage({ kind: 'marks', areas }),
  );
}

/** How many requirements have each verdict. Paper has no room for what each says. */
function tally({ summary: { counts }, requirements }: Report, explains: boolean): Block {
  const cells = (first: Cell, says: string, count: number): readonly Cell[] => {
    const size = count === 0 ? soft('0') : String(count);
    return explains ? [first, soft(says), size] : [first, size];
  };
  const columns = explains
    ? columnsOf({ Verdict: 'mark', Meaning: 'text', Count: 'count' })
    : columnsOf({ Verdict: 'text', Count: 'count' });
  const rows = verdicts.map((each) => cells(mark(each), labels[each].says, counts[each]));
  return table(columns, [...rows, cells('Sum', 'the whole catalogue', requirements.length)]);
}

function about(report: Report): Facts {
  const { run, target } = report;
  return facts('medium', [
    ['Tested', testedOf(report)],
    ...concernRows(report).map(([name, text]) => [name, clip(text, 400)] as const),
    ['Where', paragraph([`${startOf(environmentOf(report))}, `, code(clip(target.baseUrl, 200))], 'cell')],
    ['Certificate', certificateOf(report)],
    ['When', span(run.startedAt, run.finishedAt)],
    ['How', effort(report)],
    ['By', run.operator ?? 'not named'],
    ['Job', run.job !== undefined && { kind: 'address', text: clip(run.job, 160) }],
  ]);
}

function open({ report, findings }: DocumentInput): Blocks {
  const title = heading('Open, waived and new findings', undefined, { anchor: 'open', top: true });
  const rows = openFindings(report);
  const untested = wantedText(report).map((text) => paragraph(text, 'prose'));
  if (rows.length === 0) return [title, untested.length > 0 ? untested : paragraph('Nothing.', 'prose')];
  const columns = columnsOf({ Verdict: 'mark', Id: 'id', 'What was found': 'text' });
  const cells = (row: OpenFinding): readonly Cell[] => {
    const to = row.mark === 'changed' ? 'gaps' : (findings.get(row.id) ?? row.id);
    const found = row.lines
      ? list([...row.lines.map((line) => clip(line, 300)), ending(row)])
      : paragraph([clip(row.found, 600), ' ', ending(row)], 'cell');
    return [mark(row.mark), paragraph([{ kind: 'id', id: row.id, to }, others(row.more)], 'cell'), found];
  };
  return [table(columns, rows.map(cells), title), untested];
}

// A reader looks for the expiry date of a waiver.
function ending({ when, by }: OpenFinding): Text {
  if (by === undefined) return when !== '' && soft(`${when}.`);
  return [strong(when), `, by ${by}.`];
}

/** What was not tested, by reason. The verdict does not cover it, so it stands in full beside it, with titles. */
function notTested(report: Report): Blocks {
  // A large group goes over to the next page of paper whole, so it comes last.
  const groups = skippedByReason(report).toSorted((one, other) => one.rows.length - other.rows.length);
  const title = heading('Not tested', String(report.summary.counts.skipped), { anchor: 'not tested', top: true });
  return groups.map(({ reason, rows }, at) => [
    at === 0 && title,
    paragraph(soft([clip(reason, 600), ...adviceFor(reason)].join(' ')), 'more'),
    named(rows),
  ]);
}
