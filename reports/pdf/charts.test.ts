import { expect, test } from 'vitest';
import { grid } from './charts.js';

test.each([
  [2, ['22 November', '22 November'], '22 November'],
  [2, ['21 November', '22 November'], '21 November to 22 November'],
])('a short history (%i runs) has its days in one line', (runs, [first = '', last = ''], heading) => {
  const columns = Array.from({ length: runs }, () => ({ startedAt: '2026-11-22T11:47:23Z' }));
  const drawn = JSON.stringify(grid({ kind: 'grid', lines: [], columns, ends: [first, last] } as never));
  expect(drawn.match(/"[^"]*November[^"]*"/g)).toEqual([`"${heading}"`]);
});
