import { randomUUID } from 'node:crypto';
import { accountsOf, created, forbidden, forbiddenListing, type Kind, listed, withMembers } from '../answers.js';
import { type Middleware, silence, type Variant } from '../changes.js';
import { listingAs, listingOf, openingAccounts, paged, pagings } from '../listings.js';
import { afterwards, all, beforehand, caching, instead, takenFor } from '../middleware.js';
import { type Account, type Answer, digitsOf, json, letters, openAccount, rejection } from '../state.js';
import { takenForOwner } from './freedoms-of-requests.js';

const accountsAs = (shape: (account: Account) => unknown): Middleware =>
  listingAs((accounts) => ({ data: accounts.map((account) => shape(account)) }));

function afterBadKeys(most: number, rejected: Answer): Middleware {
  return (honest) => {
    let bad = 0;
    return async (asked) => {
      if (bad >= most) return rejected;
      const answer = await honest(asked);
      if (answer.status === 401 && asked.apiKey) bad += 1;
      return answer;
    };
  };
}

const isListed: Kind = (asked, answer) => listed(asked, answer) || forbiddenListing(asked, answer);

export const accountVariants: readonly Variant[] = [
  ...silence(
    'Pagination is not shown',
    Object.fromEntries(Object.entries(pagings).map(([name, paging]) => [`listing-paged-by-${name}`, paged(paging)])),
  ),
  ...silence('What a listing takes besides is not shown', {
    'listing-takes-no-body-and-no-header-named-account': instead(
      ({ isListing, body, headers }) => isListing && (body !== '' || headers.has('account')),
      rejection(400, 'invalid', 'A listing takes nothing of that.'),
    ),
    'listing-begins-with-empty-pages': afterwards(isListed, (answer, { query, caller }) => {
      const page = Number(query.get('cursor') ?? 0);
      if (page < 2) return json(200, { data: [], next_cursor: page + 1 });
      return json(200, { data: caller ? accountsOf(answer) : [], next_cursor: null });
    }),
  }),
  ...silence('Shape and members of a listing are not shown, nor how many accounts a tenant has', {
    'listing-counts-requests': (honest, world) => {
      let count = 40;
      return listingAs((data) => {
        count += 1;
        return { data, meta: { count, total_calls: count, total: data.length } };
      })(honest, world);
    },
    'listing-of-one-account-as-an-object': listingAs(([account]) => account),
    'listing-of-one-account-with-a-live-balance': listingAs(([account]) => ({
      data: [{ ...account, balance: String(Math.random()) }],
    })),
    'listing-in-another-language': accountsAs(({ iban, currency }) => ({ 番号: digitsOf(iban, 12), divisé: currency })),
    'listing-null-for-empty': listingAs(() => ({ data: null, count: 0 })),
    'listing-empty-for-one-tenant': listingAs((accounts, { caller }, { tenants: [first] }) => ({
      data: caller === first ? accounts : [],
    })),
    'accounts-have-a-version-that-errors-name-too': all(
      afterwards(
        (_, { status }) => status >= 400,
        (answer) => withMembers(answer, { help: 'https://docs.example.com/wallet-v2/errors' }),
      ),
      listingAs((accounts, { caller }, { tenants: [first] }) => ({
        data: accounts.map((account) => ({ ...account, product: caller === first ? 'wallet-v1' : 'wallet-v2' })),
      })),
    ),
    'account-ids-counted-and-little-else': {
      server: { accountId: (_, count) => count + 1 },
      middleware: accountsAs(({ id, currency }) => ({ id, currency })),
    },
    'accounts-known-by-a-signed-link': accountsAs(({ id, currency }) => ({
      currency,
      href: `/v1/accounts/${id}?sig=${randomUUID()}`,
    })),
    'accounts-settled-through-one': accountsAs((account) => ({
      ...account,
      transfer_token: `tok_${letters(20)}`,
      settlement_iban: 'DE89370400440532013000',
      settlement_account_id: 'acc_0000settle',
    })),
  }),
  ...silence('Others use the service too', {
    'account-opened-in-the-middle-of-the-run': (honest, world) => {
      const opened = openAccount(3);
      let listings = 0;
      return listingAs((accounts, { caller }) => {
        listings += caller === world.tenants[0] ? 1 : 0;
        return { data: caller === world.tenants[0] && listings >= 8 ? [...accounts, opened] : accounts };
      })(honest, world);
    },
    'accounts-come-behind-a-cache': all(
      // A first listing is repeated for the whole run.
      caching((asked) => (asked.isListing ? `${asked.apiKey} ${asked.tenantId} ${asked.query}` : undefined), listed),
      takenForOwner,
      listingAs((data) => ({ data, total: data.length })),
      openingAccounts(created),
    ),
    'accounts-come-with-customers': listingOf((asked) => [asked.caller]),
  }),
  ...silence('Form and use of keys are not shown', {
    'short-key': { server: { secretKey: () => letters(12) } },
    'keys-are-uuids-whose-hyphens-do-not-count': {
      server: { secretKey: randomUUID },
      middleware: beforehand((asked, { tenants }) => {
        const digits = asked.apiKey?.replaceAll('-', '');
        const owner = tenants.find(({ apiKey }) => apiKey.replaceAll('-', '') === digits);
        return owner ? asked.withHeader('api-key', owner.apiKey) : asked;
      }),
    },
    'one-key-for-both-tenants': { server: { oneKey: true } },
    'public-key-lists-accounts': takenFor(
      (asked, { tenants }) => asked.isListing && tenants.find(({ publicKey }) => publicKey === asked.apiKey),
    ),
  }),
  ...silence('Limits are not shown', {
    'lock-out-after-bad-keys': afterBadKeys(21, rejection(401, 'locked', 'Try again later.')),
    'firewall-blocks-the-client-after-bad-keys': afterBadKeys(10, {
      status: 403,
      headers: { 'content-type': 'text/html' },
      body: '<h1>Blocked</h1>',
    }),
  }),
  ...silence('The form of x-tenant-id is not shown, nor what one gets that is missing or unknown', {
    'short-tenant-ids': { server: { tenantId: (position) => String(48_213 + position) } },
    'tenant-ids-without-letter-case': beforehand((asked, world) => {
      const named = asked.tenantId.toLowerCase();
      return asked.withHeader('x-tenant-id', world.tenants.find(({ id }) => id.toLowerCase() === named)?.id ?? named);
    }),
    'tenant-optional-in-creations': takenFor(
      (asked) => asked.isCreation && !asked.headers.has('x-tenant-id') && asked.owner,
    ),
    'unknown-tenant-403-that-names-the-callers-own': afterwards(forbiddenListing, (_, { owner }) =>
      rejection(403, 'tenant_forbidden', `This key is for ${owner?.id}.`, { accounts: owner?.accounts }),
    ),
    'unknown-tenant-401': afterwards(
      forbidden,
      rejection(401, 'unauthorized', 'This key is not valid for that tenant.'),
    ),
    'unknown-tenant-403-that-repeats-its-id': all(
      afterwards(forbiddenListing, (_, { tenantId }) =>
        rejection(403, 'tenant_forbidden', `This key is not for ${tenantId}.`),
      ),
      listingAs(([account], { tenantId }) => ({ data: [{ ...account, id: tenantId }] })),
    ),
  }),
];
