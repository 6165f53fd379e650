import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seedOf } from '../../../helpers/configuration/generated-cases.js';
import type { DecidableId } from '../../../schemas/fsapi/catalogue.js';
import { members } from '../../../schemas/fsapi/members.js';
import { validator } from '../../../schemas/validate.js';
import { american, british } from '../test-data/customers.fixture.js';
import { invalidCases, validCases, withValid } from '../test-data/generators.js';
import { type Mutation, mutate } from '../test-data/mutation.js';

/** As CONFORMANCE_CUSTOMER may make them: other forms of all that the generator takes apart. */
const customers = {
  'the customer made up here': american,
  'one with separators, a word of two parts and a state of letters': {
    ...british,
    type: american.type,
    address: { ...british.address, state: 'GB-LND' },
  },
  'one with a state of digits and a gender of one letter': {
    ...american,
    gender: 'f',
    phone: '+61491570156',
    address: { ...american.address, country: 'KE', state: 'KE-30' },
  },
};
const samples = 400;

describe.each(Object.entries(customers))('%s', (_, customer) => {
  test.each(members.map(({ requirement }) => requirement))(
    '%s: malformed examples violate what they are meant to',
    (row) => {
      for (const mutation of fc.sample(invalidCases(fc, row), { seed: 1, numRuns: samples })) {
        // It throws where the schema sees anything else, or nothing.
        expect(() => mutate(mutation, customer)).not.toThrow();
      }
    },
  );

  test.each(members.map(({ requirement }) => requirement))(
    '%s: well-formed examples satisfy the schema, and stay ours',
    (row) => {
      for (const example of fc.sample(validCases(fc, row), { seed: 1, numRuns: samples })) {
        const { customer: made } = withValid(row, example, customer);
        expect(validator('customer')(made), JSON.stringify(made)).toBe(true);
        // Nobody else is written to or called.
        expect(String(made.email).split('@')[1]).toBe(customer.email.split('@')[1]);
        expect(String(made.phone).replace(/\D/g, '')).toBe(customer.phone.replace(/\D/g, ''));
      }
    },
  );
});

test('an invalid value reaches nobody either', () => {
  const values = (row: DecidableId) =>
    fc
      .sample(invalidCases(fc, row), { seed: 1, numRuns: samples })
      .map((mutation) => JSON.stringify(mutate(mutation, american).value));
  // Nobody has a domain below example.com, and of a number what could be dialled is the customer's own.
  for (const text of values('CUST-05')) if (/@\w/.test(text)) expect(text).toContain('example.com');
  for (const text of values('CUST-06'))
    for (const digits of text.replace(/[ ().-]/g, '').match(/\d{7,}/g) ?? [])
      expect('00012015550123').toContain(digits.replace(/^0+/, '').slice(0, 10));
});

test('what is invalid is so in many ways: each name comes up in a thousand', () => {
  const named = (row: DecidableId) =>
    new Set(fc.sample(invalidCases(fc, row), { seed: 7, numRuns: 1000 }).map(({ name }) => name));
  expect([...named('CUST-09')].sort()).toMatchInlineSnapshot(`
    [
      "29 February of a year that has none",
      "a boolean",
      "a day that its month does not have",
      "a day that no month has",
      "a line after it",
      "a line before it",
      "a line between two",
      "a month that there is not",
      "a number",
      "a time appended",
      "a time zone appended",
      "a week or ordinal date",
      "a year of two digits",
      "an array",
      "an object",
      "day first",
      "digits that are not ASCII",
      "month first",
      "no day",
      "no zero padding",
      "other separators",
      "something after it",
      "something before it",
      "something between two",
      "the boolean false",
    ]
  `);
  expect([...named('CUST-02')].sort()).toMatchInlineSnapshot(`
    [
      "a boolean",
      "a number",
      "an array",
      "an object",
      "the boolean false",
    ]
  `);
  expect(named('CUST-06').size).toBe(17);
});

test('an example is the same whether it is sampled or is the first that is checked, so that it can be shrunk', async () => {
  for (const { requirement: row } of members) {
    const examples = invalidCases(fc, row);
    const seed = seedOf(5, row, 'malformed', 3);
    const [sampled] = fc.sample(examples, { seed, numRuns: 1 });
    const seen: unknown[] = [];
    await fc.check(
      fc.asyncProperty(examples, async (one) => {
        seen.push(mutate(one, american).value);
        return true;
      }),
      { seed, numRuns: 1 },
    );
    expect(seen).toEqual([mutate(sampled as Mutation, american).value]);
  }
});
