import { expect, test } from 'vitest';
import { writes } from '../operation.js';
import { requirementOf } from '../specification.js';
import { fsapi } from './fsapi.js';
import { operations } from './operations.js';

test('names are unique, and so are method and path together', () => {
  for (const keyOf of [
    ({ name }: (typeof operations)[number]) => name,
    ({ method, path }: (typeof operations)[number]) => `${method} ${path}`,
  ])
    expect(new Set(operations.map(keyOf)).size).toBe(operations.length);
});

test('what reads or lists is a GET without a body, and what writes is none', () => {
  for (const operation of operations) {
    expect(operation.method === 'GET', operation.name).toBe(!writes(operation));
    if (!writes(operation)) expect(operation.body, operation.name).toBeUndefined();
  }
});

test('the requirements about its key speak of it', () => {
  for (const { activity, unauthorized } of operations) {
    for (const id of Object.values(unauthorized))
      expect(requirementOf(fsapi, id).title.toLowerCase(), id).toContain(activity);
  }
});
