import { expect, test } from 'vitest';
import { listed } from '../../helpers/identity/response.fixture.js';
import { inCheck } from '../../helpers/runner/context.fixture.js';
import type { Header } from '../../schemas/exchange.js';
import { probed } from '../asked.fixture.js';
import { list } from './listing.js';
import { nextPages } from './next-page.js';

const data = [{ id: 'acc_1001', next_statement: '/2026-12' }, { id: 'acc_1002' }];

test.each<[name: string, body: object, query?: string, headers?: Header[]]>([
  ['a Link header', {}, 'page=2', [['Link', '</v1/accounts?page=1>; rel="first", </v1/accounts?page=2>; rel=next']]],
  ['an absolute link', { links: { next: 'https://api.example.com/v1/accounts?after=x' } }, 'after=x'],
  ['a link behind another path', { next: '/gateway/accounts?page=2' }, 'page=2'],
  ['a link that is a query', { _links: { next: { href: '?from=2' } } }, 'from=2'],
  ['a cursor', { next_cursor: 'abc' }, 'cursor=abc'],
  ['a token in camel case', { meta: { nextPageToken: 'abc' } }, 'pageToken=abc'],
  ['a cursor beside has_more', { has_more: true, cursor: 'abc' }, 'cursor=abc'],
  ['a cursor alone', { after: 'abc' }, 'after=abc'],
  ['a number as the cursor', { cursor: 2 }, 'cursor=2'],
  ['nothing but has_more', { has_more: true }, 'starting_after=acc_1002'],
  ['nothing but a total', { total: 5 }, 'starting_after=acc_1002'],
  ['the end of a connection', { pageInfo: { hasNextPage: true, endCursor: 'abc' } }, 'after=abc'],
  ['the number of the page and a total', { page: 1, total: 5 }, 'page=2'],
  ['the number of the page and of all', { meta: { currentPage: 1, totalPages: 2 } }, 'currentPage=2'],
  ['a number in a header', {}, 'page=2', [['X-Next-Page', '2']]],
  ['a token to continue with', { continuationToken: 'abc' }, 'continuationToken=abc'],
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
