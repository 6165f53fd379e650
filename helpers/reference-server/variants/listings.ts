import { randomUUID } from 'node:crypto';
import { listed } from '../answered.js';
import { caller, isListing, ofItsKey } from '../asked.js';
import { type Middleware, silence, type Variant } from '../middleware.js';
import { paged, pagings } from '../pages.js';
import { all, beforehand, each, openingAccounts } from '../rewrite.js';
import type { Answer } from '../service.js';
import { digitsOf, listingAs, listingOf } from '../shapes.js';
import { type Account, letters, openAccount } from '../state.js';

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
    }),
    'listing-in-another-language': [
      'names are in another language, with letters beyond ASCII.',
      accountsAs(({ iban, currency }) => ({ 番号: digitsOf(iban, 12), divisé: currency })),
    ],
  }),
  ...silence(
    'How many accounts a tenant has is not stated',
    each(listingAs, {
      'listing-null-for-empty': ['nobody has one yet, which is null.', () => ({ data: null, count: 0 })],
      'listing-empty-for-one-tenant': [
        'the second one has none.',
        (accounts, asked, world) => ({ data: caller(asked, world) === world.tenants[1] ? [] : accounts }),
      ],
    }),
  ),
  ...silence('The members of an account are not shown', {
    'account-ids-counted-and-little-else': [
      'a number counted in each tenant, and the currency.',
      { accountId: (_, count) => count + 1 },
      accountsAs(({ id, currency }) => ({ id, currency })),
    ],
    ...each(accountsAs, {
      'accounts-known-by-a-signed-link': [
        'a link, with a signature of its own in each answer.',
        ({ id, currency }) => ({ currency, href: `/v1/accounts/${id}?sig=${randomUUID()}` }),
      ],
      'accounts-settled-through-one': [
        'all are settled through one account of the bank.',
        (one) => ({ ...one, settlement_iban: 'DE89370400440532013000', settlement_account_id: 'acc_0000settle' }),
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
      all(
        fromACache,
        all(
          beforehand(ofItsKey),
          all(
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
  }),
];
