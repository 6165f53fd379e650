import type { Grid, GridLine } from '../document/blocks.js';
import { labels } from '../wording/verdict-labels.js';
import { html, type Markup } from './markup.js';

const pitch = 20;
/** Columns that a line has room for. With fewer runs the marks keep their size and stand at the left. */
const room = 30;

/** Verdicts of requirements over the runs, as lines of marks under one axis. */
export function grid({ lines, columns, ends }: Grid): Markup {
  const width = Math.max(room, columns.length);
  return html`<div class="history"><div class="history-line head" aria-hidden="true"><span></span><span></span>${axis(ends, width, columns.length)}</div>${lines.map((each) => line(each, width, columns))}</div>`;
}

function line({ row, marks, label }: GridLine, width: number, columns: Grid['columns']): Markup {
  const cells = columns.map(({ title, unreached }, at) => {
    const verdict = marks[at];
    if (unreached)
      return html`<rect class="unreached" x="${at * pitch}" width="${pitch}" height="${pitch}"><title>${title}</title></rect>`;
    if (verdict === undefined) return undefined;
    return html`<g><title>${`${title}: ${labels[verdict].word}`}</title><use href="#c-${verdict}" class="${verdict}" x="${at * pitch + 2}" y="2" width="16" height="16"/></g>`;
  });
  return html`<div class="history-line"><a class="id" href="#${row.id}">${row.id}</a><span class="what">${row.title}</span><svg viewBox="0 0 ${width * pitch} ${pitch}" role="img" aria-label="${label}">${cells}</svg></div>`;
}

function axis([first, latest]: Grid['ends'], width: number, columns: number): Markup {
  // Two days take some ten columns: under fewer runs the first alone stands there.
  const last =
    columns < 10 ? undefined : html`<text x="${columns * pitch - 2}" y="14" text-anchor="end">${latest}</text>`;
  return html`<svg viewBox="0 0 ${width * pitch} ${pitch}"><text x="2" y="14">${first}</text>${last}</svg>`;
}
