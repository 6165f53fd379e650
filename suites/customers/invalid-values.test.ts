import { describe, expect, test } from 'vitest';
import type { Customer } from '../../schemas/types.js';
import { validator } from '../../schemas/validate.js';
import { memberAt } from '../shared/customer.js';
import { american, british } from './customers.fixture.js';
import { type Mutation, mutate, mutations } from './invalid-values.js';

/** As CONFORMANCE_CUSTOMER may make them: other forms of all that the mutations take apart. */
const customers = {
  'the customer made up here': american,
  'one that a configuration changed': british,
  'one with a state of letters': { ...british, address: { ...british.address, state: 'GB-LND' } },
  'one with a state of digits and a gender of one letter': {
    ...{ ...american, gender: 'f', phone: '+61491570156' },
    address: { ...american.address, country: 'KE', state: 'KE-30' },
  },
};

/** Each value of a mutation, in the order in which a run sends them. */
const valuesOf = (mutation: Mutation, customer: Customer = american) =>
  mutate(mutation, customer).map((made) => memberAt(made, mutation.pointer));

test.each(Object.entries(customers))('%s is valid, and each value of each mutation malformed', (_, customer) => {
  expect(validator('customer')(customer)).toBe(true);
  // `mutate` throws where the schema sees anything else than what is meant, or nothing.
  for (const mutation of mutations) expect(valuesOf(mutation, customer).length, mutation.name).toBeGreaterThan(0);
});

describe('the values of all mutations', () => {
  test('are so many that a run sends them all', () => {
    const counts = mutations.map((mutation) => valuesOf(mutation).length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThan(300);
    expect(counts.filter((count) => count > 4)).toEqual([]);
  });

  test('reach nobody', () => {
    const textsOf = (id: string) =>
      mutations.filter((one) => one.id === id).flatMap((one) => valuesOf(one).map((value) => JSON.stringify(value)));
    // Nobody has a domain below example.com, and of a number what could be dialled is the customer's own.
    for (const text of textsOf('CUST-05')) if (/@\w/.test(text)) expect(text).toContain('example.com');
    for (const text of textsOf('CUST-06'))
      for (const digits of text.replace(/[ ().-]/g, '').match(/\d{7,}/g) ?? [])
        expect('00012015550123').toContain(digits.replace(/^0+/, '').slice(0, 10));
  });

  test('that have a control of their own, which creates another customer, are single', () => {
    expect(mutations.filter((mutation) => mutation.neighbour && valuesOf(mutation).length > 1)).toEqual([]);
  });
});

test.each([
  ['nothing', { pointer: '/first_name', change: () => ['Bob'] }],
  ['another member', { pointer: '/address', change: () => [{ country: 'us' }] }],
])('a mutation that violates %s is found before it is sent', (name, violation) => {
  const mutation: Mutation = { id: 'CUST-02', name, mayNormalise: false, ...violation };
  expect(() => mutate(mutation, american)).toThrow(/meant to violate/);
});

test.each([
  ['+12015550123', '2015550123'],
  ['+447700900123', '07700900123'],
  ['+33639980001', '0639980001'],
  ['+2348012345678', '08012345678'],
])('the national form of %s is %s', (phone, national) => {
  const mutation = mutations.find(({ id, name }) => id === 'CUST-06' && name === 'national form');
  expect(mutation?.change(phone, american)[0]).toBe(national);
});
