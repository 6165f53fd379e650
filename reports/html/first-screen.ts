import type { Blocks, Headline, Masthead, Tally } from '../document/blocks.js';
import { unbroken } from '../text/phrases.js';
import type { AreaCounts } from '../wording/counts.js';
import { counted } from '../wording/counts.js';
import { labels } from '../wording/verdict-labels.js';
import { marked, sign } from './marks.js';
import { type Child, coded, html, type Markup } from './markup.js';

type Setter = (blocks: Blocks) => Child;

/** The line above everything. */
export function masthead({ name, subject, classification }: Masthead): Markup {
  return html`<header class="top"><p><b>${name}</b> <span class="soft">${subject}</span></p><p class="soft">${classification}</p></header>`;
}

/** Sentences that change how everything below them is read. */
export function notices(items: readonly string[]): Markup {
  return html`<div class="notices" role="note">${items.map((item) => html`<p>${coded(item)}</p>`)}</div>`;
}

/** The verdict of the run, and what adds up beside it. */
export function headline({ mark, text, lead, blocks, beside }: Headline, set: Setter): Markup {
  return html`<div class="two">
<div>
<h1 id="verdict" class="${mark}">${sign(mark)}${text.replace('-', '\u2011')}</h1>
<p class="lead">${unbroken(lead)}</p>
${set(blocks)}
</div>
${set(beside)}
</div>`;
}

/** How many requirements have each verdict. */
export function tally({ rows, sum }: Tally): Markup {
  return html`<table class="account"><caption>${sum} requirements, one verdict each</caption><tbody>${rows.map(
    ([mark, count]) =>
      html`<tr${count === 0 && html` class="none"`}><th scope="row">${marked(mark)}</th><td>${labels[mark].says}</td><td class="n">${count}</td></tr>`,
  )}</tbody><tfoot><tr><th scope="row">Sum</th><td>the whole catalogue</td><td class="n">${sum}</td></tr></tfoot></table>`;
}

/** Every requirement as its mark, by area. */
export function marks(areas: readonly AreaCounts[]): Markup {
  return html`<div class="grid">${areas.map(
    ({ name, rows, counts }) =>
      html`<div><p class="label">${name}, ${rows.length}<span class="unseen">: ${counted(counts)}</span></p><div class="marks" aria-hidden="true">${rows.map(
        ({ id, title, verdict }) =>
          html`<a href="#${id}" tabindex="-1" title="${`${id} ${labels[verdict].word}. ${title}`}">${sign(verdict)}</a>`,
      )}</div></div>`,
  )}</div>`;
}
