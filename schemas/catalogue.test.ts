import { expect, test } from 'vitest';
import { areaOf, areas } from './areas.js';
import { catalogue, requirement } from './catalogue.js';

test('each requirement stands once, in order within its area', () => {
  expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
  for (const { prefixes } of areas) {
    for (const prefix of prefixes) {
      const numbers = catalogue
        .filter(({ id }) => id.startsWith(`${prefix}-`))
        .map(({ id }) => Number(id.split('-')[1]));
      // A retired id leaves a gap (`requirement-ids.lock`).
      expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
    }
  }
});

test('every requirement has a clause, an inferred one its step, and one that can fail its consequence', () => {
  for (const { id, basis } of catalogue) {
    const row = requirement(id);
    expect(row.clause, id).toMatch(/^[A-Z]/);
    if (basis === 'inferred') expect(row.step, id).toBeTruthy();
    if (basis === 'stated' || basis === 'inferred') expect(row.why, id).toBeTruthy();
  }
});

test('the prefix of an id gives its area', () => {
  expect(areaOf('VER-01').name).toBe('The rest of the service');
  expect(() => areaOf('NONE-01')).toThrow(RangeError);
  expect(() => requirement('HTTP-99')).toThrow(RangeError);
});
