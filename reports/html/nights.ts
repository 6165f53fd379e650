import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { type Verdict, verdicts } from '../../schemas/verdict.js';
import { day, daysBetween } from '../days.js';
import { counted } from '../sentences.js';
import { words } from '../words.js';
import { marked } from './marks.js';
import { type Child, html, type Markup } from './markup.js';
import { type Part, part, type Source } from './part.js';

const pitch = 20;
/** Over how many days runs are still placed by the calendar. */
const longestCalendar = 45;

/** The runs against this target so far: a bad requirement shows as a row, a bad night as a column. */
export function nights({ report }: Source): Part | undefined {
  const { history, requirements } = report;
  if (history.length < 2) return undefined;
  const places = columns(history);
  const width = (places.at(-1) ?? 0) + 1;
  const moved = requirements.filter((row) => kept(row, history) === undefined);
  const title = isNightly(history) ? 'Nights' : 'Runs';
  const gap = width > history.length ? ' A gap is a night without a run.' : '';
  const body = html`<p class="prose intro">${counted(history.length, 'run')} against this target, from ${day(history[0]?.startedAt ?? '', report.run.startedAt)} to ${day(history.at(-1)?.startedAt ?? '', report.run.startedAt)}. The rows are those that ever changed.${gap}</p>
${
  moved.length > 0
    ? html`<div class="nights"><div class="night head" aria-hidden="true"><span></span><span></span>${axis(report, width)}</div>${moved.map((row) => line(row, history, places, width))}</div>`
    : html`<p class="prose">None did.</p>`
}
${unmoved(requirements, history)}`;
  return part('nights', title, body, history.length);
}

type History = Report['history'];

// One run a day is placed by its day, so that a night without one is a gap; several a day stand side by side.
function columns(history: History): number[] {
  const first = history[0]?.startedAt ?? '';
  if (!isNightly(history)) return history.map((_, index) => index);
  return history.map(({ startedAt }) => daysBetween(first, startedAt));
}

function isNightly(history: History): boolean {
  const days = new Set(history.map(({ startedAt }) => startedAt.slice(0, 10)));
  const length = daysBetween(history[0]?.startedAt ?? '', history.at(-1)?.startedAt ?? '');
  return days.size === history.length && length <= longestCalendar;
}

function line(row: ReportedRequirement, history: History, places: readonly number[], width: number): Markup {
  const uses = history.flatMap(({ verdicts: of }, index) => {
    const verdict = of[row.id];
    return verdict === undefined
      ? []
      : html`<use href="#c-${verdict}" class="${verdict}" x="${(places[index] ?? 0) * pitch + 2}" y="2" width="16" height="16"/>`;
  });
  return html`<div class="night"><a class="id" href="#${row.id}">${row.id}</a><span class="what">${row.title}</span><svg viewBox="0 0 ${width * pitch} ${pitch}" role="img" aria-label="${inWords(row, history)}">${uses}</svg></div>`;
}

function axis(report: Report, width: number): Markup {
  const ends = [report.history[0]?.startedAt, report.history.at(-1)?.startedAt].map((at) =>
    day(at ?? '', report.run.startedAt),
  );
  return html`<svg viewBox="0 0 ${width * pitch} ${pitch}"><text x="2" y="14">${ends[0]}</text><text x="${width * pitch - 2}" y="14" text-anchor="end">${ends[1]}</text></svg>`;
}

function inWords(row: ReportedRequirement, history: History): string {
  const of = history.map(({ verdicts: each }) => each[row.id]);
  const counts = verdicts.flatMap((verdict) => {
    const count = of.filter((each) => each === verdict).length;
    return count ? `${words[verdict].word.toLowerCase()} in ${counted(count, 'run')}` : [];
  });
  return `${row.id}: ${counts.join(', ')}`;
}

function kept({ id }: ReportedRequirement, history: History): Verdict | undefined {
  const seen = new Set(history.flatMap(({ verdicts: of }) => of[id] ?? []));
  return seen.size === 1 ? [...seen][0] : undefined;
}

function unmoved(rows: readonly ReportedRequirement[], history: History): Child {
  const groups = verdicts.flatMap((verdict) => {
    const same = rows.filter((row) => kept(row, history) === verdict);
    return same.length
      ? html`<div class="kept">${marked(verdict)}<p>${same.map(({ id }) => [html`<a class="id" href="#${id}">${id}</a>`, ' '])}</p></div>`
      : [];
  });
  const count = rows.filter((row) => kept(row, history) !== undefined).length;
  if (count === 0) return undefined;
  return html`<details class="more"><summary>${counted(count, 'requirement')} never changed</summary>${groups}</details>`;
}
