import { expect, test } from 'vitest';
import { headers } from '../../schemas/fsapi/operations.js';
import { shapeOf, shapeOfHeaders, shapeOfReason, shownUrl, withoutTaken } from './masking.js';

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
  expect([shapeOfReason(599, ''), shapeOfReason(599, 'Ada')]).toEqual(['', '‹text 3›']);
});

test.each([
  ['', ''],
  ['null', 'null'],
  ['{"a":null,"b":[false]}', '{"a":null,"b":[false]}'],
  ['No JSON {', '‹text of 9 characters›'],
  [' ', '‹text of 1 characters›'],
  [`${'['.repeat(257)}${']'.repeat(257)}`, '‹text of 514 characters›'],
])('the shape of %j is %j', (body, shape) => {
  expect(shapeOf(body)).toBe(shape);
});

test('structure is shown to a depth of 32, in arrays as in objects', () => {
  const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    expect(shapeOf(nested(32, open, close))).toBe(nested(32, open, close).replace('1', '"‹number›"'));
    expect(shapeOf(nested(33, open, close))).toBe(nested(33, open, close).replace('1', '"‹deeper›"'));
  }
});

const digest = () => '#';
test.each<[says: string, showsNext: boolean, body: object, shape: object]>([
  [
    'counts stay, other numbers do not',
    false,
    { total: 1, totals: 2, count: 3, page: 4, pages: 5, offset: 6, itemCount: 7, totalling: 8, subtotal: 9, next: 10 },
    {
      ...{ total: 1, totals: 2, count: 3, page: 4, pages: 5, offset: 6, itemCount: 7 },
      ...{ totalling: '‹number #›', subtotal: '‹number #›', next: '‹number #›' },
    },
  ],
  [
    'what leads to the next page stays, as a text or a number',
    true,
    { next: 'p2', nextToken: 2, nextOffset: 3, cursor: 'c2', next_cursor: 'c3' },
    { next: 'p2', nextToken: 2, nextOffset: 3, cursor: 'c2', next_cursor: 'c3' },
  ],
  [
    'in what leads there nothing else stays',
    true,
    { next: { href: '/b' }, cursor: 17, count: 'three', page: 'one' },
    { next: { href: '‹text 2 #›' }, cursor: '‹number #›', count: '‹text 5 #›', page: '‹text 3 #›' },
  ],
  ['elsewhere it is withheld', false, { next: 'p2', cursor: 'c2' }, { next: '‹text 2 #›', cursor: '‹text 2 #›' }],
])('of paging: %s', (_, showsNext, body, shape) => {
  expect(JSON.parse(shapeOf(JSON.stringify(body), { values: new Set(), showsNext, digest }))).toEqual(shape);
});

test('only a known value of six characters that is data is left in a text', () => {
  const known = { values: new Set(['ac_123', 'a_123', 'customer', 'acc_55501']), showsNext: false, digest };
  const of = (text: string) => shapeOf(text, known);
  expect(of('see ac_123')).toBe('‹text 4 #›ac_123');
  expect(of('see a_123')).toBe('‹text 9 #›');
  expect(of('see customer')).toBe('‹text 12 #›');
  // What stands beside a known identity stays, and a word or a short value is no identity.
  const beside = { id: 'x', name: 'customer' };
  for (const id of ['a_123', 'customer', 'acc_5550']) {
    expect(JSON.parse(of(JSON.stringify({ ...beside, id })))).toMatchObject({ name: '‹text 8 #›' });
  }
  expect(JSON.parse(of(JSON.stringify({ ...beside, id: 'ac_123' })))).toEqual({ id: 'ac_123', name: 'customer' });
});

const sending = (path: string, change: object, headers: readonly (readonly [string, string])[] = []) => ({
  raw: { path, headers },
  change: { ...change, headers },
});

test('full evidence shows a request as it was sent, and so does any where nothing came from a response', () => {
  const taken = sending('customers/c1', { taken: ['c1'] });
  expect(withoutTaken('full', taken)).toBe(taken.raw);
  for (const change of [{}, { taken: [''] }, { parameters: { id: '' } }]) {
    const own = sending('customers/c1', change, [['A', 'c1']]);
    expect(withoutTaken('shape', own)).toBe(own.raw);
  }
});

const mark = '‹from a response›';
test.each([
  ['customers/c1/accounts', `customers/${mark}/accounts`],
  ['customers/c12', 'customers/c12'],
  ['customers/a%20b', `customers/${mark}`],
  ['customers?id=a+b&id=c1', `customers?id=${mark}&id=${mark}`],
  ['customers?id=c12&c1', `customers?id=c12&${mark}`],
  ['customers?after=k=v', `customers?after=${mark}`],
  ['customers?after=k=v2', 'customers?after=k=v2'],
  ['customers?after=q?r&x=y', `customers?after=${mark}&x=y`],
  ['customers?after=%zz', 'customers?after=%zz'],
  ['customers?after=100%', `customers?after=${mark}`],
  ['customers?after=p%2B', `customers?after=${mark}`],
  ['customers?', 'customers?'],
])('of the address %s without what responses gave stays %s', (path, shown) => {
  for (const evidence of ['shape', 'none'] as const) {
    const values = ['c1', 'a b', 'k=v', 'q?r', '100%', 'p%2B'];
    expect(withoutTaken(evidence, sending(path, { taken: values })).path).toBe(shown);
    const parameters = Object.fromEntries(values.map((value, at) => [at, value]));
    expect(withoutTaken(evidence, sending(path, { parameters })).path).toBe(shown);
  }
});

test.each([
  ['c1', mark],
  ['c12', 'c12'],
  ['0c1', '0c1'],
  ['session=c1; other=c12', `session=${mark}; other=c12`],
  ['"c1", c1', `"${mark}", ${mark}`],
  ['c1;v', mark],
  ['a.b', mark],
  ['axb', 'axb'],
])('of the header value %s without what responses gave stays %s', (value, shown) => {
  const { raw, change } = sending('customers', { taken: ['c1', 'c1;v', 'a.b'] }, [['Cookie', value]]);
  expect(withoutTaken('shape', { raw, change }).headers).toEqual([['Cookie', shown]]);
});

test('headers that the suite gives itself stay', () => {
  const headers = [['Idempotency-Key', 'c1']] as const;
  expect(withoutTaken('shape', { raw: { path: '', headers }, change: { taken: ['c1'] } }).headers).toEqual(headers);
});

test('a shown address is escaped, and the label in it is not', () => {
  const base = new URL('https://sandbox.example/v1/');
  expect(shownUrl(base, `customers/${mark}?a=${mark}&b=c d`)).toBe(
    `https://sandbox.example/v1/customers/${mark}?a=${mark}&b=c%20d`,
  );
});
