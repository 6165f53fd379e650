import { randomInt } from 'node:crypto';
import { listAccounts } from '../../../schemas/operations.js';
import { listed, withAnswerHeaders } from '../answered.js';
import { caller } from '../asked.js';
import { paged, pagings } from '../pages.js';
import { afterwards } from '../rewrite.js';
import { json } from '../service.js';
import type { Account } from '../state.js';
import { accountsOf, camelCased, listingAs, withoutBody } from './shapes.js';
import { silences, type Variant } from './variant.js';

const pageSize = 2;

/** The page that the request asks for, and whether another one follows. */
function pageOf(accounts: readonly Account[], query: URLSearchParams) {
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);
  const items = accounts.slice((page - 1) * pageSize, page * pageSize);
  return { page, items, next: page * pageSize < accounts.length ? `/v1${listAccounts.path}?page=${page + 1}` : null };
}

const byCurrency = (accounts: readonly Account[]) =>
  Object.fromEntries(
    accounts.map(({ currency }) => [currency, accounts.filter((account) => account.currency === currency)]),
  );

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: randomInt(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** Endpoints, gaps: the shape of a listing, its order and its pages. */
export const listingVariants: readonly Variant[] = silences({
  ...Object.fromEntries(
    Object.entries(pagings).map(([name, paging]) => [
      `listing-paged-by-${name}`,
      [
        `Pagination is not shown: two accounts to a page, and ${name.replaceAll('-', ' ')} for the next.`,
        paged(paging),
      ] as const,
    ]),
  ),
  'listing-counts-requests': [
    'The shape of a listing is not shown: it has counts of other things, which grow with each request.',
    (honest, world) => {
      let count = 40;
      return listingAs((accounts) => {
        count += 1;
        return { data: accounts, meta: { count, total_calls: count, total: accounts.length } };
      })(honest, world);
    },
  ],
  'accounts-settled-through-one': [
    'The members of an account are not shown: all are settled through one account of the bank.',
    listingAs((accounts) => ({
      data: accounts.map((one) => ({
        ...one,
        settlement_iban: 'DE89370400440532013000',
        settlement_account_id: 'acc_0000settle',
      })),
    })),
  ],
  'listing-as-a-bare-array': [
    'The shape of a listing is not shown: it is an array.',
    listingAs((accounts) => accounts),
  ],
  'listing-in-an-envelope': [
    'The shape of a listing is not shown: an envelope tells the tenant and the number of accounts.',
    listingAs((accounts, asked) => ({
      success: true,
      errors: [],
      tenant: { id: asked.headers.get('x-tenant-id') },
      accounts,
      total: accounts.length,
    })),
  ],
  'listing-in-json-api': [
    'The shape of a listing is not shown: it is a JSON:API document.',
    listingAs((accounts) => ({
      jsonapi: { version: '1.1' },
      data: accounts.map(({ id, ...attributes }) => ({ type: 'accounts', id, attributes })),
    })),
  ],
  'listing-in-hal': [
    'The shape of a listing is not shown: it is HAL, and a self link names each account.',
    listingAs((accounts) => ({
      _links: { self: { href: `/v1${listAccounts.path}` } },
      _embedded: {
        accounts: accounts.map(({ id, ...rest }) => ({
          ...rest,
          _links: { self: { href: `/v1${listAccounts.path}/${id}` } },
        })),
      },
    })),
  ],
  'listing-as-a-connection': [
    'The shape of a listing is not shown: it has edges and nodes.',
    listingAs((accounts) => ({
      accounts: {
        edges: accounts.map((node, at) => ({ cursor: Buffer.from(`cursor:${at}`).toString('base64'), node })),
        pageInfo: { hasNextPage: false, endCursor: null },
      },
    })),
  ],
  'listing-as-a-map-by-id': [
    'The shape of a listing is not shown: each account stands under its identifier.',
    listingAs((accounts) => ({ accounts: Object.fromEntries(accounts.map(({ id, ...rest }) => [id, rest])) })),
  ],
  'listing-grouped-by-currency': [
    'The shape of a listing is not shown: accounts are grouped by their currency.',
    listingAs((accounts) => ({ accounts: byCurrency(accounts) })),
  ],
  'listing-of-accounts-in-wrappers': [
    'The shape of a listing is not shown: each entry holds the account, its bank and its rights.',
    listingAs((accounts) => ({
      items: accounts.map((account) => ({
        account,
        bank: { id: 'bnk_50010517', name: 'Example Bank' },
        permissions: ['read'],
      })),
    })),
  ],
  'listing-in-camel-case': [
    'The names of members are not shown: they are in camel case.',
    listingAs((accounts) => ({
      data: accounts.map(({ id, ...rest }) => ({ accountId: id, ...(camelCased(rest) as object) })),
    })),
  ],
  'listing-paged': [
    'Pagination is not shown: two accounts to a page, with a link to the next one.',
    afterwards(listed, (answer, asked) => {
      const { page, items, next } = pageOf(accountsOf(answer), asked.query);
      const link: Record<string, string> = next ? { link: `<${next}>; rel="next"` } : {};
      return withAnswerHeaders({ ...answer, body: JSON.stringify({ data: items, page, next }) }, link);
    }),
  ],
  'listing-paged-by-a-total': [
    'Pagination is not shown: two accounts to a page, the latest opened first, and the total.',
    listingAs((accounts, asked) => {
      const sorted = [...accounts].sort((a, b) => b.created_at.localeCompare(a.created_at));
      const { page, items } = pageOf(sorted, asked.query);
      return { accounts: items, pagination: { page, per_page: pageSize, total: accounts.length } };
    }),
  ],
  'listing-in-any-order': [
    'The order of a listing is not shown: it differs each time.',
    listingAs((accounts) => ({ data: shuffled(accounts) })),
  ],
  'listing-empty': ['That a tenant has accounts is not stated: neither has any.', listingAs(() => ({ data: [] }))],
  'listing-empty-for-one-tenant': [
    'That a tenant has accounts is not stated: the second one has none.',
    listingAs((accounts, asked, world) => ({ data: caller(asked, world) === world.tenants[1] ? [] : accounts })),
  ],
  'listing-empty-204': [
    'Success statuses are not shown: the listing of the second tenant, which has no accounts, returns 204.',
    afterwards(listed, (answer, asked, world) =>
      caller(asked, world) === world.tenants[1] ? { ...withoutBody(answer), status: 204 } : answer,
    ),
  ],
  'listing-206': [
    'Success statuses are not shown: a listing is a range of the resource.',
    afterwards(listed, (answer) => {
      const { length } = accountsOf(answer);
      return json(206, accountsOf(answer), { 'content-range': `accounts 0-${length - 1}/${length}` });
    }),
  ],
});
