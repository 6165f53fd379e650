import { describe, expect, test } from 'vitest';
import { inScope } from '../../helpers/client/context.js';
import { listed } from '../../helpers/identity/response.fixture.js';
import { contextFor } from '../../helpers/runner/context.fixture.js';
import type { Header } from '../../schemas/exchange.js';
import { probed } from '../asked.fixture.js';
import { list } from './listing.js';
import { nextPages } from './next-page.js';

const next = (body: unknown, headers: readonly Header[] = []) =>
  inScope('a check', async () => nextPages(listed(body, headers), 2)[0], contextFor([]));
const data = [{ id: 'acc_1001', next_statement: '/2026-12' }, { id: 'acc_1002' }];

describe('a page that leads to the next one', () => {
  test.each<[name: string, body: unknown, headers: Header[], query: string]>([
    [
      'a Link header',
      { data },
      [['Link', '</v1/accounts?page=1>; rel="first", </v1/accounts?page=2>; rel=next']],
      'page=2',
    ],
    ['an absolute link', { data, links: { next: 'https://api.example.com/v1/accounts?after=x' } }, [], 'after=x'],
    ['a link behind another path', { data, next: '/gateway/accounts?page=2' }, [], 'page=2'],
    ['a link that is a query', { data, _links: { next: { href: '?from=2' } } }, [], 'from=2'],
    ['a cursor', { data, next_cursor: 'abc' }, [], 'cursor=abc'],
    ['a token in camel case', { data, meta: { nextPageToken: 'abc' } }, [], 'pageToken=abc'],
    ['a cursor beside has_more', { data, has_more: true, cursor: 'abc' }, [], 'cursor=abc'],
    ['a cursor alone', { data, after: 'abc' }, [], 'after=abc'],
    ['a number as the cursor', { data, cursor: 2 }, [], 'cursor=2'],
    ['nothing but has_more', { data, has_more: true }, [], 'starting_after=acc_1002'],
    ['nothing but a total', { data, total: 5 }, [], 'starting_after=acc_1002'],
    ['the end of a connection', { data, pageInfo: { hasNextPage: true, endCursor: 'abc' } }, [], 'after=abc'],
    ['the number of the page and a total', { data, page: 1, total: 5 }, [], 'page=2'],
    ['the number of the page and of all', { data, meta: { currentPage: 1, totalPages: 2 } }, [], 'currentPage=2'],
    ['nothing but a total', { data, total: 5 }, [], 'starting_after=acc_1002'],
    ['a number in a header', { data }, [['X-Next-Page', '2']], 'page=2'],
    ['a token to continue with', { data, continuationToken: 'abc' }, [], 'continuationToken=abc'],
    ['an offset and a total in a header', { data, offset: 0 }, [['X-Total-Count', '5']], 'offset=2'],
  ])('%s', async (_, body, headers, query) => {
    expect(await next(body, headers)).toMatchObject({ query });
  });
});

describe('a page that leads nowhere', () => {
  test.each<[name: string, body: unknown]>([
    ['a whole listing', { data, total: 2, page: 1 }],
    ['null in place of a link', { data, next: null, next_cursor: '' }],
    ['the last page of a connection', { data, pageInfo: { hasNextPage: false, endCursor: 'abc' } }],
  ])('%s', async (_, body) => {
    expect(await next(body)).toBeUndefined();
  });

  test('a Link that holds the key, or what evidence has in its place', async () => {
    for (const target of ['</v1/accounts?key=sk_sandbox_0123456789abcdef>; rel="next"', '‹withheld: held a key›'])
      expect(await next({ data }, [['Link', target]])).toBeUndefined();
  });

  test('a parameter that changes nothing is not followed for ever', async () => {
    let asked = 0;
    const { items, paged } = await probed(
      (_, response) => {
        asked += 1;
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ data: data.map((one) => ({ ...one, balance: asked })), next_cursor: 'abc' }));
      },
      () => list(),
    );
    expect(items).toHaveLength(2);
    expect(paged).toBe(true);
    expect(asked).toBeLessThan(5);
  });

  test('the key travels to no other host', async () => {
    const hosts = new Set<string | undefined>();
    await probed(
      ({ headers }, response) => {
        hosts.add(headers.host?.split(':')[0]);
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ data, next: 'http://attacker.example/v1/accounts?page=2' }));
      },
      () => list(),
    );
    expect([...hosts]).toEqual(['127.0.0.1']);
  });
});
