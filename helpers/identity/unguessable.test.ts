import { expect, test } from 'vitest';
import { isUnguessable } from './unguessable.js';

const letters = 'abcdefghij';

test.each<[name: string, value: string]>([
  ['a UUID', '3f2a8b1c-4d5e-4f60-9a7b-0c1d2e3f4a5b'],
  ['a UUID in an address', '/v1/customers/3f2a8b1c-4d5e-4f60-9a7b-0c1d2e3f4a5b/'],
  ['a UUID of six digits', '11111111-2222-3333-4444-555555555566'],
  ['a ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['a token behind a prefix', 'cus_9f8e7d6c5b4a3210zyxw'],
  ['a token of 16 characters', `1${letters}klmno`],
  ['a token without digits, in mixed case', `${letters}Klmnop`],
  ['base64url of 24 characters', 'aB3dE-fGh1jK_lMn0-pQr5tUvWxY'],
])('no second customer has %s by chance', (_, value) => {
  expect(isUnguessable(value)).toBe(true);
});

test.each<[name: string, value: string]>([
  ['nothing', ''],
  ['a nil UUID', '00000000-0000-0000-0000-000000000000'],
  ['a UUID of five digits', '11111111-2222-3333-4444-555555555555'],
  ['a UUID of few characters in two cases', 'aAaAaAaA-bBbB-cCcC-dDdD-eEeEeEeEeEeE'],
  ['a UUID without its beginning', 'c-4d5e-4f60-9a7b-0c1d2e3f4a5b'],
  ['short parts that each end with a digit', 'aBcd3-Ejgh1_Klmn0-pQrs5_uVwx'],
  ['a short token', '9f8e7d6c5b4a'],
  ['a token of 15 characters', `1${letters}klmn`],
  ['a token of eight characters', '1abcdefg1abcdefg'],
  ['a long number', '170000000012345678901234'],
  ['a long word before a counter', `${letters}klmnopq1234567`],
  ['a long word', `${letters}klmnopq`],
  ['words with hyphens', 'the-quick-brown-fox-jumps-over-the-lazy-dog'],
  ['short parts that are no base64url', 'ab3de-fgh1jk_lmn0-pqr5tu_vwx'],
  ['short parts in mixed case, without a digit before a letter', 'aBcdE-fGhijK_lMnop-QrsTU_vWx'],
  ['short parts of 23 characters', 'aB3dE-fGh1jK_lMn0-pQr5tU_v'],
  ['short parts of fourteen characters', 'aB3dE-fGh1jk-lMnaB3-dEfGh1jk'],
])('%s may be another’s', (_, value) => {
  expect(isUnguessable(value)).toBe(false);
});
