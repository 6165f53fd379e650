import type { Exchange, Header } from '../../schemas/exchange.js';
import { indented } from '../text/indent.js';
import { clip, grouped } from '../text/printable.js';
import { aroundWithheld, cutHere, pathOf, statusLine } from '../wording/exchange-words.js';
import { type Child, html, type Markup } from './markup.js';

const groupSize = 100;
// Long bodies stand whole in evidence.har; a page has to open.
const longestBody = 16_000;
/** Exchanges of a finding that paper names. The first stands there in full, but for what is cut of it. */
const mostOnPaper = 4;
/** Letters of fixed width that paper has room for beside each other in a block, and in half of one. */
const acrossPaper = 100;
const half = 48;
/** Lines of a block on paper. What is a little longer stands there whole, so that no last brackets are cut. */
const linesOnPaper = 16;
const littleMore = 4;

/**
 * The exchanges of a requirement, or of a finding, in which the first is open. More than a hundred stand in closed groups,
 * so that a page of 10,000 opens fast.
 */
export function exchangeList(exchanges: readonly Exchange[], inFinding = false): Markup {
  if (exchanges.length <= groupSize) {
    const more = exchanges.length - mostOnPaper;
    return html`<div class="xs">${exchanges.map((each, index) => exchange(each, inFinding, index === 0))}${
      inFinding && more > 0 && html`<p class="paper soft">And ${more} more in report.html.</p>`
    }</div>`;
  }
  const groups = Array.from({ length: Math.ceil(exchanges.length / groupSize) }, (_, index) =>
    exchanges.slice(index * groupSize, (index + 1) * groupSize),
  );
  return html`<div class="xs">${groups.map(
    (group) =>
      html`<details class="x"><summary><span class="id">${group[0]?.id} to ${group.at(-1)?.id}</span><span class="what">${group.length} exchanges</span></summary><div class="xs in">${group.map((each) => exchange(each, false, false))}</div></details>`,
  )}</div>`;
}

function exchange(sent: Exchange, inFinding: boolean, first: boolean): Markup {
  const { id, request, response, purpose, durationMs } = sent;
  // Drawn softly, withheld values would be three elements in four of a page of 10,000 exchanges: only findings do it.
  const described = inFinding ? withheld : (text: string) => text;
  const shown = (start: string, headers: readonly Header[], body: string | undefined) => {
    const text = message(start, headers, body);
    return inFinding && first ? cutOnPaper(text, half, described) : described(text);
  };
  const status = response ? String(response.status) : 'no response';
  return html`<details class="x" id="${id}"${inFinding && first && html` open`}><summary><span class="id">${id}</span><span class="what">${request.method} ${pathOf(request.url)} <span class="soft">${clip(purpose, 300)}</span></span><span class="n">${status}</span><span class="n soft">${grouped(durationMs)} ms</span></summary><div class="pair"><div><p class="label">Request</p><pre>${shown(`${request.method} ${clip(request.url, 2_000)}`, request.headers, request.body)}</pre></div><div><p class="label">Response</p><pre>${
    response
      ? [shown(statusLine(sent), response.headers, response.body), response.cut && ['\n', cutHere]]
      : statusLine(sent)
  }</pre></div></div></details>`;
}

function message(start: string, headers: readonly Header[], body: string | undefined): string {
  const lines = headers.map(([name, value]) => `${clip(name, 200)}: ${clip(value, 2_000)}\n`);
  return `${start}\n${lines.join('')}${body ? `\n${clip(indented(body), longestBody)}` : ''}`;
}

/** Text in which the values that were withheld step back. */
function withheld(text: string): Child {
  return aroundWithheld(text).map((part, index) => (index % 2 ? html`<span class="w">${part}</span>` : part));
}

/**
 * Text of fixed width of which paper shows the beginning, and says so. The screen shows all of it.
 * @param across letters that a line has room for on paper
 */
export function cutOnPaper(
  text: string,
  across = acrossPaper,
  described: (text: string) => Child = (part) => part,
): Child {
  const room = roomFor(text, linesOnPaper, across);
  if (room >= text.length || roomFor(text, linesOnPaper + littleMore, across) >= text.length) return described(text);
  const rest = html`<span class="screen">${described(text.slice(room))}</span>`;
  return [
    described(text.slice(0, room)),
    rest,
    html`<span class="paper soft">… cut for paper; report.html has the rest</span>`,
  ];
}

/** How many letters of a text stand in so many lines. */
function roomFor(text: string, lines: number, across: number): number {
  let [at, left] = [0, lines];
  while (left > 0 && at < text.length) {
    const end = text.indexOf('\n', at);
    const length = (end < 0 ? text.length : end) - at;
    const taken = Math.max(1, Math.ceil(length / across));
    if (taken > left) return at + left * across;
    [at, left] = [at + length + 1, left - taken];
  }
  return at;
}
