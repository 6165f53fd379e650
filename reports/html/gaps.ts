import type { ReportedRequirement } from '../../schemas/types.js';
import { driftOf } from '../model/decisions.js';
import type { DocumentInput } from '../model/document-input.js';
import { type Gaps, gapGroups, gapIntroduction, gapsOf, settledAs, settledBy } from '../model/gaps.js';
import type { ReasonGroup } from '../model/open-findings.js';
import { statementsOf } from '../text/observed.js';
import { clip } from '../text/printable.js';
import { labels } from '../text/verdict-labels.js';
import { coded, said, statementList } from './coded.js';
import { marked, sign } from './marks.js';
import { type Child, html, type Markup } from './markup.js';
import { type Part, part } from './part.js';

const longest = 4_000;

/** What the specification leaves open, and what the service does there: changed, settled, observed, not observed. */
export function gaps({ report }: DocumentInput): Part {
  const { all, changed, settled, observed, ...rest } = gapsOf(report);
  const body = html`<p class="prose intro">${gapIntroduction(all.length)}</p>
<div class="gap head" aria-hidden="true"><span>Id</span><span>What is left open</span><span>What the service does</span></div>
${group(html`<span class="mark changed">${sign('changed')}${labels.changed.word}</span>`, gapGroups.changed, changed, (row) => drift(row))}
${group('Settled', gapGroups.settled, settled, (row) => settlement(row, report))}
${group('Observed', undefined, observed, (row) => said(shownOf(row)))}
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
    html`<div class="list">${alone.flatMap((entry) => entry.rows.map((row) => line(row, html`<span class="soft">${coded(clip(entry.reason, 600))}</span>`)))}</div>`,
    together.map((group) => toldOnce(group)),
  ];
}

function toldOnce({ reason, rows }: ReasonGroup): Markup {
  return html`<div class="together"><p class="soft">${coded(clip(reason, 600))}</p>${rowList(rows)}</div>`;
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

// What is the same before and now is counted, not repeated: a reader looks for the one line that is not.
function drift(row: ReportedRequirement): Child {
  const change = driftOf(row);
  if (!change) return undefined;
  const { before, now, lines, apart } = change;
  const { gone, come, same } = apart;
  const told = gone.length + come.length > 0;
  return html`<dl class="drift">${before !== undefined && told && side('Before', gone, false)}${told && side('Now', come, true)}${
    !told &&
    html`<div><dt>Now</dt><dd>${said(statementsOf(row).length > 0 ? clipped(statementsOf(row)) : [clip(now, longest)])}</dd></div>`
  }</dl>${told && same > 0 && html`<p class="soft">${same} more ${same === 1 ? 'statement is' : 'statements are'} as before.</p>`}${differences(lines, !told)}`;
}

function side(name: string, statements: readonly string[], strong: boolean): Markup {
  const told = statements.length === 0 ? html`<span class="soft">nothing of that</span>` : said(clipped(statements));
  return html`<div><dt>${name}</dt><dd${strong && html` class="now"`}>${told}</dd></div>`;
}

/** The statements of an observation, or where to find one that makes none. */
function shownOf(row: ReportedRequirement): readonly string[] {
  const statements = statementsOf(row);
  return statements.length === 0 ? ['See its normal form.'] : clipped(statements);
}

function clipped(statements: readonly string[]): readonly string[] {
  return statements.map((statement) => clip(statement, longest));
}

function differences(lines: readonly string[], open: boolean): Child {
  if (lines.length === 0) return undefined;
  const list = statementList(lines);
  return html`<details class="more"${open && html` open`}><summary>What differs, one by one</summary>${list}</details>`;
}

function settlement(row: ReportedRequirement, report: DocumentInput['report']): Child {
  const by = settledBy(row, report);
  return [
    html`<p>${marked(row.verdict)}${by !== '' && [' ', html`<span class="soft">${by}</span>`]}</p>`,
    html`<div>${said(clipped(settledAs(row)))}</div>`,
  ];
}
