import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { verdicts } from '../../schemas/verdict.js';
import type { DocumentInput } from '../model/document-input.js';
import { type HistoryColumn, historyOf, keptVerdict } from '../model/history.js';
import { day } from '../text/dates.js';
import { counted } from '../text/summary-text.js';
import { labels } from '../text/verdict-labels.js';
import { marked } from './marks.js';
import { type Child, html, type Markup } from './markup.js';
import { type Part, part } from './part.js';

const pitch = 20;
/** Columns that a line has room for: with fewer runs they stand at its left, and no mark grows beyond its size. */
const room = 30;

/** The runs against this target so far: a bad requirement shows as a row, a bad night as a column. */
export function nights({ report }: DocumentInput): Part | undefined {
  const { history, requirements } = report;
  const found = historyOf(report);
  if (!found) return undefined;
  const { title, introduction, moved } = found;
  const width = Math.max(room, found.columns);
  const body = html`<p class="prose intro">${introduction}</p>
${
  moved.length > 0
    ? html`<div class="nights"><div class="night head" aria-hidden="true"><span></span><span></span>${axis(report, width, found.columns)}</div>${moved.map((night) => line(night, history, width))}</div>`
    : html`<p class="prose">None did.</p>`
}
${unmoved(requirements, history)}`;
  return part('nights', title, body, history.length);
}

type History = Report['history'];

function line({ row, marks }: HistoryColumn, history: History, width: number): Markup {
  const uses = marks.flatMap((verdict, at) =>
    verdict === undefined
      ? []
      : html`<use href="#c-${verdict}" class="${verdict}" x="${at * pitch + 2}" y="2" width="16" height="16"/>`,
  );
  return html`<div class="night"><a class="id" href="#${row.id}">${row.id}</a><span class="what">${row.title}</span><svg viewBox="0 0 ${width * pitch} ${pitch}" role="img" aria-label="${inWords(row, history)}">${uses}</svg></div>`;
}

function axis(report: Report, width: number, columns: number): Markup {
  const ends = [report.history[0]?.startedAt, report.history.at(-1)?.startedAt].map((at) =>
    day(at ?? '', report.run.startedAt),
  );
  // Two days take some ten columns: under fewer runs the first alone stands there.
  const last =
    columns < 10 ? undefined : html`<text x="${columns * pitch - 2}" y="14" text-anchor="end">${ends[1]}</text>`;
  return html`<svg viewBox="0 0 ${width * pitch} ${pitch}"><text x="2" y="14">${ends[0]}</text>${last}</svg>`;
}

function inWords(row: ReportedRequirement, history: History): string {
  const of = history.map(({ verdicts: each }) => each[row.id]);
  const counts = verdicts.flatMap((verdict) => {
    const count = of.filter((each) => each === verdict).length;
    return count ? `${labels[verdict].word.toLowerCase()} in ${counted(count, 'run')}` : [];
  });
  return `${row.id}: ${counts.join(', ')}`;
}

function unmoved(rows: readonly ReportedRequirement[], history: History): Child {
  const groups = verdicts.flatMap((verdict) => {
    const same = rows.filter((row) => keptVerdict(row, history) === verdict);
    return same.length
      ? html`<div class="kept">${marked(verdict)}<p>${same.map(({ id }) => [html`<a class="id" href="#${id}">${id}</a>`, ' '])}</p></div>`
      : [];
  });
  const count = rows.filter((row) => keptVerdict(row, history) !== undefined).length;
  if (count === 0) return undefined;
  return html`<details class="more"><summary>${counted(count, 'requirement')} never changed</summary>${groups}</details>`;
}
