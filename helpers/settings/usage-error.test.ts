import { expect, test } from 'vitest';
import { nearest, quote } from './usage-error.js';

test('an excerpt is short, and holds nothing that moves a cursor or ends a line', () => {
  expect(quote('plain')).toBe('"plain"');
  expect(quote('x'.repeat(500))).toBe(`"${'x'.repeat(19)}…"`);
  expect(quote('a\n::error::\u001b[2J\u202e')).toBe('"a?::error::?[2J?"');
});

test.each([
  ['found whatever the letter case', 'CUSTOMERS', ['Accounts', 'Customers'], 'Customers'],
  ['of two as near, the one that begins alike', 'CUTS', ['AUTH', 'ACCT', 'CUST'], 'CUST'],
  ['one that begins with it', 'leap-day', ['day-32', 'leap-day-in-any-year'], 'leap-day-in-any-year'],
  ['none of which more than half is another', 'exe', ['md', 'html', 'one-type'], undefined],
])('the nearest name is %s', (_, given, known, name) => {
  expect(nearest(given, known)).toBe(name === undefined ? '' : `; the nearest is ${name}`);
});
