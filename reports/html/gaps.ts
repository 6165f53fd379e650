import type { ReportedRequirement } from '../../schemas/types.js';
import { decisionFor, driftOf } from '../decisions.js';
import { type ReasonGroup, split } from '../open-rows.js';
import { counted } from '../sentences.js';
import { clip } from '../visible.js';
import { words } from '../words.js';
import { marked, sign } from './marks.js';
import { type Child, html, type Markup } from './markup.js';
import { type Part, part, type Source } from './part.js';

/** What the specification leaves open, and what the service does there: changed, settled, observed, not observed. */
export function gaps({ report }: Source): Part {
  const rows = report.requirements.filter(({ basis }) => basis === 'not-shown');
  const changed = rows.filter((row) => driftOf(row));
  const settled = rows.filter((row) => !changed.includes(row) && row.verdict !== 'pending');
  const others = rows.filter((row) => !changed.includes(row) && !settled.includes(row));
  const observed = others.filter(({ sentence, observation }) => sentence !== undefined || observation !== undefined);
  const missing = others.filter((row) => !observed.includes(row));
  const body = html`<p class="prose intro">The specification leaves ${counted(rows.length, 'point')} open, so nothing that the service does there can be wrong. It is written down, compared with the run before, and becomes a rule on the day on which somebody settles it.</p>
<div class="gap head" aria-hidden="true"><span>Id</span><span>What is left open</span><span>What the service does</span></div>
${group(html`<span class="mark changed">${sign('changed')}${words.changed.word}</span>`, 'against the run before', changed, (row) => drift(row))}
${group('Settled', 'a rule by decision', settled, (row) => [marked(row.verdict), ' ', clip(row.sentence ?? row.found ?? row.reason ?? '', 600), by(row, report)])}
${group('Observed', undefined, observed, (row) => clip(row.sentence ?? 'See its normal form.', 600))}
${unobserved(missing)}`;
  return part('gaps', 'Gap register', body, rows.length);
}

function group(
  title: Child,
  aside: string | undefined,
  rows: readonly ReportedRequirement[],
  tell: (row: ReportedRequirement) => Child,
): Child {
  if (rows.length === 0) return undefined;
  return [heading(title, rows.length, aside), html`<div class="list">${rows.map((row) => line(row, tell(row)))}</div>`];
}

function unobserved(rows: readonly ReportedRequirement[]): Child {
  if (rows.length === 0) return undefined;
  const { alone, together } = split(rows);
  return [
    heading('Not observed', rows.length, 'with the reason'),
    html`<div class="list">${alone.flatMap((entry) => entry.rows.map((row) => line(row, html`<span class="soft">${clip(entry.reason, 600)}</span>`)))}</div>`,
    together.map((group) => toldOnce(group)),
  ];
}

function toldOnce({ reason, rows }: ReasonGroup): Markup {
  return html`<div class="together"><p class="soft">${clip(reason, 600)}</p>${rowList(rows)}</div>`;
}

/** Requirements by id and title, in columns where there is room. */
export function rowList(rows: readonly ReportedRequirement[]): Markup {
  return html`<ul class="ids">${rows.map(
    ({ id, title }) => html`<li><a class="id" href="#${id}">${id}</a><span>${title}</span></li>`,
  )}</ul>`;
}

function heading(title: Child, count: number, aside: string | undefined): Markup {
  return html`<h3 class="tally">${title} <span class="soft">${count}${aside && `, ${aside}`}</span></h3>`;
}

function line({ id, title }: ReportedRequirement, told: Child): Markup {
  return html`<div class="gap"><a class="id" href="#${id}">${id}</a><span>${title}</span><div>${told}</div></div>`;
}

function drift(row: ReportedRequirement): Child {
  const change = driftOf(row);
  return html`<dl class="drift">${change?.before !== undefined && html`<div><dt>Before</dt><dd>${clip(change.before, 600)}</dd></div>`}<div><dt>Now</dt><dd><b>${clip(change?.now ?? '', 600)}</b></dd></div>${change && change.lines.length > 0 && html`<div><dt>Differs</dt><dd>${change.lines.map((told) => html`<span class="soft aside">${told}</span>`)}</dd></div>`}</dl>`;
}

function by(row: ReportedRequirement, report: Source['report']): Child {
  const decision = decisionFor(row, report);
  return decision && html` <span class="soft">Settled by ${decision.by}.</span>`;
}
