import { verdicts } from '../../schemas/verdict.js';
import { type Mark, words } from '../words.js';
import { html, type Markup } from './markup.js';

/** Each mark is drawn once, here, and used by reference: a report has thousands. `cut` takes the paper's colour. */
const shapes: Readonly<Record<Mark, Markup>> = {
  pass: html`<circle cx="8" cy="8" r="6.6"/><path d="M5 8.3 7.1 10.4 11.1 5.9"/>`,
  fail: html`<rect class="full" x=".5" y=".5" width="15" height="15" rx="1.6"/><path class="cut" d="M5 5l6 6M11 5l-6 6"/>`,
  waived: html`<rect x="1.2" y="1.2" width="13.6" height="13.6" rx="1.2"/><path d="M1.6 14.4 14.4 1.6"/>`,
  inconclusive: html`<path d="M8 .9 15.1 8 8 15.1.9 8Z"/><path d="M6.3 6.6C6.4 4.5 9.7 4.6 9.6 6.6 9.5 7.8 8 7.8 8 9.2M8 11v.4"/>`,
  skipped: html`<path class="bold" d="M3 8h10"/>`,
  attested: html`<circle cx="8" cy="8" r="6.6"/><circle class="full" cx="8" cy="8" r="2.8"/>`,
  pending: html`<circle class="dash" cx="8" cy="8" r="6.6"/>`,
  changed: html`<path d="M8 1.8 15 14.2H1Z"/>`,
};

/** The same, quieter, for the grid of nights: where most is as it should be, only what is not may catch the eye. */
const cells: Readonly<Partial<Record<Mark, Markup>>> = {
  ...shapes,
  pass: html`<circle class="full" cx="8" cy="8" r="2.2"/>`,
  pending: html`<circle class="faint" cx="8" cy="8" r="3.2"/>`,
};

/** The definitions that the marks refer to; once in a page, before the first of them. */
export function definitions(): Markup {
  return html`<svg class="away" width="0" height="0" aria-hidden="true" focusable="false"><defs>${[
    ...(Object.keys(shapes) as Mark[]).map((mark) => symbol(`m-${mark}`, shapes[mark])),
    ...verdicts.map((verdict) => symbol(`c-${verdict}`, cells[verdict])),
  ]}</defs></svg>`;
}

function symbol(id: string, shape: Markup | undefined): Markup {
  return html`<symbol id="${id}" viewBox="0 0 16 16">${shape}</symbol>`;
}

/** A mark without its word; the word has to stand beside it or in a label. */
export function sign(mark: Mark): Markup {
  return html`<svg class="m ${mark}" aria-hidden="true"><use href="#m-${mark}"/></svg>`;
}

/** A mark and its word: shape first, then the word, then the colour of both. */
export function marked(mark: Mark): Markup {
  return html`<span class="mark ${mark}">${sign(mark)}${words[mark].word}</span>`;
}
