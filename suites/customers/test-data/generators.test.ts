import { describe, expect, test } from 'vitest';
import { created } from '../../../helpers/identity/response.fixture.js';
import { validator } from '../../../schemas/validate.js';
import { normalisedValue } from '../field-validation.js';
import { american, british } from './customers.fixture.js';
import { mutations } from './generators.js';
import { type Mutation, mutate } from './mutation.js';

describe.each([
  ['the customer made up here', american],
  ['one that a configuration changed', british],
])('%s', (_, customer) => {
  test('is valid', () => {
    expect(validator('customer')(customer)).toBe(true);
  });

  test.each(mutations.map((mutation): [string, Mutation] => [`${mutation.requirement} ${mutation.name}`, mutation]))(
    '%s is malformed where it is meant to be',
    (_, mutation) => {
      // It throws where the schema sees anything else, or nothing.
      expect(() => mutate(mutation, customer)).not.toThrow();
    },
  );
});

test('a mutation that the schema does not see is found before it is sent', () => {
  const harmless: Mutation = {
    requirement: 'CUST-02',
    name: 'nothing',
    pointer: '/first_name',
    change: () => 'Bob',
    keyword: 'type',
    mayNormalise: false,
  };
  expect(() => mutate(harmless, american)).toThrow(/meant to violate type/);
  const elsewhere: Mutation = { ...harmless, pointer: '/gender', change: () => 'F' };
  expect(() => mutate(elsewhere, american)).toThrow(/meant to violate/);
});

test.each([
  ['+12015550123', '(201) 555-0123'],
  ['+447700900123', '07700900123'],
  ['+33639980001', '0639980001'],
  ['+2348012345678', '08012345678'],
  ['+393123456789', '3123456789'],
])('the national form of %s is %s', (phone, national) => {
  const mutation = mutations.find(({ requirement, name }) => requirement === 'CUST-06' && name === 'national form');
  expect(mutation?.change(phone, american)).toBe(national);
});

test('names are unique within a requirement', () => {
  const names = mutations.map(({ requirement, name }) => `${requirement} ${name}`);
  expect(new Set(names).size).toBe(names.length);
});

describe('a value that the answer shows normalised', () => {
  const control = created({ customer: american, body: { home: { land: 'US' }, phone: '+12015550123' } });
  const mended = (body: unknown) =>
    normalisedValue(created({ body }), control, {
      pointer: '/address/country',
      before: 'US',
      sent: 'us',
    });

  test.each([
    ['where it was sent', { address: { country: 'US' } }, 'US'],
    ['somewhere else, in camel case or not', { data: { Country: 'US' } }, 'US'],
    ['where the control shows it', { home: { land: 'US' } }, 'US'],
    ['not at all', { id: 1 }, undefined],
    ['as it was sent', { address: { country: 'us' } }, undefined],
    ['as something else', { address: { country: 'FR' } }, undefined],
  ])('%s', (_, body, expected) => {
    expect(mended(body)).toBe(expected);
  });

  test('00 read as a plus sign', () => {
    const response = created({ body: { phone: '+12015550123' } });
    expect(
      normalisedValue(response, control, {
        pointer: '/phone',
        before: '+12015550123',
        sent: '0012015550123',
      }),
    ).toBe('+12015550123');
    expect(
      normalisedValue(response, control, {
        pointer: '/phone',
        before: '+12015559999',
        sent: '0012015550123',
      }),
    ).toBe('+12015550123');
    const letters = created({ body: { phone: '+12015552255' } });
    expect(
      normalisedValue(letters, control, {
        pointer: '/phone',
        before: '+12015550123',
        sent: '+1201555CALL',
      }),
    ).toBe('+12015552255');
    expect(
      normalisedValue(response, control, {
        pointer: '/phone',
        before: '+12015559999',
        sent: '0012015550000',
      }),
    ).toBeUndefined();
  });
});
