import { expect, test } from 'vitest';
import { listed } from '../identity/response.fixture.js';

test('of recorded headers no more are read than a run takes off the wire', () => {
  const { headers } = listed(
    [],
    [
      ['x-first', 'a'.repeat(9000)],
      ['link', '<'.repeat(9000)],
      ['x-last', 'b'],
    ],
  );
  expect([...headers.keys()]).toEqual(['x-first']);
});
