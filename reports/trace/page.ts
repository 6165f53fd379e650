import { catalogue, requirement } from '../../schemas/catalogue.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import type { Verdict } from '../../schemas/verdict.js';
import type { Block, Cell, Column, Part, Piece, Text } from '../document/blocks.js';
import { bullets, columnsOf, facts, firstPart, heading, idOf, paragraph, soft, table } from '../document/compose.js';
import { pageOf } from '../html/page.js';
import { seal, shortDigest } from '../model/record.js';
import { span } from '../text/dates.js';
import { startOf } from '../text/phrases.js';
import { headline, isTested } from '../wording/scope.js';
import { environmentOf, noticesOf } from '../wording/summary-text.js';
import { bases } from '../wording/verdict-labels.js';
import {
  countsOf,
  isOpen,
  kinds,
  meanings,
  outcomeOf,
  reviewOf,
  type Trace,
  type Traced,
  traceStatuses,
} from './comparison.js';
import { type Sentence, type Specification, type SpecificationBlock, sentencesOf } from './specification.js';

/** The file that was read: its name, and its SHA-256. */
type Copy = Readonly<Record<'name' | 'sha256', string>>;

/** A traced sentence with its place in the page. */
interface Placed extends Traced {
  readonly anchor: string;
}

/** Verdicts by requirement; none without a report. */
type Verdicts = ReadonlyMap<string, Verdict>;

const limits = [
  'A person assigned the requirements to each sentence. A covered sentence has requirements; it does not follow that they test all that the sentence may mean.',
  'The comparison is by text, not by meaning: any other wording counts as changed.',
  'Covered does not mean tested: a sentence that only pending or skipped requirements cover has no verdict.',
  'Requirements with the basis Not shown observe a gap and give no verdict. Attested ones are duties of people, which no request can show.',
];

/** Sentences in the size of a text, and their requirements at the right. */
const style = `
[id^=chapter] .rows{table-layout:fixed}
[id^=chapter] td:not(:last-child){font-size:16px;line-height:24px}
[id^=chapter] :is(td,th):last-child{width:336px;padding-left:40px}
td:last-child>a:has(.mark){display:inline-block;color:inherit;margin-right:10px;text-decoration-color:var(--line)}
td a .mark:is(.pass,.pending,.skipped,.attested){color:var(--soft);font-weight:400}
[id^=chapter] .c-side{width:auto}
[id^=chapter] td>p:first-child:not(:last-child){float:left}
[id^=chapter] td>p:first-child+p{overflow:hidden}
:target{background:var(--wash)}
@media screen and (max-width:1023px){[id^=chapter] :is(td,th):last-child{width:240px}}
@media screen and (max-width:719px){[id^=chapter] td:last-child{width:auto;padding-left:0}}
@media print{
[id^=chapter] td:not(:last-child){font-size:10pt;line-height:14pt}
[id^=chapter] :is(td,th):last-child{width:170pt;padding-left:16pt}
#by-requirement{break-before:page}
}
`;

/** trace.html: the specification, with the requirements and the verdicts of a run beside each sentence. */
export function renderTrace(trace: Trace, copy: Copy, report: Report | undefined): string {
  const { specification, traced } = trace;
  const placed = traced.map((one, index): Placed => ({ ...one, anchor: `sentence-${index + 1}` }));
  const verdicts: Verdicts = new Map(report?.requirements.map(({ id, verdict }) => [id, verdict]));
  return pageOf({
    title: `${outcomeOf(trace).text}: ${specification.title}`,
    style,
    heads: {
      name: `Specification trace, ${specification.title}`,
      classification: report?.run.classification,
      foot: `${copy.name}, SHA-256 ${shortDigest(copy.sha256)}`,
    },
    parts: [
      summary(trace, copy, report),
      ...review(placed.filter(isOpen), verdicts),
      ...chapters(specification, placed, verdicts),
      byRequirement(placed, verdicts),
      { id: 'limits', title: 'Limits', blocks: bullets(limits) },
    ],
  });
}

function summary(trace: Trace, copy: Copy, report: Report | undefined): Part {
  const { text, lead, isComplete } = outcomeOf(trace);
  const notices = report ? noticesOf(report) : [];
  const counts = countsOf(trace);
  return firstPart(
    {
      name: 'Specification trace',
      subject: trace.specification.title,
      classification: report?.run.classification,
    },
    notices.length > 0 && { kind: 'notices', items: notices },
    {
      kind: 'headline',
      mark: isComplete ? 'pass' : 'changed',
      ...{ text, lead },
      blocks: facts('long', [
        ['Copy', paragraph([copy.name, ', SHA-256 ', { kind: 'digest', text: copy.sha256 }])],
        ['Catalogue', `${catalogue.length} requirements, suite version ${suiteVersion}`],
        ['Tested', report && testedOf(trace, report)],
        ['Verdicts', report ? runOf(report) : 'None: no report was given (`--report RUN`).'],
        ['report.json', report && { kind: 'digest', text: seal(report) }],
      ]),
      beside: facts(
        'short',
        traceStatuses.map((status) => [startOf(status), `${counts[status]}: ${meanings[status]}`]),
      ),
    },
  );
}

/** Covered is not tested: how many sentences the responses of the run say anything about. */
function testedOf({ traced }: Trace, { requirements }: Report): string {
  const tested = new Set<string>(requirements.filter(isTested).map(({ id }) => id));
  const own = traced.filter(({ status, clause }) => status !== 'gone' && clause?.requirements !== undefined);
  const shown = own.filter(({ clause }) => clause?.requirements?.some((id) => tested.has(id)));
  return `${shown.length} of ${own.length} covered sentences: a response of this run decided at least one of their requirements`;
}

function runOf(report: Report): string {
  const { run, target } = report;
  return `${headline(report).text}. ${startOf(environmentOf(report))}, \`${target.baseUrl}\`, ${span(run.startedAt, run.finishedAt)}`;
}

function review(open: readonly Placed[], verdicts: Verdicts): readonly Part[] {
  if (open.length === 0) return [];
  const rows = open.map((one): readonly Cell[] => [
    changed(startOf(one.status)),
    one.status === 'gone' ? one.place : { kind: 'link', to: one.anchor, text: one.place },
    paragraph(toReview(one, verdicts), 'cell'),
  ]);
  // A sentence that is gone stands here alone.
  const anchors = open.map(({ status, anchor }) => (status === 'gone' ? anchor : undefined));
  const blocks = { ...table(columnsOf({ Status: 'mark', Place: 'title', 'What to review': 'text' }), rows), anchors };
  return [{ id: 'review', title: 'To be reviewed', size: open.length, blocks }];
}

/** The specification by its headings of the first and second level, set as it is, with notes beside its sentences. */
function chapters({ blocks }: Specification, placed: readonly Placed[], verdicts: Verdicts): readonly Part[] {
  const bySentence = new Map(placed.map((one) => [one.sentence, one]));
  const found: { title: string; blocks: SpecificationBlock[] }[] = [{ title: 'Introduction', blocks: [] }];
  for (const block of blocks)
    if (block.kind === 'heading' && block.depth <= 2) found.push({ title: block.text, blocks: [] });
    else found.at(-1)?.blocks.push(block);
  return found
    .filter(({ blocks: inside }, at) => at > 0 || inside.length > 0)
    .map(({ title, blocks: inside }, at) => ({
      id: `chapter-${at + 1}`,
      title,
      size: inside.flatMap(sentencesOf).length,
      blocks: inside.reduce((before, block) => withBlock(before, block, bySentence, verdicts), [] as readonly Block[]),
    }));
}

/** Blocks and one more of the specification: sentences that follow one another share a table. */
function withBlock(
  before: readonly Block[],
  block: SpecificationBlock,
  bySentence: ReadonlyMap<Sentence | undefined, Placed>,
  verdicts: Verdicts,
): readonly Block[] {
  if (block.kind === 'heading') return [...before, heading(block.text)];
  const names = block.kind === 'table' ? block.columns : ['Sentence'];
  const own = rowsOf(block).flatMap(({ cells, sentence }) => {
    const one = bySentence.get(sentence);
    return one ? [{ anchor: one.anchor, cells: [...cells, paragraph(notes(one, verdicts), 'cell')] }] : [];
  });
  const last = before.at(-1);
  const shared =
    last?.kind === 'table' && block.kind !== 'table' && last.columns[0]?.name === 'Sentence' ? last : undefined;
  const columns: readonly Column[] = [
    ...names.map((name) => ({ name, holds: block.kind === 'table' ? 'side' : 'text' }) as const),
    { name: 'Requirements', holds: 'text' },
  ];
  const joined = table(columns, [...(shared?.rows ?? []), ...own.map(({ cells }) => cells)]);
  const anchors = [...(shared?.anchors ?? []), ...own.map(({ anchor }) => anchor)];
  return [...(shared ? before.slice(0, -1) : before), { ...joined, anchors }];
}

/** A block in rows, a sentence each. */
function rowsOf(
  block: Exclude<SpecificationBlock, { kind: 'heading' }>,
): readonly { readonly cells: readonly Cell[]; readonly sentence: Sentence }[] {
  if (block.kind === 'table') return block.rows;
  if (block.kind === 'code') return [{ cells: [{ kind: 'listing', text: block.code }], sentence: block.sentence }];
  return block.sentences.map((sentence, at) => {
    if (block.kind === 'sentences') return { cells: [sentence.text], sentence };
    // Of its own, so that the lines of a long sentence begin under its first word.
    const label = soft(`${'\u2003'.repeat(block.depth)}${at > 0 ? '\u2002' : block.label}\u00a0`);
    return { cells: [[paragraph(label), paragraph(sentence.text)]], sentence };
  });
}

/** The same the other way round: each requirement with the places that it covers. */
function byRequirement(placed: readonly Placed[], verdicts: Verdicts): Part {
  const rows = catalogue.map(({ id, title, basis }): readonly Cell[] => {
    const own = placed.filter(({ clause }) => clause?.requirements?.includes(id));
    const places = own.map(
      ({ anchor, place, status }, at): Text => [
        at > 0 && '; ',
        { kind: 'link', to: anchor, text: place },
        status !== 'covered' && ` (${status})`,
      ],
    );
    const { step } = requirement(id);
    const verdict = verdicts.get(id);
    return [
      paragraph([verdict && [{ kind: 'mark', mark: verdict }, ' '], { kind: 'code', text: id }], 'cell'),
      paragraph([title, step !== undefined && [' ', soft(step)]], 'cell'),
      bases[basis],
      paragraph(places, 'cell'),
    ];
  });
  const anchors = catalogue.map(({ id }) => id);
  const blocks = {
    ...table(columnsOf({ Requirement: 'ending', Title: 'title', Basis: 'mark', 'Where it stands': 'text' }), rows),
    anchors,
  };
  return { id: 'by-requirement', title: 'Requirements', size: catalogue.length, blocks };
}

/** What the catalogue says about a sentence: its requirements, why none covers it, or what to review. */
function notes(of: Traced, verdicts: Verdicts): Text {
  const { status, clause } = of;
  if (isOpen(of)) return [changed(`${startOf(status)}.`), ' ', toReview(of, verdicts)];
  if (clause?.exempt !== undefined) return soft(`${kinds[clause.kind]}, exempt. ${clause.exempt}`);
  return requirementLinks(of, verdicts);
}

const changed = (word: string): Piece => ({ kind: 'mark', mark: 'changed', word });

function toReview(of: Traced, verdicts: Verdicts): Text {
  return [reviewOf(of), ' ', requirementLinks(of, verdicts)];
}

function requirementLinks({ clause }: Traced, verdicts: Verdicts): Text {
  return (clause?.requirements ?? []).map((id): Text => {
    const verdict = verdicts.get(id);
    return [verdict === undefined ? idOf(id) : { kind: 'mark', mark: verdict, word: id, to: id }, ' '];
  });
}
