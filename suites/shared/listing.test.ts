import { expect, test } from 'vitest';
import { Inconclusive } from '../../helpers/client/verdicts.js';
import { created, listed } from '../../helpers/identity/response.fixture.js';
import { inCheck } from '../../helpers/runner/context.fixture.js';
import type { Header } from '../../schemas/exchange.js';
import { givesNothing, list, nextPages, notEmpty, pointerOf, read } from './listing.js';
import { probed } from './probed.fixture.js';

const account = (n: number) => ({ id: `acc_100${n}`, iban: `DE8937040044053201300${n}`, balance: n * 100 });
const many = Object.fromEntries(Array.from('abcdefghijklmnop', (name) => [name, 1]));
const reading = (...accounts: readonly unknown[]) => read(listed({ data: accounts }));

test.each<[name: string, response: Parameters<typeof givesNothing>[0], expected: boolean]>([
  ['403', created({ status: 403 }), true],
  ['401', created({ status: 401 }), true],
  ['302', created({ status: 302 }), false],
  ['200 with an empty list', listed({ data: [] }), true],
  ['200 with null in place of the accounts', listed({ data: null }), true],
  ['200 with an error', listed({ error: { code: 'forbidden' } }), true],
  ['200 with accounts', listed({ data: [account(1), account(2)] }), false],
  ['204', created({ status: 204 }), true],
  ['200 with many members and no list', listed(many), false],
])('%s gives nothing of another tenant', (_, response, expected) => {
  expect(givesNothing(response)).toBe(expected);
});

test.each<[name: string, response: Parameters<typeof read>[0], accounts?: number]>([
  ['an envelope', listed({ status: 'ok', data: [account(1)] }), 1],
  ['204', created({ status: 204 }), 0],
  ['no collection', listed({ status: 'ok' })],
  ['404', created({ status: 404 })],
])('%s is read as a listing of so many accounts, or is none', (_, response, accounts) => {
  if (accounts === undefined) expect(() => read(response)).toThrow(Inconclusive);
  else expect(read(response).items).toHaveLength(accounts);
});

test('401 is none, and names the variable of the key', async () => {
  await expect(inCheck(() => read(created({ status: 401 })))).rejects.toThrow('CONFORMANCE_API_KEY');
});

test('an empty listing proves no isolation', () => {
  expect(() => notEmpty(reading(account(1)), reading())).toThrow(Inconclusive);
  expect(() => notEmpty(reading(account(1)))).not.toThrow();
});

test.each<[name: string, listing: ReturnType<typeof reading>, configuration: object, pointer?: string]>([
  ['found by its name', reading({ id: 'acc_7' }, { id: 'acc_8' }), {}, '/id'],
  ['configured', reading(account(1), account(2)), { accountIdPointer: '/id' }, '/id'],
  ['asked for where there is none', reading({ currency: 'EUR' }, { currency: 'EUR' }), {}],
  ['asked for where not every account has the configured one', reading(account(1)), { accountIdPointer: '/number' }],
])('the member that identifies an account is %s', async (_, listing, configuration, pointer) => {
  const found = inCheck(() => pointerOf([listing]), configuration);
  if (pointer === undefined) await expect(found).rejects.toThrow('CONFORMANCE_ACCOUNT_ID_POINTER');
  else expect(await found).toBe(pointer);
});

const data = [{ id: 'acc_1001', next_statement: '/2026-12' }, { id: 'acc_1002' }];

test.each<[name: string, body: object, query?: string, headers?: Header[]]>([
  ['a Link header', {}, 'page=2', [['Link', '</v1/accounts?page=1>; rel="first", </v1/accounts?page=2>; rel=next']]],
  ['an absolute link', { links: { next: 'https://api.example.com/v1/accounts?after=x' } }, 'after=x'],
  ['a link behind another path', { next: '/gateway/accounts?page=2' }, 'page=2'],
  ['a link that is a query', { _links: { next: { href: '?from=2' } } }, 'from=2'],
  ['a token in camel case', { meta: { nextPageToken: 'abc' } }, 'pageToken=abc'],
  ['a cursor alone', { after: 'abc' }, 'after=abc'],
  ['a number as the cursor', { cursor: 2 }, 'cursor=2'],
  ['nothing but has_more', { has_more: true }, 'starting_after=acc_1002'],
  ['the end of a connection', { pageInfo: { hasNextPage: true, endCursor: 'abc' } }, 'after=abc'],
  ['the number of the page and a total', { page: 1, total: 5 }, 'page=2'],
  ['the number of the page and of all', { meta: { currentPage: 1, totalPages: 2 } }, 'currentPage=2'],
  ['a number in a header', {}, 'page=2', [['X-Next-Page', '2']]],
  ['an offset and a total in a header', { offset: 0 }, 'offset=2', [['X-Total-Count', '5']]],
  ['nothing, as a whole listing', { total: 2, page: 1 }],
  ['nothing, with null in place of a link', { next: null, next_cursor: '' }],
  ['nothing, as the last page of a connection', { pageInfo: { hasNextPage: false, endCursor: 'abc' } }],
  ['no Link that holds the key', {}, undefined, [['Link', '</v1?key=sk_sandbox_0123456789abcdef>; rel="next"']]],
  ['no Link that evidence withholds', {}, undefined, [['Link', '‹withheld: held a key›']]],
])('a page leads to the next one by %s', async (_, body, query, headers) => {
  const [next] = await inCheck(() => nextPages(listed({ data, ...body }, headers), 2));
  expect(next?.query).toBe(query);
});

/** Lists all pages of a service that gives each page the same members more. */
const listedWith = (more: object, seen: (host?: string) => unknown) =>
  probed(
    ({ headers }, response) => {
      const asked = seen(headers.host?.split(':')[0]);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: data.map((one) => ({ ...one, balance: asked })), ...more }));
    },
    () => list(),
  );

test('a parameter that changes nothing is not followed for ever', async () => {
  let asked = 0;
  const { items, paged } = await listedWith({ next_cursor: 'abc' }, () => ++asked);
  expect([items.length, paged]).toEqual([2, true]);
  expect(asked).toBeLessThan(5);
});

test('the key travels to no other host', async () => {
  const hosts = new Set<string | undefined>();
  await listedWith({ next: 'http://attacker.example/v1/accounts?page=2' }, (host) => hosts.add(host).size);
  expect([...hosts]).toEqual(['127.0.0.1']);
});
