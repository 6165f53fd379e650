import type { ReportedRequirement } from '../../schemas/types.js';
import { driftOf } from '../decisions.js';
import { type Gaps, gapGroups, gapIntroduction, gapsOf, settledAs, settledBy } from '../gaps.js';
import type { ReasonGroup } from '../open-rows.js';
import { clip } from '../visible.js';
import { words } from '../words.js';
import { marked, sign } from './marks.js';
import { type Child, html, type Markup } from './markup.js';
import { type Part, part, type Source } from './part.js';

/** What the specification leaves open, and what the service does there: changed, settled, observed, not observed. */
export function gaps({ report }: Source): Part {
  const { all, changed, settled, observed, ...rest } = gapsOf(report);
  const body = html`<p class="prose intro">${gapIntroduction(all.length)}</p>
<div class="gap head" aria-hidden="true"><span>Id</span><span>What is left open</span><span>What the service does</span></div>
${group(html`<span class="mark changed">${sign('changed')}${words.changed.word}</span>`, gapGroups.changed, changed, (row) => drift(row))}
${group('Settled', gapGroups.settled, settled, (row) => [marked(row.verdict), ' ', clip(settledAs(row), 600), by(row, report)])}
${group('Observed', undefined, observed, (row) => clip(row.sentence ?? 'See its normal form.', 600))}
${unobserved(rest)}`;
  return part('gaps', 'Gap register', body, all.length);
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

function unobserved({ missing, alone, together }: Pick<Gaps, 'missing' | 'alone' | 'together'>): Child {
  if (missing.length === 0) return undefined;
  return [
    heading('Not observed', missing.length, gapGroups.missing),
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
  const told = settledBy(row, report);
  return told && html` <span class="soft">${told}</span>`;
}
