import type { CanvasElement } from 'pdfmake/interfaces.js';

/** How a shape is drawn: its colour, that of the paper, its place in points, and points per unit of the drawing. */
interface Pen {
  readonly colour: string;
  readonly paper: string;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

type Point = readonly [x: number, y: number];

/** How many straight pieces stand for one curve: at the size of a mark more cannot be seen. */
const pieces = 6;

/**
 * A mark's SVG as what a page is drawn with. It reads what the marks are made of: circles, rectangles and paths of
 * M, L, H, V, C and Z. A library reads all of SVG, and takes a quarter of the time of a whole document for it.
 */
export function drawing(svg: string, pen: Pen): CanvasElement[] {
  return [...svg.matchAll(/<(circle|rect|path)([^>]*)\/>/g)].flatMap(([, name, source = '']) => {
    const attributes = new Map(
      [...source.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    );
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
    return traced(attributes.get('d') ?? '').map(
      ({ points, closed }): CanvasElement => ({
        type: 'polyline',
        points: points.map(([x, y]) => ({ x: pen.x + x * pen.scale, y: pen.y + y * pen.scale })),
        closePath: closed,
        ...style,
      }),
    );
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

interface Trace {
  readonly points: Point[];
  closed: boolean;
}

function traced(path: string): readonly Trace[] {
  const traces: Trace[] = [];
  for (const [, command = '', operands = ''] of path.matchAll(/([MLHVCZ])([^MLHVCZ]*)/gi)) {
    const values = [...operands.matchAll(/-?(?:\d+\.?\d*|\.\d+)/g)].map(Number);
    const trace = traces.at(-1);
    if (command === 'Z' && trace) trace.closed = true;
    else if (command === 'M') {
      traces.push({ points: [], closed: false });
      follow(traces.at(-1)?.points ?? [], 'L', values);
    } else if (trace) follow(trace.points, command, values);
  }
  return traces;
}

function follow(points: Point[], command: string, values: readonly number[]): void {
  const size = { L: 2, H: 1, V: 1, C: 6 }[command.toUpperCase()] ?? 2;
  for (let at = 0; at < values.length; at += size) {
    const [x, y] = points.at(-1) ?? [0, 0];
    const [dx, dy] = command === command.toLowerCase() ? [x, y] : [0, 0];
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values.slice(at, at + size);
    if (size === 6) points.push(...curve([x, y], [dx + a, dy + b], [dx + c, dy + d], [dx + e, dy + f]));
    else if (command.toUpperCase() === 'H') points.push([dx + a, y]);
    else if (command.toUpperCase() === 'V') points.push([x, dy + a]);
    else points.push([dx + a, dy + b]);
  }
}

function curve(from: Point, one: Point, two: Point, to: Point): Point[] {
  return Array.from({ length: pieces }, (_, index): Point => {
    const t = (index + 1) / pieces;
    const u = 1 - t;
    const along = (axis: 0 | 1) =>
      u ** 3 * from[axis] + 3 * u * u * t * one[axis] + 3 * u * t * t * two[axis] + t ** 3 * to[axis];
    return [along(0), along(1)];
  });
}
