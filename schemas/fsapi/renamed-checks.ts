import { operations } from './operations.js';

/** What names of checks end in, for each operation: before, and today. */
const ofEachOperation = [
  ['the key in X-Api-Key and its like', 'the key in headers of other names'],
  ['the key in x-tenant-id', 'the key in the tenant header'],
  ['the key in Idempotency-Key', 'the key in the idempotency header'],
  ...['no key', 'a bad key'].flatMap((key) => [
    [`${key}, and no Idempotency-Key`, `${key}, and no idempotency key`],
    [`${key}, and a used Idempotency-Key`, `${key}, and a used idempotency key`],
    [`${key}, and no x-tenant-id`, `${key}, and no tenant id`],
    [`${key}, and an unknown x-tenant-id`, `${key}, and an unknown tenant id`],
  ]),
] as const;

/** Checks that had another name in an earlier version: a decisions file or an earlier report may have the old one. */
export const renamedChecks: ReadonlyMap<string, string> = new Map([
  ['asked in turn, on the same connections', 'in turn, on the same connections'],
  ['asked at the same time', 'at the same time'],
  ['listed again when nothing else is asked', 'listed again without other traffic'],
  ['side door: right after a good answer', 'side door: right after a successful response'],
  ['refused with no Api-Key, then sent with the right one', 'rejected with no key, then sent with a valid one'],
  ['refused with a bad Api-Key, then sent with the right one', 'rejected with a bad key, then sent with a valid one'],
  ['rejected with no Api-Key, then sent with a valid one', 'rejected with no key, then sent with a valid one'],
  ['rejected with a bad Api-Key, then sent with a valid one', 'rejected with a bad key, then sent with a valid one'],
  ['five retries, some on connections of their own', 'eight retries, some on connections of their own'],
  ['create customer: the rotated-out key', 'create customer: the revoked key'],
  ['list accounts: the rotated-out key', 'list accounts: the revoked key'],
  ['with Api-Key and x-tenant-id', 'with the key and the tenant id'],
  ...operations.flatMap(({ name }) =>
    ofEachOperation.map(([before, today]): [string, string] => [`${name}: ${before}`, `${name}: ${today}`]),
  ),
]);
