import type { CanvasElement } from 'pdfmake/interfaces.js';
import { describe, expect, test } from 'vitest';
import { cells, shapes } from '../wording/shapes.js';
import { drawing } from './marks.js';

const pen = { colour: '#123456', paper: '#fff', x: 100, y: 200, scale: 0.5 };

describe.each([...Object.entries(shapes), ...Object.entries(cells)])('the mark %s', (_, svg) => {
  test('is drawn whole', () => {
    expect(svg.replace(/<(circle|rect|polyline|polygon)( [\w-]+="[^"]*")+\/>/g, '')).toBe('');
    expect(drawing(svg, pen)).toHaveLength((svg.match(/</g) ?? []).length);
    expect(JSON.stringify(drawing(svg, pen))).not.toContain('null');
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

test('lines have their points, and a polygon is closed', () => {
  const [line, shape] = drawing('<polyline points="1 2 5 .5"/><polygon points="0 0 4 0 4 4"/>', pen);
  const points = [
    { x: 100.5, y: 201 },
    { x: 102.5, y: 200.25 },
  ];
  expect(line).toMatchObject({ type: 'polyline', points, closePath: false });
  expect(shape).toMatchObject({ closePath: true });
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
