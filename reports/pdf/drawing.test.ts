import type { CanvasElement } from 'pdfmake/interfaces.js';
import { describe, expect, test } from 'vitest';
import { cells, shapes } from '../wording/shapes.js';
import { drawing } from './drawing.js';

const pen = { colour: '#123456', paper: '#fff', x: 100, y: 200, scale: 0.5 };

describe.each([...Object.entries(shapes), ...Object.entries(cells)])('the mark %s', (_, svg) => {
  test('is drawn whole', () => {
    expect(svg.replace(/<(circle|rect|path)( [\w-]+="[^"]*")+\/>/g, '')).toBe('');
    const strokes = (svg.match(/<(circle|rect)/g) ?? []).length + (svg.match(/M/g) ?? []).length;
    expect(drawing(svg, pen)).toHaveLength(strokes);
  });

  test('stays in its square', () => {
    for (const [x, y] of drawing(svg, pen).flatMap(corners)) {
      expect(x).toBeGreaterThanOrEqual(100);
      expect(x).toBeLessThanOrEqual(108);
      expect(y).toBeGreaterThanOrEqual(200);
      expect(y).toBeLessThanOrEqual(208);
    }
  });
});

test('lines are absolute and relative, and curves end where they should', () => {
  const [one, two] = drawing('<path d="M1 2h4v3l-1 1ZM2 2C2 3 4 3 4 2"/>', { ...pen, x: 0, y: 0, scale: 1 });
  expect(one).toMatchObject({
    points: [
      { x: 1, y: 2 },
      { x: 5, y: 2 },
      { x: 5, y: 5 },
      { x: 4, y: 6 },
    ],
    closePath: true,
  });
  expect((two as { points: object[] }).points.at(-1)).toEqual({ x: 4, y: 2 });
  expect((two as { points: object[] }).points[3]).toEqual({ x: 3, y: 2.75 });
});

function corners(element: CanvasElement): [number, number][] {
  if (element.type === 'ellipse') {
    const [r1, r2] = [element.r1 ?? 0, element.r2 ?? element.r1 ?? 0];
    return [
      [element.x - r1, element.y - r2],
      [element.x + r1, element.y + r2],
    ];
  }
  if (element.type === 'rect')
    return [
      [element.x, element.y],
      [element.x + element.w, element.y + element.h],
    ];
  if (element.type === 'polyline') return element.points.map(({ x, y }) => [x, y]);
  return [];
}
