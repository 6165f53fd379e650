import { verdicts } from '../../schemas/verdict.js';
import { cells, shapes } from '../wording/shapes.js';
import { labels, type Mark } from '../wording/verdict-labels.js';
import { html, type Markup, trusted } from './markup.js';

/** The definitions that the marks refer to; once in a page, before the first of them. */
export function definitions(): Markup {
  return html`<svg class="away" width="0" height="0" aria-hidden="true" focusable="false"><defs>${[
    ...(Object.keys(shapes) as Mark[]).map((mark) => symbol(`m-${mark}`, shapes[mark])),
    ...verdicts.map((verdict) => symbol(`c-${verdict}`, cells[verdict])),
  ]}</defs></svg>`;
}

function symbol(id: string, shape: string): Markup {
  return html`<symbol id="${id}" viewBox="0 0 16 16">${trusted(shape)}</symbol>`;
}

/** A mark without its word; the word has to stand beside it or in a label. */
export function sign(mark: Mark): Markup {
  return html`<svg class="m ${mark}" aria-hidden="true"><use href="#m-${mark}"/></svg>`;
}

/** A mark and its word, or another: shape first, then the word, then the colour of both. */
export function marked(mark: Mark, word = labels[mark].word): Markup {
  return html`<span class="mark ${mark}">${sign(mark)}${word}</span>`;
}
