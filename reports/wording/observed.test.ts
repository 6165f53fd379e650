import { expect, test } from 'vitest';
import { apart, statementsOf } from './observed.js';

test('an observation is its statements; a report of 0.1 has them in one', () => {
  expect(statementsOf({ sentence: 'One. Two.', sentences: ['One.', 'Two.'] })).toEqual(['One.', 'Two.']);
  expect(statementsOf({ sentence: 'One. Two.' })).toEqual(['One. Two.']);
  expect(statementsOf({})).toEqual([]);
});

test('two observations are compared statement by statement', () => {
  expect(apart(['One.', 'Two.', 'Three.'], ['One.', 'Four.', 'Three.'])).toEqual({
    gone: ['Two.'],
    come: ['Four.'],
    same: 2,
  });
  expect(apart([], ['One.'])).toEqual({ gone: [], come: ['One.'], same: 0 });
});
