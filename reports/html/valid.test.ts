import { expect, test } from 'vitest';
import { hostile, poisoned } from '../testing/hostile.js';
import { invalid } from './validator.fixture.js';

test('a report with hostile words in every place is valid HTML', async () => {
  expect(await invalid(poisoned(Object.values(hostile).join(' ')))).toEqual([]);
});
