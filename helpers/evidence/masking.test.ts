import { expect, test } from 'vitest';
import { headers } from '../../schemas/fsapi/operations.js';
import { shapeOf, shapeOfHeaders, shapeOfReason, shownUrl, withoutTaken } from './masking.js';

test('a body keeps its names and types; names that are data go with the values', () => {
  const body = { data: [{ id: 'cus_1', first_name: 'Ada', 'ada@example.com': 1, DE89370400440532013000: true }] };
  expect(JSON.parse(shapeOf(JSON.stringify(body)))).toEqual({
    data: [{ id: '‹text 5›', first_name: '‹text 3›', '‹name 15›': '‹number›', '‹name 22›': true }],
  });
});

test.each([
  ['content-type', 'application/json; charset=utf-8', true],
  ['cache-control', 'private, max-age=60', true],
  ['date', 'Sun, 22 Nov 2026 06:52:13 GMT', true],
  ['server', 'nginx/1.25.3 (Ubuntu)', true],
  ['www-authenticate', 'Bearer realm="DE89370400440532013000"', false],
  ['ratelimit-reset', '1795330333', true],
  ['ratelimit-policy', 'account 73519264408172', false],
  ['idempotency-key', '2f1c7a1e-0000-4000-8000-5d8e9b3a4c21', true],
  ['x-customer', 'Ada', false],
])('of the header %s: %s, the value stays: %s', (name, value, isPlain) => {
  expect(shapeOfHeaders([[name, value]], headers)).toEqual([[name, isPlain ? value : `‹text ${value.length}›`]]);
});

test('a reason phrase stays where it is the usual one', () => {
  expect(shapeOfReason(404, 'Not Found')).toBe('Not Found');
  expect(shapeOfReason(404, 'No customer Ada')).toBe('‹text 15›');
  expect([shapeOfReason(599, ''), shapeOfReason(599, 'Ada')]).toEqual(['', '‹text 3›']);
});

test.each([
  ['', ''],
  ['{"a":null,"b":[false]}', '{"a":null,"b":[false]}'],
  [' ', '‹text of 1 characters›'],
  [`${'['.repeat(257)}${']'.repeat(257)}`, '‹text of 514 characters›'],
])('the shape of %j is %j', (body, shape) => {
  expect(shapeOf(body)).toBe(shape);
});

const sending = (path: string, change: object, headers: readonly (readonly [string, string])[] = []) => ({
  raw: { path, headers },
  change: { ...change, headers },
});

test('full evidence shows a request as it was sent, and so does any where nothing came from a response', () => {
  const taken = sending('customers/c1', { taken: ['c1'] });
  expect(withoutTaken('full', taken)).toBe(taken.raw);
  for (const change of [{}, { taken: [''] }]) {
    const own = sending('customers/c1', change, [['A', 'c1']]);
    expect(withoutTaken('shape', own)).toBe(own.raw);
  }
});

const mark = '‹from a response›';
test.each([
  ['customers/c12', 'customers/c12'],
  ['customers/a%20b', `customers/${mark}`],
  ['customers?id=a+b&id=c1', `customers?id=${mark}&id=${mark}`],
  ['customers?id=c12&c1', `customers?id=c12&${mark}`],
  ['customers?after=k=v', `customers?after=${mark}`],
  ['customers?after=100%', `customers?after=${mark}`],
  ['customers?after=q?r&x=y', `customers?after=${mark}&x=y`],
])('of the address %s without what responses gave stays %s', (path, shown) => {
  const taken = sending(path, { taken: ['c1', 'a b', 'k=v', 'q?r', '100%'] });
  for (const evidence of ['shape', 'none'] as const) expect(withoutTaken(evidence, taken).path).toBe(shown);
});

test.each([
  ['0c1', '0c1'],
  ['session=c1; other=c12', `session=${mark}; other=c12`],
  ['c1;v', mark],
  ['a.b', mark],
  ['axb', 'axb'],
])('of the header value %s without what responses gave stays %s, and one of our own stays', (value, shown) => {
  const taken = ['c1', 'c1;v', 'a.b'];
  const { raw, change } = sending('customers', { taken }, [['Cookie', value]]);
  expect(withoutTaken('shape', { raw, change }).headers).toEqual([['Cookie', shown]]);
  expect(withoutTaken('shape', { raw, change: { taken } }).headers).toEqual([['Cookie', value]]);
});

test('a shown address is escaped, and the label in it is not', () => {
  const url = shownUrl(new URL('https://sandbox.example/v1/'), `customers/${mark}?a=${mark}&b=c d`);
  expect(url).toBe(`https://sandbox.example/v1/customers/${mark}?a=${mark}&b=c%20d`);
});
