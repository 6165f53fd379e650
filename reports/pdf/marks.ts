import type { CanvasElement, Content } from 'pdfmake/interfaces.js';
import { cells, shapes } from '../wording/shapes.js';
import { labels, type Mark } from '../wording/verdict-labels.js';
import { colours, type Setting, set } from './typography.js';

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

/** How a shape is drawn: its colour, that of the paper, its place in points, and points per unit of the drawing. */
interface Pen {
  readonly colour: string;
  readonly paper: string;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/**
 * A mark's SVG as what a page is drawn with. It reads what the marks are made of: circles, rectangles, and lines by their
 * points. A library reads all of SVG, and takes a quarter of the time of a whole document for it.
 */
export function drawing(svg: string, pen: Pen): CanvasElement[] {
  return [...svg.matchAll(/<(\w+)([^>]*)\/>/g)].map(([, name, source = '']): CanvasElement => {
    const attributes = new Map([...source.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value]) => [key, value]));
    const number = (key: string) => Number(attributes.get(key) ?? 0) * pen.scale;
    const style = styled(attributes.get('class'), pen);
    if (name === 'circle') {
      const r = number('r');
      return { type: 'ellipse', x: pen.x + number('cx'), y: pen.y + number('cy'), r1: r, r2: r, ...style };
    }
    if (name === 'rect') {
      const [x, y] = [pen.x + number('x'), pen.y + number('y')];
      return { type: 'rect', x, y, w: number('width'), h: number('height'), r: number('rx'), ...style };
    }
    const pairs = attributes.get('points')?.match(/\S+ \S+/g) ?? [];
    const points = pairs.map((pair) => {
      const [x = 0, y = 0] = pair.split(' ').map(Number);
      return { x: pen.x + x * pen.scale, y: pen.y + y * pen.scale };
    });
    return { type: 'polyline', points, closePath: name === 'polygon', ...style };
  });
}

function styled(name: string | undefined, { colour, paper, scale }: Pen): object {
  const line = (wide: number, lineColor = colour) => ({ lineWidth: wide * scale, lineColor });
  switch (name) {
    case 'full':
      return { color: colour };
    case 'cut':
      return line(2.1, paper);
    case 'bold':
      return line(2.1);
    case 'faint':
      return { ...line(1), strokeOpacity: 0.55 };
    case 'dash':
      return { ...line(1.5), dash: { length: 2.2 * scale, space: 1.95 * scale } };
    default:
      return line(1.5);
  }
}
