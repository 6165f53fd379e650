import type { Content } from 'pdfmake/interfaces.js';
import { cells, shapes } from '../wording/shapes.js';
import { labels, type Mark } from '../wording/verdict-labels.js';
import { drawing } from './drawing.js';
import { colours } from './page-layout.js';
import { type Setting, set } from './typography.js';

/** A mark alone, of the given size in points, beside what follows; its word has to stand there. */
export function sign(mark: Mark, size: number, at: { x: number; y: number } = { x: 0, y: 0 }): Content {
  return { canvas: drawing(shapes[mark], pen(mark, size)), relativePosition: at };
}

/** A mark and its word: shape first, then the word, then the colour of both. What passes is quiet. */
export function marked(mark: Mark, setting: Setting = {}): Content {
  const quiet = mark === 'pass' || mark === 'skipped' || mark === 'pending';
  const word = set(labels[mark].word, { color: colours[mark], bold: !quiet, margin: [15, 0, 0, 0], ...setting });
  return { stack: [sign(mark, 9.5, { x: 0, y: 0.4 }), word] };
}

/** Marks in a row, with quiet passes, so that the others stand out; `undefined` is a gap. */
export function marksInRow(marks: readonly (Mark | undefined)[], size: number): Content {
  const drawn = marks.map((mark, at) => (mark ? drawing(cells[mark], pen(mark, size, at * size * 1.125)) : []));
  return { canvas: drawn.flat() };
}

function pen(mark: Mark, size: number, x = 0) {
  return { colour: colours[mark], paper: colours.paper, x, y: 0, scale: size / 16 };
}
