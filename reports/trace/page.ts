import { catalogue, requirement } from '../../schemas/catalogue.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import type { Verdict } from '../../schemas/verdict.js';
import { setBlocks } from '../html/blocks.js';
import { sign } from '../html/marks.js';
import { type Child, html, type Markup } from '../html/markup.js';
import { contentsOf, shell } from '../html/page.js';
import { styleOf } from '../html/style/style.js';
import { seal, shortDigest } from '../model/record.js';
import { span } from '../text/dates.js';
import { startOf } from '../text/phrases.js';
import { headline } from '../wording/scope.js';
import { environmentOf, noticesOf } from '../wording/summary-text.js';
import { bases, labels } from '../wording/verdict-labels.js';
import { isOpen, type Trace, traceStatuses } from './comparison.js';
import { type Marked, type Numbered, sections, toReview } from './section.js';
import { traceStyle } from './style.js';
import { countsOf, meanings, outcomeOf } from './wording.js';

/** The file that was read: its name, and its SHA-256. */
interface Copy {
  readonly name: string;
  readonly sha256: string;
}

const limits = [
  'A person assigned the requirements to each sentence. A covered sentence has requirements; it does not follow that they test all that the sentence may mean.',
  'The comparison is by text, not by meaning: any other wording counts as changed.',
  'Covered does not mean tested: a sentence that only pending or skipped requirements cover has no verdict.',
  'Requirements with the basis Not shown observe a gap and give no verdict. Attested ones are duties of people, which no request can show.',
];

/** trace.html: the specification, with the requirements and the verdicts of a run beside each sentence. */
export function renderTrace(trace: Trace, copy: Copy, report: Report | undefined): string {
  const { specification, traced } = trace;
  const numbered = traced.map((one, index): Numbered => ({ ...one, anchor: `sentence-${index + 1}` }));
  const verdicts = new Map(report?.requirements.map(({ id, verdict }) => [id, verdict]));
  const open = numbered.filter(isOpen);
  const body = sections(specification, numbered, verdicts);
  const title = `${outcomeOf(trace).text}: ${specification.title}`;
  return shell({
    title,
    style: styleOf(traceStyle, {
      name: `Specification trace, ${specification.title}`,
      classification: report?.run.classification,
      foot: `${copy.name}, SHA-256 ${shortDigest(copy.sha256)}`,
    }),
    contents: contentsOf([
      { id: 'summary', title: 'Summary' },
      ...(open.length > 0 ? [{ id: 'review', title: 'To be reviewed', size: open.length }] : []),
      ...body.map(({ id, title: name, size }) => ({ id, title: name, size })),
      { id: 'by-requirement', title: 'Requirements', size: catalogue.length },
      { id: 'limits', title: 'Limits' },
    ]),
    main: [
      summary(trace, copy, report),
      open.length > 0 && framed('review', 'To be reviewed', review(open, verdicts)),
      body.map(({ id, title: name, content }) => framed(id, name, content)),
      framed('by-requirement', 'Requirements', byRequirement(numbered, verdicts)),
      framed('limits', 'Limits', html`<ul class="prose">${limits.map((one) => html`<li>${one}</li>`)}</ul>`),
    ],
  });
}

function framed(id: string, title: string, content: Child): Markup {
  return html`<section id="${id}" class="part" aria-labelledby="${id}-heading"><h2 id="${id}-heading">${title}</h2>${content}</section>`;
}

function summary(trace: Trace, copy: Copy, report: Report | undefined): Markup {
  const { text, lead, isComplete } = outcomeOf(trace);
  const mark = isComplete ? 'pass' : 'changed';
  const facts = setBlocks({
    kind: 'facts',
    names: 'long',
    rows: [
      ['Copy', [{ kind: 'text', text: [copy.name, ', SHA-256 ', { kind: 'digest', text: copy.sha256 }] }]],
      ['Catalogue', `${catalogue.length} requirements, suite version ${suiteVersion}`],
      ['Verdicts', report ? runOf(report) : 'None: no report was given (`--report RUN`).'],
      ['report.json', report && { kind: 'digest', text: seal(report) }],
    ],
  });
  return html`<section id="summary" class="summary" aria-labelledby="verdict">
${setBlocks({ kind: 'masthead', name: 'Specification trace', subject: trace.specification.title, classification: report?.run.classification })}
${report && noticesOf(report).length > 0 && setBlocks({ kind: 'notices', items: noticesOf(report) })}
<div class="two"><div>
<h1 id="verdict" class="${mark}">${sign(mark)}${text}</h1>
<p class="lead">${lead}</p>
${facts}
</div>
${account(trace)}
</div></section>`;
}

function runOf(report: Report): string {
  const { run, target } = report;
  return `${headline(report).text}. ${startOf(environmentOf(report))}, \`${target.baseUrl}\`, ${span(run.startedAt, run.finishedAt)}`;
}

function account(trace: Trace): Markup {
  const counts = countsOf(trace);
  const sum = trace.traced.length;
  return html`<table class="account"><caption>${sum} sentences and table rows, one status each</caption><tbody>${traceStatuses.map(
    (status) =>
      html`<tr${counts[status] === 0 && html` class="none"`}><th scope="row">${startOf(status)}</th><td>${meanings[status]}</td><td class="n">${counts[status]}</td></tr>`,
  )}</tbody><tfoot><tr><th scope="row">Sum</th><td>specification and catalogue</td><td class="n">${sum}</td></tr></tfoot></table>`;
}

function review(open: readonly Numbered[], verdicts: Marked): Markup {
  return html`<table class="rows stack"><thead><tr><th scope="col">Status</th><th scope="col">Place</th><th scope="col">What to review</th></tr></thead><tbody>${open.map(
    (one) =>
      html`<tr${one.status === 'gone' && html` id="${one.anchor}"`}><td><b class="changed">${startOf(one.status)}</b></td><td>${one.status === 'gone' ? one.place : html`<a href="#${one.anchor}">${one.place}</a>`}</td><td class="notes">${toReview(one, verdicts)}</td></tr>`,
  )}</tbody></table>`;
}

/** The same the other way round: each requirement with the places that it covers. */
function byRequirement(numbered: readonly Numbered[], verdicts: Marked): Markup {
  const head = ['Requirement', 'Title', 'Basis', 'Where it stands'].map((name) => html`<th scope="col">${name}</th>`);
  return html`<table class="rows stack"><thead><tr>${head}</tr></thead><tbody>${catalogue.map(
    ({ id, title, basis }) => {
      const own = numbered.filter(({ clause }) => clause?.requirements?.includes(id));
      const places = own.map(({ anchor, place, status }, at) => [
        at > 0 && '; ',
        html`<a href="#${anchor}"${status !== 'covered' && html` class="changed"`}>${place}</a>`,
      ]);
      const { step } = requirement(id);
      return html`<tr id="${id}"><td class="owner">${verdict(verdicts.get(id))}<span class="id">${id}</span></td><td>${title}${step !== undefined && html` <span class="soft aside">${step}</span>`}</td><td>${bases[basis]}</td><td>${places}</td></tr>`;
    },
  )}</tbody></table>`;
}

function verdict(of: Verdict | undefined): Child {
  return of && [html`<span class="mark ${of}">${sign(of)}${labels[of].word}</span>`, ' '];
}
