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
  onPaper,
  onScreen,
  paragraph,
  soft,
  strong,
  table,
} from './compose.js';

/** The first part: the verdict, what was tested, the open findings, and what was not tested. On paper it is the cover. */
export function summary(source: DocumentInput): Part {
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
        about(source),
      ],
      beside: [paragraph(strong(`${report.requirements.length} requirements, one verdict each`)), tally(report)],
    },
    open(source),
    // On paper it stands on the next page, beside what is signed.
    onScreen(notTested(report)),
    { kind: 'marks', areas },
  );
}

/** How many requirements have each verdict. */
function tally({ summary: { counts }, requirements }: Report): Block {
  const columns = columnsOf({ Verdict: 'mark', Meaning: 'text', Count: 'count' });
  const rows = verdicts.map((each): readonly Cell[] => {
    return [mark(each), soft(labels[each].says), counts[each] === 0 ? soft('0') : String(counts[each])];
  });
  return table(columns, [...rows, ['Sum', soft('the whole catalogue'), String(requirements.length)]]);
}

function about({ report, digest }: DocumentInput): Blocks {
  const { run, target } = report;
  const rows: Facts['rows'] = [
    ['Tested', testedOf(report)],
    ...concernRows(report).map(([name, text]) => [name, clip(text, 400)] as const),
    ['Where', paragraph([`${startOf(environmentOf(report))}, `, code(clip(target.baseUrl, 200))], 'cell')],
    ['Certificate', certificateOf(report)],
    ['When', span(run.startedAt, run.finishedAt)],
    ['How', effort(report)],
    ['By', run.operator ?? 'not named'],
    ['Job', run.job !== undefined && { kind: 'address', text: clip(run.job, 160) }],
  ];
  return [facts(rows), onPaper(facts([['report.json', { kind: 'digest', text: digest }]]))];
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
  const groups = skippedByReason(report);
  const title = heading('Not tested', String(report.summary.counts.skipped), { anchor: 'not tested', top: true });
  return groups.map(({ reason, rows }, at) => [
    at === 0 && title,
    paragraph(soft([clip(reason, 600), ...adviceFor(reason)].join(' ')), 'more'),
    named(rows),
  ]);
}
