import { expect, test } from 'vitest';
import { headers } from '../../schemas/fsapi/operations.js';
import { shapeOf, shapeOfHeaders, shapeOfReason } from './masking.js';

test('a body keeps its names and types; names that are data go with the values', () => {
  const body = { data: [{ id: 'cus_1', first_name: 'Ada', 'ada@example.com': 1, DE89370400440532013000: true }] };
  expect(JSON.parse(shapeOf(JSON.stringify(body)))).toEqual({
    data: [{ id: '‹text 5›', first_name: '‹text 3›', '‹name 15›': '‹number›', '‹name 22›': true }],
  });
});

test('with known values a body keeps identities that are known, what stands beside them, and how it is paged', () => {
  const known = {
    values: new Set(['acc_7f3k2m', 'EUR', 'Ada', 'tnt_55501']),
    showsNext: true,
    digest: (value: string) => `0123456789${value.length}`.slice(-10),
  };
  const of = (value: string, length = value.length) => `‹text ${length} ${known.digest(value)}›`;
  const body = {
    error: { message: 'Account acc_7f3k2m is closed', tenant: 'Ada' },
    data: [
      { id: 'acc_7f3k2m', currency: 'EUR', holder: { name: 'Ada', age: 41 } },
      { id: 'acc_9q1x4z', currency: 'EUR', holder: { name: 'Ada' } },
    ],
    note: 'xacc_7f3k2m',
    page: { total: 2, next: '/v1/accounts?after=b2' },
  };
  expect(JSON.parse(shapeOf(JSON.stringify(body), known))).toEqual({
    error: { message: `${of('Account ')}acc_7f3k2m${of(' is closed')}`, tenant: of('Ada') },
    data: [
      { id: 'acc_7f3k2m', currency: 'EUR', holder: { name: 'Ada', age: `‹number ${known.digest('41')}›` } },
      { id: of('acc_9q1x4z'), currency: of('EUR'), holder: { name: of('Ada') } },
    ],
    note: of('xacc_7f3k2m'),
    page: { total: 2, next: '/v1/accounts?after=b2' },
  });
  expect(shapeOf('No tenant tnt_55501.', known)).toBe(`${of('No tenant ')}tnt_55501${of('.')}`);
  expect(shapeOfHeaders([['x-owner', 'Ada acc_7f3k2m']], headers, known)).toEqual([
    ['x-owner', `${of('Ada ')}acc_7f3k2m`],
  ]);
});

test.each<[name: string, value: string]>([
  ['content-type', 'application/json; charset=utf-8'],
  ['cache-control', 'private, max-age=60'],
  ['date', 'Sun, 22 Nov 2026 06:52:13 GMT'],
  ['server', 'nginx/1.25.3 (Ubuntu)'],
  ['www-authenticate', 'Bearer realm="accounts", error="invalid_token"'],
  ['ratelimit-reset', '1795330333'],
  ['access-control-allow-origin', '*'],
  ['idempotency-key', '2f1c7a1e-0000-4000-8000-5d8e9b3a4c21'],
])('the value of %s stays: %s', (...header) => {
  expect(shapeOfHeaders([header], headers)).toEqual([header]);
});

test.each<[name: string, value: string]>([
  ['server', 'for ada@example.com'],
  ['www-authenticate', 'Bearer realm="DE89370400440532013000"'],
  ['ratelimit-policy', 'account 73519264408172'],
  ['x-customer', 'Ada'],
])('the value of %s is withheld: %s', (name, value) => {
  expect(shapeOfHeaders([[name, value]], headers)).toEqual([[name, `‹text ${value.length}›`]]);
});

test('a reason phrase stays where it is the usual one', () => {
  expect(shapeOfReason(404, 'Not Found')).toBe('Not Found');
  expect(shapeOfReason(404, 'No customer Ada')).toBe('‹text 15›');
});
