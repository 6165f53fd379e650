import type { Report } from '../../schemas/types.js';
import { againstBaseline, restHeading } from '../drift/sentences.js';
import type { DocumentInput } from '../model/document-input.js';
import { isCause, type OpenFinding, openFindings, skippedByReason } from '../model/open-findings.js';
import { certificateOf } from '../model/record.js';
import { counted, others } from '../text/counted.js';
import { span } from '../text/dates.js';
import { startOf } from '../text/phrases.js';
import { clip } from '../text/printable.js';
import { countsOf, shownVerdicts } from '../wording/counts.js';
import { lackingHeading } from '../wording/lacking.js';
import { headline, skippedInPart, wantedText } from '../wording/scope.js';
import { causesHeading, traitsHeading } from '../wording/shown-causes.js';
import {
  account,
  concernRows,
  effort,
  environmentOf,
  lead,
  noticesOf,
  testedOf,
  traitsBesideLead,
  withoutExchanges,
} from '../wording/summary-text.js';
import { labels } from '../wording/verdict-labels.js';
import { adviceFor } from './advice.js';
import type { Block, Blocks, Cell, Facts, Part, Text } from './blocks.js';
import {
  bullets,
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
        traits(report),
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

/** What the target is like, before any finding. */
function traits(report: Report): Blocks {
  const all = traitsBesideLead(report);
  if (all.length === 0) return undefined;
  return [paragraph(strong(traitsHeading), 'prose'), bullets(all.map(({ sentence }) => sentence))];
}

/** How many requirements have each verdict. */
function tally(report: Report): Block {
  const counts = countsOf(report);
  const columns = columnsOf({ Verdict: 'mark', Meaning: 'text', Count: 'count' });
  const rows = shownVerdicts(report).map((each): readonly Cell[] => {
    return [mark(each), soft(labels[each].says), counts[each] === 0 ? soft('0') : String(counts[each])];
  });
  return table(columns, [...rows, ['Sum', soft('the whole catalogue'), String(report.requirements.length)]]);
}

function about({ report, digest, specification }: DocumentInput): Blocks {
  const { run, target } = report;
  const rows: Facts['rows'] = [
    ['Tested', testedOf(report, specification)],
    ...concernRows(report, specification).map(([name, text]) => [name, clip(text, 400)] as const),
    ['Where', paragraph([`${startOf(environmentOf(report))}, `, code(clip(target.baseUrl, 200))], 'cell')],
    ['Certificate', certificateOf(report)],
    ['When', span(run.startedAt, run.finishedAt)],
    ['How', effort(report)],
    ['By', run.operator ?? 'not named'],
    ['Job', run.job !== undefined && { kind: 'address', text: clip(run.job, 160) }],
  ];
  return [facts(rows), onPaper(facts([['report.json', { kind: 'digest', text: digest }]]))];
}

/** The causes of what is open, with how many requirements each holds back; then what is waived or new. */
function open({ report, findings }: DocumentInput): Blocks {
  const rows = openFindings(report);
  const untested = wantedText(report).map((text) => paragraph(text, 'prose'));
  const title = (text: string) => heading(text, undefined, { anchor: text, top: true });
  const none = [
    title('Open, waived and new findings'),
    untested.length > 0 ? untested : paragraph('Nothing.', 'prose'),
  ];
  if (rows.length === 0) return none;
  const columns = columnsOf({ Verdict: 'mark', Id: 'id', 'What was found': 'text' });
  const cells = (row: OpenFinding): readonly Cell[] => {
    const to = row.mark === 'changed' ? 'gaps' : (findings.get(row.id) ?? row.id);
    const holds = row.more > 0 && isCause(row) && strong(`${counted(row.more + 1, 'requirement')}. `);
    const found = row.lines
      ? list([...row.lines.map((line) => clip(line, 300)), ending(row)])
      : paragraph([clip(row.found, 600), ' ', holds, ending(row)], 'cell');
    return [
      mark(row.mark),
      paragraph([{ kind: 'id', id: row.id, to }, !isCause(row) && others(row.more)], 'cell'),
      found,
    ];
  };
  const isLacking = ({ mark: of }: OpenFinding) => of === 'lacking';
  const [causes, lacking] = [rows.filter(isCause), rows.filter(isLacking)];
  const rest = rows.filter((row) => !isCause(row) && !isLacking(row));
  return [
    causes.length > 0 && table(columns, causes.map(cells), title(causesHeading)),
    untested,
    lacking.length > 0 && table(columns, lacking.map(cells), title(lackingHeading)),
    rest.length > 0 && table(columns, rest.map(cells), title(restHeading(report))),
  ];
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
  const inPart = skippedInPart(report);
  return [
    groups.length + inPart.length > 0 && title,
    groups.map(({ reason, rows }) => [
      paragraph(soft([clip(reason, 600), ...adviceFor(reason)].join(' ')), 'more'),
      named(rows),
    ]),
    inPart.map(({ ids, text }) => [paragraph(soft(clip(text, 600)), 'more'), paragraph(ids)]),
  ];
}
