import { randomBytes, randomUUID } from 'node:crypto';
import { listed } from '../answered.js';
import { type Middleware, silence, type Variant } from '../middleware.js';
import { paged, pagings } from '../pages.js';
import type { Request } from '../request.js';
import { afterwards, all, beforehand, openingAccounts, remembering, takenFor } from '../rewrite.js';
import { rejection } from '../service.js';
import { digitsOf, listingAs, listingOf } from '../shapes.js';
import { type Account, type Answer, letters, openAccount } from '../state.js';
import { readsKey } from './freedoms-of-requests.js';

/** Shows each account in another shape. */
const accountsAs = (shape: (account: Account) => unknown): Middleware =>
  listingAs((accounts) => ({ data: accounts.map((account) => shape(account)) }));

/** The first listing under a key, an id and a query is given again for as long as the run lasts. */
const fromACache = remembering<{ kept: Answer }>(
  async (asked, memory, honest) => {
    const answer = memory.kept ?? (await honest(asked));
    if (listed(asked, answer)) memory.kept = answer;
    return answer;
  },
  (asked) => (asked.isListing ? `${asked.apiKey} ${asked.tenantId} ${asked.query}` : undefined),
);

/** Whether a listing comes with the id of another tenant. */
const isForeign = (asked: Request, { status }: Answer) => asked.isListing && status === 403;

/** What a listing shows, and of whom: keys and tenants. */
export const accountVariants: readonly Variant[] = [
  ...silence(
    'Pagination is not shown',
    Object.fromEntries(Object.entries(pagings).map(([name, paging]) => [`listing-paged-by-${name}`, paged(paging)])),
  ),
  ...silence('The shape of a listing is not shown', {
    // They grow with each request.
    'listing-counts-requests': (honest, world) => {
      let count = 40;
      return listingAs((accounts) => {
        count += 1;
        return { data: accounts, meta: { count, total_calls: count, total: accounts.length } };
      })(honest, world);
    },
    'listing-of-one-account-as-an-object': listingAs(([account]) => account),
    'listing-in-another-language': accountsAs(({ iban, currency }) => ({
      番号: digitsOf(iban, 12),
      divisé: currency,
    })),
  }),
  ...silence('How many accounts a tenant has is not stated', {
    'listing-null-for-empty': listingAs(() => ({ data: null, count: 0 })),
    'listing-empty-for-one-tenant': listingAs((accounts, asked, world) => ({
      data: asked.caller === world.tenants[1] ? [] : accounts,
    })),
  }),
  ...silence('The members of an account are not shown', {
    'account-ids-counted-and-little-else': [
      { accountId: (_, count) => count + 1 },
      accountsAs(({ id, currency }) => ({ id, currency })),
    ],
    // The signature is another one in each answer.
    'accounts-known-by-a-signed-link': accountsAs(({ id, currency }) => ({
      currency,
      href: `/v1/accounts/${id}?sig=${randomUUID()}`,
    })),
    // And each reading has a fresh token for the next step beside the identifier.
    'accounts-settled-through-one': accountsAs((account) => ({
      ...{ ...account, transfer_token: `tok_${letters(20)}` },
      ...{ settlement_iban: 'DE89370400440532013000', settlement_account_id: 'acc_0000settle' },
    })),
  }),
  ...silence('Others use the service too', {
    'account-opened-in-the-middle-of-the-run': (honest, world) => {
      const opened = openAccount(3);
      let listings = 0;
      return listingAs((accounts, asked) => {
        listings += asked.caller === world.tenants[0] ? 1 : 0;
        return { data: listings < 8 || asked.caller !== world.tenants[0] ? accounts : [...accounts, opened] };
      })(honest, world);
    },
    'accounts-come-behind-a-cache': all(
      fromACache,
      takenFor(({ owner }) => owner),
      listingAs((data) => ({ data, total: data.length })),
      openingAccounts,
    ),
    'accounts-come-with-customers': listingOf((asked) => [asked.caller]),
  }),
  ...silence('Form and use of keys are not shown', {
    'key-in-hexadecimal-capitals': [
      { secretKey: () => randomBytes(20).toString('hex').toUpperCase() },
      readsKey((key) => key.toUpperCase()),
    ],
    'short-key': { secretKey: () => letters(12) },
    'one-key-for-both-tenants': { oneKey: true },
    'public-key-lists-accounts': beforehand((asked, { tenants }) => {
      const tenant = tenants.find(({ publicKey }) => publicKey === asked.apiKey);
      return tenant && asked.isListing ? asked.withHeader('api-key', tenant.apiKey) : asked;
    }),
  }),
  ...silence('Limits are not shown', {
    // Even the right key is rejected after twenty bad ones.
    'lock-out-after-bad-keys': (honest) => {
      let bad = 0;
      return async (asked) => {
        const answer = await honest(asked);
        if (answer.status === 401 && asked.headers.get('api-key')) bad += 1;
        return bad > 20 ? rejection(401, 'locked', 'Try again later.') : answer;
      };
    },
    'firewall-blocks-the-client-after-bad-keys': (honest) => {
      let bad = 0;
      return async (asked) => {
        if (bad >= 10) return { status: 403, headers: { 'content-type': 'text/html' }, body: '<h1>Blocked</h1>' };
        const answer = await honest(asked);
        if (answer.status === 401) bad += 1;
        return answer;
      };
    },
  }),
  ...silence('The form of x-tenant-id is not shown, nor what one gets that is missing or unknown', {
    'short-tenant-ids': { tenantId: (position) => String(48_213 + position) },
    'tenant-ids-without-letter-case': beforehand((asked, world) => {
      const named = asked.headers.get('x-tenant-id')?.toLowerCase();
      const tenant = world.tenants.find(({ id }) => id.toLowerCase() === named);
      return tenant ? asked.withHeader('x-tenant-id', tenant.id) : asked;
    }),
    'tenant-optional-in-creations': takenFor(
      (asked) => asked.isCreation && !asked.headers.has('x-tenant-id') && asked.owner,
    ),
    'unknown-tenant-403-that-names-the-callers-own': afterwards(isForeign, (_, asked) => {
      const own = asked.owner;
      return rejection(403, 'tenant_forbidden', `This key is for ${own?.id}.`, { accounts: own?.accounts });
    }),
    'unknown-tenant-401': afterwards(
      (_, { status }) => status === 403,
      rejection(401, 'unauthorized', 'This key is not valid for that tenant.'),
    ),
    // It is that of the tenant's only account, too.
    'unknown-tenant-403-that-repeats-its-id': all(
      afterwards(isForeign, (_, asked) =>
        rejection(403, 'tenant_forbidden', `This key is not for ${asked.headers.get('x-tenant-id')}.`),
      ),
      listingAs(([account], asked) => ({ data: [{ ...account, id: asked.headers.get('x-tenant-id') }] })),
    ),
  }),
];
