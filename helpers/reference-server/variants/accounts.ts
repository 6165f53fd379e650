import { randomInt, randomUUID } from 'node:crypto';
import { caller, isListing } from '../asked.js';
import type { Middleware } from '../middleware.js';
import { letters, openAccount } from '../state.js';
import { digitsOf, listingAs } from './shapes.js';
import { silences, type Variant } from './variant.js';

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

/** Resources, gaps: the account, its members and what becomes of it. */
export const accountVariants: readonly Variant[] = silences({
  'account-ids-counted-and-little-else': [
    'The members of an account are not shown: a number counted in each tenant, and the currency.',
    { accountId: (_, count) => count + 1 },
    listingAs((accounts) => ({ data: accounts.map(({ id, currency }) => ({ id, currency })) })),
  ],
  'accounts-known-by-their-iban': [
    'The members of an account are not shown: the IBAN is what identifies it.',
    { accountId: ({ iban }) => iban },
    listingAs((accounts) => ({ data: accounts.map(({ id: _, ...rest }) => rest) })),
  ],
  'account-ids-are-numbers': [
    'The form of an account’s identifier is not shown: it is a number.',
    { accountId: ({ iban }) => Number(digitsOf(iban, 12)) },
  ],
  'account-ids-alone': [
    'The members of an account are not shown: a listing is one of identifiers.',
    listingAs((accounts) => ({ accounts: accounts.map(({ id }) => id) })),
  ],
  'account-ids-counted-in-each-tenant': [
    'The form of an account’s identifier is not shown: accounts are counted from 1 in each tenant.',
    { accountId: (_, count) => count + 1 },
  ],
  'accounts-known-by-a-signed-link': [
    'The members of an account are not shown: a link, with a signature of its own in each answer.',
    listingAs((accounts) => ({
      data: accounts.map(({ id, currency }) => ({ currency, href: `/v1/accounts/${id}?sig=${randomUUID()}` })),
    })),
  ],
  'accounts-with-identities-that-tenants-share': [
    'The members of an account are not shown: bank, product and branch have identifiers of their own.',
    listingAs((accounts) => ({
      data: accounts.map((one) => ({
        bank: { id: 'bnk_50010517', name: 'Example Bank' },
        branch_id: 'brn_000000000042',
        ...one,
        product: { id: 'prd_000000000001', name: one.product },
      })),
    })),
  ],
  'accounts-with-live-balances': [
    'The members of an account are not shown: its balance is that of this moment, with the time of reading.',
    listingAs((accounts) => ({
      data: accounts.map((one) => ({
        ...one,
        balance: `${randomInt(10, 100_000)}.${randomInt(10, 99)}`,
        available: { amount: randomInt(10, 100_000), as_of: new Date().toISOString() },
        last_read_at: Date.now(),
      })),
    })),
  ],
  'accounts-with-a-token-for-the-next-step': [
    'The members of an account are not shown: each reading has a fresh token beside the identifier.',
    listingAs((accounts) => ({ data: accounts.map((one) => ({ ...one, transfer_token: `tok_${letters(20)}` })) })),
  ],
  'account-opened-in-the-middle-of-the-run': [
    'Others use the service too: somebody opens an account between two listings.',
    (honest, world) => {
      const opened = openAccount(3);
      return fromTheEighth((accounts) => ({ data: [...accounts, opened] }))(honest, world);
    },
  ],
  'account-closed-in-the-middle-of-the-run': [
    'Others use the service too: somebody closes an account between two listings.',
    fromTheEighth((accounts) => ({ data: accounts.slice(1) })),
  ],
});
