import { expect, test } from 'vitest';
import { apart, statementsOf } from './statements.js';

test('a text falls into its sentences, and a name with a full stop in it stays whole', () => {
  const text = '400 has error.code and error.message. A JSON body: as text/plain is refused with 415. TLSv1.3.';
  expect(statementsOf(text)).toEqual([
    '400 has error.code and error.message.',
    'A JSON body: as text/plain is refused with 415.',
    'TLSv1.3.',
  ]);
  expect(statementsOf('')).toEqual([]);
});

test('of two texts only what differs is told', () => {
  expect(apart('One. Two. Three.', 'One. Four. Three.')).toEqual({ gone: ['Two.'], come: ['Four.'], same: 2 });
  expect(apart(undefined, 'One.')).toEqual({ gone: [], come: ['One.'], same: 0 });
});
