import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { validator } from '../../schemas/validate.js';
import { memberAt } from './customer.js';
import { american, british } from './customers.fixture.js';
import { type Mutation, mutate, mutations } from './invalid-member.js';

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
const drawnBy = (seed: number, mutation: Mutation, customer = american) =>
  memberAt(mutate(mutation, customer, seed), mutation.pointer);

test.each(Object.entries(customers))(
  '%s is valid, and each mutation, as written and as drawn, malformed',
  (_, customer) => {
    expect(validator('customer')(customer)).toBe(true);
    for (const mutation of mutations) {
      // It throws where the schema sees anything else than what is meant, or nothing.
      expect(() => mutate(mutation, customer)).not.toThrow();
      for (const seed of seeds) expect(() => drawnBy(seed, mutation, customer)).not.toThrow();
    }
  },
);

describe('a value that a seed draws', () => {
  const valuesOf = (id: string) =>
    mutations
      .filter((mutation) => mutation.id === id)
      .flatMap((mutation) => seeds.map((seed) => JSON.stringify(drawnBy(seed, mutation))));

  test('is the same for the same seed, and another for most others', () => {
    const [mutation] = mutations.filter(({ name }) => name === 'a subdivision of four characters') as [Mutation];
    expect(drawnBy(7, mutation)).toBe(drawnBy(7, mutation));
    expect(new Set(seeds.map((seed) => drawnBy(seed, mutation))).size).toBeGreaterThan(17);
  });

  test('reaches nobody', () => {
    // Nobody has a domain below example.com, and of a number what could be dialled is the customer's own.
    for (const text of valuesOf('CUST-05')) if (/@\w/.test(text)) expect(text).toContain('example.com');
    for (const text of valuesOf('CUST-06'))
      for (const digits of text.replace(/[ ().-]/g, '').match(/\d{7,}/g) ?? [])
        expect('00012015550123').toContain(digits.replace(/^0+/, '').slice(0, 10));
  });

  test('needs no control that creates another customer', () => {
    const drawn = mutations.filter((mutation) =>
      seeds.some(
        (seed) => !isDeepStrictEqual(drawnBy(seed, mutation), memberAt(mutate(mutation, american), mutation.pointer)),
      ),
    );
    expect(drawn.length).toBeGreaterThan(60);
    expect(drawn.filter(({ neighbour }) => neighbour !== undefined)).toEqual([]);
  });
});

test('a mutation that the schema does not see is found before it is sent', () => {
  const harmless: Mutation = {
    id: 'CUST-02',
    name: 'nothing',
    pointer: '/first_name',
    change: () => ['Bob'],
    keyword: 'type',
    mayNormalise: false,
  };
  expect(() => mutate(harmless, american)).toThrow(/meant to violate type/);
  const elsewhere: Mutation = { ...harmless, pointer: '/gender', change: () => ['F'] };
  expect(() => mutate(elsewhere, american)).toThrow(/meant to violate/);
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

test('names are unique within a id', () => {
  const names = mutations.map(({ id, name }) => `${id} ${name}`);
  expect(new Set(names).size).toBe(names.length);
});
