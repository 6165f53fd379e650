import type { Content } from 'pdfmake/interfaces.js';
import { cells, shapes } from '../wording/shapes.js';
import { labels, type Mark } from '../wording/verdict-labels.js';
import { drawing } from './drawing.js';
import { colours } from './page-layout.js';
import { type Setting, set } from './typography.js';

/** A mark alone, of the given size in points, beside what follows; its word has to stand there. */
export function sign(mark: Mark, size: number, at: { x: number; y: number } = { x: 0, y: 0 }): Content {
  return { canvas: drawing(shapes[mark], pen(mark, 0, 0, size)), relativePosition: at };
}

/** A mark and its word: shape first, then the word, then the colour of both. What passes is quiet. */
export function marked(mark: Mark, setting: Setting = {}): Content {
  const quiet = mark === 'pass' || mark === 'skipped' || mark === 'pending';
  const word = set(labels[mark].word, { color: colours[mark], bold: !quiet, margin: [15, 0, 0, 0], ...setting });
  return { stack: [sign(mark, 9.5, { x: 0, y: 0.4 }), word] };
}

/** Many marks side by side, in lines of `columns`. `undefined` is a gap. `quiet`: only what is not a pass is seen well. */
export function marksInLines(
  marks: readonly (Mark | undefined)[],
  columns: number,
  size: number,
  quiet = false,
): Content {
  const shape = quiet ? cells : shapes;
  const [across, down] = [size * 1.125, size * 1.3];
  return {
    canvas: marks.flatMap((mark, index) => {
      if (mark === undefined) return [];
      return drawing(shape[mark], pen(mark, (index % columns) * across, Math.floor(index / columns) * down, size));
    }),
  };
}

function pen(mark: Mark, x: number, y: number, size: number) {
  return { colour: colours[mark], paper: colours.paper, x, y, scale: size / 16 };
}
