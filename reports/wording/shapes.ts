import type { Mark } from './verdict-labels.js';

/**
 * Each mark as SVG in a square of 16, drawn once for screen and paper. Lines take the mark's colour; of the classes,
 * `full` is filled with it, `cut` takes the paper's, `bold` is thicker, `dash` broken.
 */
export const shapes: Readonly<Record<Mark, string>> = {
  pass: '<circle cx="8" cy="8" r="6.6"/><path d="M5 8.3 7.1 10.4 11.1 5.9"/>',
  fail: '<rect class="full" x=".5" y=".5" width="15" height="15" rx="1.6"/><path class="cut" d="M5 5l6 6M11 5l-6 6"/>',
  waived: '<rect x="1.2" y="1.2" width="13.6" height="13.6" rx="1.2"/><path d="M1.6 14.4 14.4 1.6"/>',
  inconclusive:
    '<path d="M8 .9 15.1 8 8 15.1.9 8Z"/><path d="M6.3 6.6C6.4 4.5 9.7 4.6 9.6 6.6 9.5 7.8 8 7.8 8 9.2M8 11v.4"/>',
  skipped: '<path class="bold" d="M3 8h10"/>',
  attested: '<circle cx="8" cy="8" r="6.6"/><circle class="full" cx="8" cy="8" r="2.8"/>',
  pending: '<circle class="dash" cx="8" cy="8" r="6.6"/>',
  changed: '<path d="M8 1.8 15 14.2H1Z"/>',
};

/** The same for the history, with quiet passes, so that the other verdicts stand out. */
export const cells: Readonly<Record<Mark, string>> = {
  ...shapes,
  pass: '<circle class="full" cx="8" cy="8" r="2.2"/>',
  pending: '<circle class="faint" cx="8" cy="8" r="3.2"/>',
};
