import { expect, test } from 'vitest';
import { nearest } from './nearest.js';
import { quote } from './usage-error.js';

test('an excerpt is short, and holds nothing that moves a cursor or ends a line', () => {
  expect(quote('plain')).toBe('"plain"');
  expect(quote('x'.repeat(500))).toBe(`"${'x'.repeat(19)}…"`);
  expect(quote('a\n::error::\u001b[2J\u202e')).toBe('"a?::error::?[2J?"');
});

test('the nearest name is found whatever the letter case', () => {
  expect(nearest('CONFORMANCE_APIKEY', ['CONFORMANCE_API_KEY', 'CONFORMANCE_RATE'])).toBe('CONFORMANCE_API_KEY');
  // Two letters that changed places are one slip.
  expect(nearest('CUTS', ['AUTH', 'ACCT', 'CUST'])).toBe('CUST');
  expect(nearest('leap-day', ['day-32', 'leap-day-in-any-year'])).toBe('leap-day-in-any-year');
  expect(nearest('CUSTOMERS', ['Customers', 'Accounts'])).toBe('Customers');
});
