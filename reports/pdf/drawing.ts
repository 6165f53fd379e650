import type { CanvasElement } from 'pdfmake/interfaces.js';

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
