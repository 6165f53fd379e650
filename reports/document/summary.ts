import type { Report } from '../../schemas/types.js';
import { againstBaseline } from '../drift/sentences.js';
import type { DocumentInput } from '../model/document-input.js';
import { skippedByReason } from '../model/open-findings.js';
import { certificateOf } from '../model/record.js';
import { dayInFull, span } from '../text/dates.js';
import { startOf } from '../text/phrases.js';
import { clip } from '../text/printable.js';
import { countsOf, shownVerdicts } from '../wording/counts.js';
import { headline, skippedInPart, wantedText } from '../wording/scope.js';
import { traitsHeading } from '../wording/shown-causes.js';
import {
  concernRows,
  effort,
  environmentOf,
  judged,
  lead,
  noticesOf,
  testedOf,
  traitsBesideLead,
  unjudged,
  withoutExchanges,
} from '../wording/summary-text.js';
import { labels } from '../wording/verdict-labels.js';
import { adviceFor } from './advice.js';
import type { Block, Blocks, Cell, Facts, Part } from './blocks.js';
import {
  bullets,
  code,
  columnsOf,
  facts,
  firstPart,
  heading,
  inOrder,
  mark,
  named,
  onPaper,
  onScreen,
  paragraph,
  soft,
  strong,
  table,
} from './compose.js';
import { openOnScreen } from './open.js';

/** The first part: the verdict, what was tested, the open findings, and what was not tested. On paper it is the cover. */
export function summary(source: DocumentInput): Part {
  const { report, areas, evidence } = source;
  const comparison = againstBaseline(report);
  const withheld = evidence.length === 0 && report.summary.requests > 0;
  const notices = [...noticesOf(report), ...(withheld ? [withoutExchanges] : [])];
  const { classification, specification } = report.run;
  const subject = `${specification.title}, ${environmentOf(report)}, ${dayInFull(report.run.startedAt)}`;
  return firstPart(
    { name: 'Conformance report', subject, classification },
    notices.length > 0 && { kind: 'notices', items: notices },
    {
      kind: 'headline',
      ...headline(report),
      lead: lead(report),
      blocks: [paragraph(judged(report), 'prose'), traits(report)],
    },
    // On paper both stand on the next page, beside what is signed.
    onScreen(open(source)),
    {
      kind: 'beside',
      blocks: [
        paragraph(unjudged(report), 'prose'),
        comparison !== undefined && paragraph(clip(comparison, 1_000), 'prose'),
        about(source),
      ],
      beside: [paragraph(strong(`${report.requirements.length} requirements, one verdict each`)), tally(report)],
    },
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

/** What is open, waived or new, and what keeps the run from a verdict beside it. */
function open(source: DocumentInput): Blocks {
  const title = (text: string) => heading(text, undefined, { anchor: text, top: true });
  const tables = inOrder(openOnScreen(source, title));
  const untested = wantedText(source.report).map((text) => paragraph(text, 'prose'));
  const isNothing = tables.length + untested.length === 0;
  return [isNothing && [title('Open, waived and new findings'), paragraph('Nothing.', 'prose')], tables, untested];
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
