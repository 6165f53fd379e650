import { expect, test } from 'vitest';
import { nearest, quote } from './usage-error.js';

test('an excerpt is short, and holds nothing that moves a cursor or ends a line', () => {
  expect(quote('plain')).toBe('"plain"');
  expect(quote('x'.repeat(500))).toBe(`"${'x'.repeat(19)}…"`);
  expect(quote('a\n::error::\u001b[2J\u202e')).toBe('"a?::error::?[2J?"');
});

test('the nearest name is found whatever the letter case', () => {
  expect(nearest('CONFORMANCE_APIKEY', ['CONFORMANCE_API_KEY', 'CONFORMANCE_RATE'])).toBe(
    '; the nearest is CONFORMANCE_API_KEY',
  );
  // Of two as near, the one that begins alike.
  expect(nearest('CUTS', ['AUTH', 'ACCT', 'CUST'])).toBe('; the nearest is CUST');
  expect(nearest('leap-day', ['day-32', 'leap-day-in-any-year'])).toBe('; the nearest is leap-day-in-any-year');
  expect(nearest('CUSTOMERS', ['Customers', 'Accounts'])).toBe('; the nearest is Customers');
});

test('a name that would have to change by more than half is no near one', () => {
  expect(nearest('exe', ['md', 'html'])).toBe('');
  expect(nearest('nope', ['one-type', 'no-cache'])).toBe('');
});
