import { describe, expect, test } from 'vitest';
import { validator } from '../../schemas/validate.js';
import { memberAt } from './customer.js';
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

const seeds = Array.from({ length: 20 }, (_, seed) => seed);

test.each(Object.entries(customers))(
  '%s is valid, and each mutation, as every run sends it and as drawn, malformed',
  (_, customer) => {
    expect(validator('customer')(customer)).toBe(true);
    // It throws where the schema sees anything else than what is meant, or nothing.
    for (const mutation of mutations)
      for (const seed of [undefined, ...seeds]) expect(() => mutate(mutation, customer, seed)).not.toThrow();
  },
);

describe('a value that a seed draws', () => {
  const drawn = (mutation: Mutation, seed: number) => memberAt(mutate(mutation, american, seed), mutation.pointer);

  test('is the same for the same seed, and another for most others', () => {
    const [mutation] = mutations.filter(({ name }) => name === 'a subdivision of four characters') as [Mutation];
    expect(drawn(mutation, 7)).toBe(drawn(mutation, 7));
    expect(new Set(seeds.map((seed) => drawn(mutation, seed))).size).toBeGreaterThan(17);
  });

  test('reaches nobody', () => {
    const textsOf = (id: string) =>
      mutations
        .filter((mutation) => mutation.id === id)
        .flatMap((mutation) => seeds.map((seed) => JSON.stringify(drawn(mutation, seed))));
    // Nobody has a domain below example.com, and of a number what could be dialled is the customer's own.
    for (const text of textsOf('CUST-05')) if (/@\w/.test(text)) expect(text).toContain('example.com');
    for (const text of textsOf('CUST-06'))
      for (const digits of text.replace(/[ ().-]/g, '').match(/\d{7,}/g) ?? [])
        expect('00012015550123').toContain(digits.replace(/^0+/, '').slice(0, 10));
  });

  test('needs no control that creates another customer', () => {
    const count = ({ change, pointer }: Mutation) => change(String(memberAt(american, pointer)), american).length;
    expect(mutations.filter((mutation) => count(mutation) > 1).length).toBeGreaterThan(60);
    expect(mutations.filter((mutation) => mutation.neighbour && count(mutation) > 1)).toEqual([]);
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
  ['+12015550123', '(201) 555-0123'],
  ['+447700900123', '07700900123'],
  ['+33639980001', '0639980001'],
  ['+2348012345678', '08012345678'],
])('the national form of %s is %s', (phone, national) => {
  const mutation = mutations.find(({ id, name }) => id === 'CUST-06' && name === 'national form');
  expect(mutation?.change(phone, american)[0]).toBe(national);
});
