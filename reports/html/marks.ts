import { verdicts } from '../../schemas/verdict.js';
import { labels, type Mark } from '../wording/verdict-labels.js';
import { html, type Markup, trusted } from './markup.js';

/**
 * Each mark as SVG in a square of 16, of circles, rectangles, and lines by their points.
 * Lines take the mark's colour; of the classes, `full` is filled with it, `cut` takes the paper's, `bold` is thicker,
 * `dash` broken.
 */
const shapes: Readonly<Record<Mark, string>> = {
  pass: '<circle cx="8" cy="8" r="6.6"/><polyline points="5 8.3 7.1 10.4 11.1 5.9"/>',
  fail: '<rect class="full" x=".5" y=".5" width="15" height="15" rx="1.6"/><polyline class="cut" points="5 5 11 11"/><polyline class="cut" points="11 5 5 11"/>',
  waived: '<rect x="1.2" y="1.2" width="13.6" height="13.6" rx="1.2"/><polyline points="1.6 14.4 14.4 1.6"/>',
  lacking: '<rect class="dash" x="1.2" y="1.2" width="13.6" height="13.6" rx="1.2"/><polyline points="5 8 11 8"/>',
  inconclusive:
    '<polygon points="8 .9 15.1 8 8 15.1 .9 8"/><polyline points="6.3 6.6 6.59 5.73 7.22 5.22 8.03 5.06 8.81 5.24 9.4 5.76 9.6 6.6 9.45 7.11 9.14 7.5 8.76 7.82 8.39 8.17 8.11 8.6 8 9.2"/><polyline points="8 11 8 11.4"/>',
  skipped: '<polyline class="bold" points="3 8 13 8"/>',
  attested: '<circle cx="8" cy="8" r="6.6"/><circle class="full" cx="8" cy="8" r="2.8"/>',
  pending: '<circle class="dash" cx="8" cy="8" r="6.6"/>',
  changed: '<polygon points="8 1.8 15 14.2 1 14.2"/>',
  differs: '<polyline points="2 5.5 14 5.5"/><polyline points="2 10.5 14 10.5"/><polyline points="11.5 1.5 4.5 14.5"/>',
};

/** The same for the history, with quiet passes, so that the other verdicts stand out. */
const cells: Readonly<Record<Mark, string>> = {
  ...shapes,
  pass: '<circle class="full" cx="8" cy="8" r="2.2"/>',
  pending: '<circle class="faint" cx="8" cy="8" r="3.2"/>',
};

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
