import { randomInt, randomUUID } from 'node:crypto';
import { listAccounts } from '../../../schemas/fsapi/operations.js';
import type { Answer } from '../answer.js';
import { listed } from '../answered.js';
import { caller, isListing, ofItsKey } from '../asked.js';
import { type Middleware, silence, type Variant } from '../middleware.js';
import { paged, pagings } from '../pages.js';
import { afterwards, beforehand, both, each, openingAccounts } from '../rewrite.js';
import { json } from '../service.js';
import { type Account, letters, openAccount } from '../state.js';
import { accountsOf, camelCased, digitsOf, listingAs, listingOf, withoutBody } from './shapes.js';

/** From the eighth listing of the first tenant on, `change` applies: somebody else was at work. */
const fromTheEighth = (change: Parameters<typeof listingAs>[0]): Middleware => {
  const changed = listingAs(change);
  return (honest, world) => {
    let listings = 0;
    const after = changed(honest, world);
    return (asked) => {
      if (!isListing(asked) || caller(asked, world) !== world.tenants[0]) return honest(asked);
      listings += 1;
      return listings < 8 ? honest(asked) : after(asked);
    };
  };
};

/** Shows each account in another shape. */
const accountsAs = (shape: (account: Account) => unknown): Middleware =>
  listingAs((accounts) => ({ data: accounts.map((account) => shape(account)) }));

/** The first listing under a key, an id and a query is given again for as long as the run lasts. */
const fromACache: Middleware = (honest) => {
  const cache = new Map<string, Answer>();
  return async (asked) => {
    const { headers, query } = asked;
    const name = [headers.get('api-key'), headers.get('x-tenant-id'), query].join(' ');
    const answer = (isListing(asked) && cache.get(name)) || (await honest(asked));
    if (listed(asked, answer)) cache.set(name, answer);
    return answer;
  };
};

const byCurrency = (accounts: readonly Account[]) =>
  Object.fromEntries(
    accounts.map(({ currency }) => [currency, accounts.filter((account) => account.currency === currency)]),
  );

/** Endpoints, gaps: the shape of a listing, its order and its pages; the account, its members and what becomes of it. */
export const listingVariants: readonly Variant[] = [
  ...silence('Pagination is not shown', {
    ...Object.fromEntries(
      Object.entries(pagings).map(([name, paging]) => [
        `listing-paged-by-${name}`,
        [`two accounts to a page, and ${name.replaceAll('-', ' ')} for the next.`, paged(paging)] as const,
      ]),
    ),
  }),
  ...silence('The shape of a listing is not shown', {
    'listing-counts-requests': [
      'it has counts of other things, which grow with each request.',
      (honest, world) => {
        let count = 40;
        return listingAs((accounts) => {
          count += 1;
          return { data: accounts, meta: { count, total_calls: count, total: accounts.length } };
        })(honest, world);
      },
    ],
    ...each(listingAs, {
      'listing-of-one-account-as-an-object': ['it is the account itself.', ([account]) => account],
      'listing-of-addresses': [
        'it is an array of the accounts’ addresses.',
        (accounts) => accounts.map(({ id }) => `/v1/accounts/${id}`),
      ],
      'listing-as-a-bare-array': ['it is an array.', (accounts) => accounts],
      'listing-in-an-envelope': [
        'an envelope tells the tenant and the number of accounts.',
        (accounts, asked) => ({
          success: true,
          errors: [],
          tenant: { id: asked.headers.get('x-tenant-id') },
          accounts,
          total: accounts.length,
        }),
      ],
      'listing-in-json-api': [
        'it is a JSON:API document.',
        (accounts) => ({
          jsonapi: { version: '1.1' },
          data: accounts.map(({ id, ...attributes }) => ({ type: 'accounts', id, attributes })),
        }),
      ],
      'listing-in-hal': [
        'it is HAL, and a self link names each account.',
        (accounts) => ({
          _links: { self: { href: `/v1${listAccounts.path}` } },
          _embedded: {
            accounts: accounts.map(({ id, ...rest }) => ({
              ...rest,
              _links: { self: { href: `/v1${listAccounts.path}/${id}` } },
            })),
          },
        }),
      ],
      'listing-as-a-connection': [
        'it has edges and nodes.',
        (accounts) => ({
          accounts: {
            edges: accounts.map((node, at) => ({ cursor: Buffer.from(`cursor:${at}`).toString('base64'), node })),
            pageInfo: { hasNextPage: false, endCursor: null },
          },
        }),
      ],
      'listing-as-a-map-by-id': [
        'each account stands under its identifier.',
        (accounts) => ({ accounts: Object.fromEntries(accounts.map(({ id, ...rest }) => [id, rest])) }),
      ],
      'listing-grouped-by-currency': [
        'accounts are grouped by their currency.',
        (accounts) => ({ accounts: byCurrency(accounts) }),
      ],
      'listing-of-accounts-in-wrappers': [
        'each entry holds the account, its bank and its rights.',
        (accounts) => ({
          items: accounts.map((account) => ({
            account,
            bank: { id: 'bnk_50010517', name: 'Example Bank' },
            permissions: ['read'],
          })),
        }),
      ],
    }),
    'listing-in-another-language': [
      'names are in another language, with letters beyond ASCII.',
      accountsAs(({ iban, currency }) => ({ 番号: digitsOf(iban, 12), divisé: currency })),
    ],
    'listing-in-camel-case': [
      'names are in camel case.',
      accountsAs(({ id, ...rest }) => ({ accountId: id, ...(camelCased(rest) as object) })),
    ],
  }),
  ...silence('The order of a listing is not shown', {
    'listing-in-any-order': [
      'it differs each time.',
      listingAs((accounts) => ({ data: accounts.toSorted(() => randomInt(-1, 2)) })),
    ],
  }),
  ...silence(
    'How many accounts a tenant has is not stated',
    each(listingAs, {
      'listing-empty': ['neither has any.', () => ({ data: [] })],
      'listing-null-for-empty': ['nobody has one yet, which is null.', () => ({ data: null, count: 0 })],
      'listing-empty-for-one-tenant': [
        'the second one has none.',
        (accounts, asked, world) => ({ data: caller(asked, world) === world.tenants[1] ? [] : accounts }),
      ],
      'listing-of-one-account-each': ['each has one.', (accounts) => ({ data: accounts.slice(0, 1) })],
    }),
  ),
  ...silence('Success statuses are not shown', {
    'listing-empty-204': [
      'the listing of the second tenant, which has no accounts, returns 204.',
      afterwards(listed, (answer, asked, world) =>
        caller(asked, world) === world.tenants[1] ? { ...withoutBody(answer), status: 204 } : answer,
      ),
    ],
    'listing-206': [
      'a listing is a range of the resource.',
      afterwards(listed, (answer) => {
        const { length } = accountsOf(answer);
        return json(206, accountsOf(answer), { 'content-range': `accounts 0-${length - 1}/${length}` });
      }),
    ],
  }),
  ...silence('The form of an account’s identifier is not shown', {
    'account-ids-are-numbers': ['it is a number.', { accountId: ({ iban }) => Number(digitsOf(iban, 12)) }],
    'account-ids-counted-in-each-tenant': [
      'accounts are counted from 1 in each tenant.',
      { accountId: (_, count) => count + 1 },
    ],
  }),
  ...silence('The members of an account are not shown', {
    'account-ids-counted-and-little-else': [
      'a number counted in each tenant, and the currency.',
      { accountId: (_, count) => count + 1 },
      accountsAs(({ id, currency }) => ({ id, currency })),
    ],
    'accounts-known-by-their-iban': [
      'the IBAN is what identifies it.',
      { accountId: ({ iban }) => iban },
      accountsAs(({ id: _, ...rest }) => rest),
    ],
    'account-ids-alone': [
      'a listing is one of identifiers.',
      listingAs((accounts) => ({ accounts: accounts.map(({ id }) => id) })),
    ],
    ...each(accountsAs, {
      'accounts-known-by-a-signed-link': [
        'a link, with a signature of its own in each answer.',
        ({ id, currency }) => ({ currency, href: `/v1/accounts/${id}?sig=${randomUUID()}` }),
      ],
      'accounts-with-identities-that-tenants-share': [
        'bank, product and branch have identifiers of their own.',
        (one) => ({
          bank: { id: 'bnk_50010517', name: 'Example Bank' },
          branch_id: 'brn_000000000042',
          ...one,
          product: { id: 'prd_000000000001', name: one.product },
        }),
      ],
      'accounts-settled-through-one': [
        'all are settled through one account of the bank.',
        (one) => ({ ...one, settlement_iban: 'DE89370400440532013000', settlement_account_id: 'acc_0000settle' }),
      ],
      'accounts-with-live-balances': [
        'its balance is that of this moment, with the time of reading.',
        (one) => ({
          ...one,
          balance: `${randomInt(10, 100_000)}.${randomInt(10, 99)}`,
          available: { amount: randomInt(10, 100_000), as_of: new Date().toISOString() },
          last_read_at: Date.now(),
        }),
      ],
      'accounts-with-a-token-for-the-next-step': [
        'each reading has a fresh token beside the identifier.',
        (one) => ({ ...one, transfer_token: `tok_${letters(20)}` }),
      ],
    }),
  }),
  ...silence('Others use the service too', {
    'account-opened-in-the-middle-of-the-run': [
      'somebody opens an account between two listings.',
      (honest, world) => {
        const opened = openAccount(3);
        return fromTheEighth((accounts) => ({ data: [...accounts, opened] }))(honest, world);
      },
    ],
    'accounts-come-behind-a-cache': [
      'each customer brings an account, the tenant is taken from the key, and a cache varies by key, x-tenant-id and query.',
      both(
        fromACache,
        both(
          beforehand(ofItsKey),
          both(
            listingAs((data) => ({ data, total: data.length })),
            openingAccounts(() => true),
          ),
        ),
      ),
    ],
    'accounts-come-with-customers': [
      'nobody has an account at first, and each customer brings one.',
      listingOf((asked, world) => [caller(asked, world)]),
    ],
    'account-closed-in-the-middle-of-the-run': [
      'somebody closes an account between two listings.',
      fromTheEighth((accounts) => ({ data: accounts.slice(1) })),
    ],
  }),
];
