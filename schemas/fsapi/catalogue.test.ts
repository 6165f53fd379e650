import { expect, test } from 'vitest';
import { areaOf, requirementOf } from '../specification.js';
import { areas, catalogue } from './catalogue.js';
import { fsapi } from './fsapi.js';

test('each requirement stands once, in order within its area', () => {
  expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
  for (const prefix of areas.flatMap(({ prefixes }): readonly string[] => prefixes)) {
    const numbers = catalogue.flatMap(({ id }) => (id.startsWith(`${prefix}-`) ? [Number(id.split('-')[1])] : []));
    // A retired id leaves a gap (`requirement-ids.lock`).
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  }
});

test('every requirement has a clause, an inferred one its step, and one that can fail its consequence', () => {
  for (const { id, basis } of catalogue) {
    const row = requirementOf(fsapi, id);
    expect(row.clause, id).toMatch(/^[A-Z]/);
    if (basis === 'inferred') expect(row.step, id).toBeTruthy();
    if (basis === 'stated' || basis === 'inferred') expect(row.why, id).toBeTruthy();
  }
});

test('the prefix of an id gives its area', () => {
  expect(areaOf(fsapi, 'VER-01').name).toBe('The rest of the service');
  expect(() => areaOf(fsapi, 'NONE-01')).toThrow(RangeError);
  expect(() => requirementOf(fsapi, 'HTTP-99')).toThrow(RangeError);
});
