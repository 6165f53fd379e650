import { expect, test } from 'vitest';
import { areaOf, requirementOf } from '../specification.js';
import { areas } from './areas.js';
import { catalogue } from './catalogue.js';
import { fsapi } from './fsapi.js';
import { members } from './members.js';
import { operations } from './operations.js';

test('each requirement stands once, in order within its area', () => {
  expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
  for (const prefix of areas.flatMap(({ prefixes }): readonly string[] => prefixes)) {
    const numbers = catalogue.flatMap(({ id }) => (id.startsWith(`${prefix}-`) ? [Number(id.split('-')[1])] : []));
    // A retired id leaves a gap (`requirement-ids.lock`).
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  }
});

test('every requirement has a clause, and an inferred one its step', () => {
  for (const { id, basis } of catalogue) {
    const row = requirementOf(fsapi, id);
    expect(row.clause, id).toMatch(/^[A-Z]/);
    if (basis === 'inferred') expect(row.step, id).toBeTruthy();
  }
});

test('the members of a customer are those of the schemas, each with its requirement, in the order of the catalogue', () => {
  const ofCustomer = 'first_name last_name middle_name email phone type gender date_of_birth address'.split(' ');
  const ofAddress = 'address_line1 city country postal_code state'.split(' ').map((name) => `address/${name}`);
  expect(members.map(({ pointer }) => pointer)).toEqual([...ofCustomer, ...ofAddress].map((name) => `/${name}`));
  for (const [at, { name, requirement: id }] of members.entries()) {
    expect(id).toBe(`CUST-${String(at + 2).padStart(2, '0')}`);
    expect(requirementOf(fsapi, id).title, id).toContain(name.split('.').at(-1));
  }
});

test('the requirements about the key of an operation name what it does', () => {
  for (const { activity, unauthorized } of operations)
    for (const id of Object.values(unauthorized))
      expect(requirementOf(fsapi, id).title.toLowerCase(), id).toContain(activity);
});

test('the prefix of an id gives its area', () => {
  expect(areaOf(fsapi, 'VER-01').name).toBe('The rest of the service');
  expect(() => areaOf(fsapi, 'NONE-01')).toThrow(RangeError);
  expect(() => requirementOf(fsapi, 'HTTP-99')).toThrow(RangeError);
});
