import { randomInt } from 'node:crypto';
import { listAccounts } from '../../../schemas/operations.js';
import { afterwards, caller, listed, withAnswerHeaders } from '../rewrite.js';
import { json } from '../service.js';
import type { Account } from '../state.js';
import { accountsOf, camelCased, listingAs, withoutBody } from './shapes.js';
import type { Variant } from './variant.js';

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
export const listingVariants: readonly Variant[] = [
  {
    id: 'listing-as-a-bare-array',
    freedom: 'The shape of a listing is not shown: it is an array.',
    middleware: listingAs((accounts) => accounts),
  },
  {
    id: 'listing-in-an-envelope',
    freedom: 'The shape of a listing is not shown: an envelope tells the tenant and the number of accounts.',
    middleware: listingAs((accounts, asked) => ({
      success: true,
      errors: [],
      tenant: { id: asked.headers.get('x-tenant-id') },
      accounts,
      total: accounts.length,
    })),
  },
  {
    id: 'listing-in-json-api',
    freedom: 'The shape of a listing is not shown: it is a JSON:API document.',
    middleware: listingAs((accounts) => ({
      jsonapi: { version: '1.1' },
      data: accounts.map(({ id, ...attributes }) => ({ type: 'accounts', id, attributes })),
    })),
  },
  {
    id: 'listing-in-hal',
    freedom: 'The shape of a listing is not shown: it is HAL, and a self link names each account.',
    middleware: listingAs((accounts) => ({
      _links: { self: { href: `/v1${listAccounts.path}` } },
      _embedded: {
        accounts: accounts.map(({ id, ...rest }) => ({
          ...rest,
          _links: { self: { href: `/v1${listAccounts.path}/${id}` } },
        })),
      },
    })),
  },
  {
    id: 'listing-as-a-connection',
    freedom: 'The shape of a listing is not shown: it has edges and nodes.',
    middleware: listingAs((accounts) => ({
      accounts: {
        edges: accounts.map((node, at) => ({ cursor: Buffer.from(`cursor:${at}`).toString('base64'), node })),
        pageInfo: { hasNextPage: false, endCursor: null },
      },
    })),
  },
  {
    id: 'listing-as-a-map-by-id',
    freedom: 'The shape of a listing is not shown: each account stands under its identifier.',
    middleware: listingAs((accounts) => ({
      accounts: Object.fromEntries(accounts.map(({ id, ...rest }) => [id, rest])),
    })),
  },
  {
    id: 'listing-grouped-by-currency',
    freedom: 'The shape of a listing is not shown: accounts are grouped by their currency.',
    middleware: listingAs((accounts) => ({ accounts: byCurrency(accounts) })),
  },
  {
    id: 'listing-of-accounts-in-wrappers',
    freedom: 'The shape of a listing is not shown: each entry holds the account, its bank and its rights.',
    middleware: listingAs((accounts) => ({
      items: accounts.map((account) => ({
        account,
        bank: { id: 'bnk_50010517', name: 'Example Bank' },
        permissions: ['read'],
      })),
    })),
  },
  {
    id: 'listing-in-camel-case',
    freedom: 'The names of members are not shown: they are in camel case.',
    middleware: listingAs((accounts) => ({
      data: accounts.map(({ id, ...rest }) => ({ accountId: id, ...(camelCased(rest) as object) })),
    })),
  },
  {
    id: 'listing-paged',
    freedom: 'Pagination is not shown: two accounts to a page, with a link to the next one.',
    middleware: afterwards(listed, (answer, asked) => {
      const { page, items, next } = pageOf(accountsOf(answer), asked.query);
      const link: Record<string, string> = next ? { link: `<${next}>; rel="next"` } : {};
      return withAnswerHeaders({ ...answer, body: JSON.stringify({ data: items, page, next }) }, link);
    }),
  },
  {
    id: 'listing-paged-by-a-total',
    freedom: 'Pagination is not shown: two accounts to a page, the latest opened first, and the total.',
    middleware: listingAs((accounts, asked) => {
      const sorted = [...accounts].sort((a, b) => b.created_at.localeCompare(a.created_at));
      const { page, items } = pageOf(sorted, asked.query);
      return { accounts: items, pagination: { page, per_page: pageSize, total: accounts.length } };
    }),
  },
  {
    id: 'listing-in-any-order',
    freedom: 'The order of a listing is not shown: it differs each time.',
    middleware: listingAs((accounts) => ({ data: shuffled(accounts) })),
  },
  {
    id: 'listing-empty',
    freedom: 'That a tenant has accounts is not stated: neither has any.',
    middleware: listingAs(() => ({ data: [] })),
  },
  {
    id: 'listing-empty-for-one-tenant',
    freedom: 'That a tenant has accounts is not stated: the second one has none.',
    middleware: listingAs((accounts, asked, world) => ({
      data: caller(asked, world) === world.tenants[1] ? [] : accounts,
    })),
  },
  {
    id: 'listing-empty-204',
    freedom: 'Success statuses are not shown: the listing of the second tenant, which has no accounts, returns 204.',
    middleware: afterwards(listed, (answer, asked, world) =>
      caller(asked, world) === world.tenants[1] ? { ...withoutBody(answer), status: 204 } : answer,
    ),
  },
  {
    id: 'listing-206',
    freedom: 'Success statuses are not shown: a listing is a range of the resource.',
    middleware: afterwards(listed, (answer) => {
      const { length } = accountsOf(answer);
      return json(206, accountsOf(answer), { 'content-range': `accounts 0-${length - 1}/${length}` });
    }),
  },
];
