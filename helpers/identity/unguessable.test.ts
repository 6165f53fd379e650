import { expect, test } from 'vitest';
import { isUnguessable } from './unguessable.js';

const letters = 'abcdefghij';

test.each([
  ['a UUID in an address', '/v1/customers/3f2a8b1c-4d5e-4f60-9a7b-0c1d2e3f4a5b/'],
  ['a ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['a token behind a prefix', 'cus_9f8e7d6c5b4a3210zyxw'],
  ['a token without digits, in mixed case', `${letters}Klmnop`],
  ['base64url of 24 characters', 'aB3dE-fGh1jK_lMn0-pQr5tUvWxY'],
])('no second customer has %s by chance', (_, value) => {
  expect(isUnguessable(value)).toBe(true);
});

test.each([
  ['a nil UUID', '00000000-0000-0000-0000-000000000000'],
  ['a UUID of five digits', '11111111-2222-3333-4444-555555555555'],
  ['a short token', '9f8e7d6c5b4a'],
  ['a token of eight characters', '1abcdefg1abcdefg'],
  ['a long number', '170000000012345678901234'],
  ['a long word before a counter', `${letters}klmnopq1234567`],
  ['words with hyphens', 'the-quick-brown-fox-jumps-over-the-lazy-dog'],
  ['short parts that are no base64url', 'ab3de-fgh1jk_lmn0-pqr5tu_vwx'],
])('%s may be another’s', (_, value) => {
  expect(isUnguessable(value)).toBe(false);
});
