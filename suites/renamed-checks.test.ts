import { expect, test } from 'vitest';
import { fsapi } from '../schemas/fsapi/fsapi.js';
import { currentName } from '../schemas/specification.js';
import { tests } from './index.js';

const names = new Set(tests.suites.flatMap(({ definitions }) => definitions.map(({ name }) => name as string)));

test.each([
  'asked in turn, on the same connections',
  'asked at the same time',
  'listed again when nothing else is asked',
  'side door: right after a good answer',
  'refused with no Api-Key, then sent with the right one',
  'refused with a bad Api-Key, then sent with the right one',
  'create customer: the rotated-out key',
  'five retries, some on connections of their own',
  'list accounts: the rotated-out key',
  'with Api-Key and x-tenant-id',
  'create customer: the key in x-tenant-id',
  'list accounts: the key in X-Api-Key and its like',
  'create customer: a bad key, and a used Idempotency-Key',
  'list accounts: no key, and an unknown x-tenant-id',
])('a waiver of an earlier version that names "%s" is of a check of today', (old) => {
  expect(names).not.toContain(old);
  expect(names).toContain(currentName(fsapi, old));
});

test('every name of today stays as it is', () => {
  expect([...names].filter((name) => currentName(fsapi, name) !== name)).toEqual([]);
});
