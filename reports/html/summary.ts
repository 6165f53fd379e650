import { verdicts } from '../../schemas/verdict.js';
import { againstBaseline } from '../drift/sentences.js';
import type { DocumentInput } from '../model/document-input.js';
import { type OpenFinding, openFindings, type ReasonGroup, skippedByReason } from '../model/open-findings.js';
import { counted } from '../text/counts.js';
import { span } from '../text/dates.js';
import { clip } from '../text/printable.js';
import { headline } from '../text/scope.js';
import {
  account,
  concernRows,
  effort,
  environmentOf,
  lead,
  others,
  startOf,
  type Term,
  testedOf,
  unbroken,
} from '../text/summary-text.js';
import { labels } from '../text/verdict-labels.js';
import { coded, statementList } from './coded.js';
import { marked, sign } from './marks.js';
import { type Child, html, type Markup } from './markup.js';
import { facts, type Part } from './part.js';

/** The first screen: the verdict, what was tested, the verdicts of all requirements, and the findings. */
export function summary({ report, areas, findings }: DocumentInput): Part {
  const { text, mark } = headline(report);
  const body = html`<section id="summary" class="summary" aria-labelledby="verdict">
<div class="two">
<div>
<h1 id="verdict" class="${mark}">${sign(mark)}${text}</h1>
<p class="lead">${unbroken(lead(report))}</p>
<p class="prose">${unbroken(account(report))}</p>
${report.comparison && html`<p class="prose">${unbroken(clip(againstBaseline(report) ?? '', 1_000))}</p>`}
${about(report)}
</div>
${counts(report)}
</div>
${open(openFindings(report), findings)}
${skipped(skippedByReason(report))}
<div class="grid">${areas.map(
    ({ name, rows, counts: of }) =>
      html`<div><p class="label">${name}, ${rows.length}<span class="unseen">: ${counted(of)}</span></p><div class="marks" aria-hidden="true">${rows.map(
        ({ id, title, verdict: own }) =>
          html`<a href="#${id}" tabindex="-1" title="${`${id} ${labels[own].word}. ${title}`}">${sign(own)}</a>`,
      )}</div></div>`,
  )}</div>
<div class="sign-off" aria-hidden="true"><p>Prepared by, date</p><p>Reviewed by, date</p><p>Accepted by, date</p></div>
</section>`;
  return { id: 'summary', title: 'Summary', body };
}

function about(report: DocumentInput['report']): Markup {
  const { run, target } = report;
  return facts([
    ['Tested', testedOf(report)],
    ...concernRows(report).map(([name, text]) => [name, coded(clip(text, 400))] as const),
    ['Where', [`${startOf(environmentOf(report))}, `, html`<code>${target.baseUrl}</code>`]],
    ['When', span(run.startedAt, run.finishedAt)],
    ['How', effort(report)],
    ['By', run.operator],
  ]);
}

function counts({ summary: { counts: of }, requirements }: DocumentInput['report']): Markup {
  return html`<table class="account"><caption>${requirements.length} requirements, one verdict each</caption><tbody>${verdicts.map(
    (verdict) =>
      html`<tr${of[verdict] === 0 && html` class="none"`}><th scope="row">${marked(verdict)}</th><td>${labels[verdict].says}</td><td class="n">${of[verdict]}</td></tr>`,
  )}</tbody><tfoot><tr><th scope="row">Sum</th><td>the whole catalogue</td><td class="n">${requirements.length}</td></tr></tfoot></table>`;
}

function open(rows: readonly OpenFinding[], findings: DocumentInput['findings']): Child {
  if (rows.length === 0) return html`<h2 class="open">Open, waived and new findings</h2><p class="prose">Nothing.</p>`;
  const dated = rows.some(({ when }) => when !== '');
  return html`<h2 class="open" id="open">Open, waived and new findings</h2>
<table class="rows stack" aria-labelledby="open"><thead><tr><th scope="col" class="c-mark">Verdict</th><th scope="col" class="c-id">Requirement</th><th scope="col">What was found</th>${dated && html`<th scope="col" class="c-when">Since, or until</th>`}</tr></thead><tbody>${rows.map(
    ({ mark, id, more, found, lines, ...term }) =>
      html`<tr><td>${marked(mark)}</td><td><a class="id" href="#${mark === 'changed' ? 'gaps' : (findings.get(id) ?? id)}">${id}</a>${others(more)}</td><td>${lines ? statementList(lines.map((one) => clip(one, 300))) : coded(clip(found, 600))}</td>${dated && html`<td>${ending(term)}</td>`}</tr>`,
  )}</tbody></table>`;
}

/** Skipped requirements by reason. The verdict does not cover them, so they stand on the first screen. */
function skipped(groups: readonly ReasonGroup[]): Child {
  if (groups.length === 0) return undefined;
  return html`<div class="skipped-list"><h2 class="open">Skipped requirements</h2><ul class="reasons">${groups.map(
    ({ reason, rows }) =>
      html`<li><span>${rows.map(({ id }) => [html`<a class="id" href="#${id}">${id}</a>`, ' '])}</span><span>${coded(clip(reason, 600))}</span></li>`,
  )}</ul></div>`;
}

// A reader looks for the expiry date of a waiver.
function ending({ when, by }: Term): Child {
  return by === undefined ? when : [html`<b>${when}</b>`, `, by ${by}`];
}
