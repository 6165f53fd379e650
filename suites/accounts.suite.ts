/**
 * Endpoints with a shown shape, GET {base_url}/accounts; Endpoints, common request headers: a request with Api-Key and
 * x-tenant-id lists that tenant's accounts.
 *
 * The suite distinguishes accounts by an identifying member. Isolation is decided only between listings that are not empty.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { context, prove } from '../helpers/client/context.js';
import type { Caller, Response } from '../helpers/client/message.js';
import { credentials } from '../helpers/client/request.js';
import { hasJsonType, isRejection, isSuccess } from '../helpers/client/response.js';
import { send } from '../helpers/client/send.js';
import { Failed, Inconclusive, Skipped } from '../helpers/client/verdicts.js';
import { isRejectionBody, reportsRejection } from '../helpers/identity/acceptance.js';
import type { Item } from '../helpers/identity/listing.js';
import {
  baselineListing,
  hasOwnKeys,
  needsSecondTenant,
  otherThan,
  requireAcceptedKey,
} from '../helpers/probes/baseline-requests.js';
import {
  compare,
  givesNothing,
  list,
  notEmpty,
  pointerOf,
  type ReadListing,
  read,
  shared,
} from '../helpers/probes/listings.js';
import { changesOf, expectUnchanged, repeatedListings, vanished } from '../helpers/probes/repeated-listing.js';
import { secondListing } from '../helpers/probes/tenant-isolation.js';
import {
  canMake,
  guess,
  mayGuess,
  nearMissTenantIds,
  ownListing,
  ownOrNothing,
  proveGuess,
  randomTenantId,
  tenantOf,
} from '../helpers/probes/unknown-tenant-ids.js';
import { assertValid } from '../helpers/probes/valid-request.js';
import { fixture } from '../helpers/runner/fixture.js';
import { suite } from '../helpers/runner/suite.js';
import { code } from '../schemas/marked.js';
import { listAccounts } from '../schemas/operations.js';

export const accounts = suite();
const { check } = accounts;

check('ACCT-01', 'with Api-Key and x-tenant-id', async () => {
  const response = await baselineListing();
  requireAcceptedKey(response);
  assertValid(response.request);
  const isGiven = isSuccess(response) && !reportsRejection(response);
  if (isGiven && (response.text === '' || (hasJsonType(response) && (response.isJson || response.cut)))) return;
  throw new Failed({
    found: isGiven
      ? 'The listing succeeded, but its response is not JSON.'
      : `The listing returned ${response.status}${isSuccess(response) ? ' with a body that reports a rejection' : ''}.`,
    expected: 'success (any 2xx) with JSON',
    received: `${response.status}, ${code(response.headers.get('content-type') ?? 'no Content-Type')}`,
    response,
  });
});

/** Both tenants' listings as they are, none of them empty. */
async function bothListings(): Promise<{ first: ReadListing; second: ReadListing }> {
  needsSecondTenant();
  const [first, second] = [read(await baselineListing()), read(await secondListing())];
  notEmpty(first, 'The first tenant’s');
  notEmpty(second, 'The second tenant’s');
  return { first, second };
}

/** @throws Failed where two listings of different tenants share an account, Inconclusive where that is in doubt */
function mustShareNothing(a: ReadListing, b: ReadListing, how: string): void {
  const pointer = pointerOf([a, b]);
  const { same, doubtful } = shared(a, b, pointer);
  const control = {
    request: 'the other tenant’s listing',
    response: b.response,
    outcome: `${b.items.length} accounts`,
  };
  const expected = 'no account in both listings';
  if (same.length > 0) {
    throw new Failed({
      found: `The listings of both tenants share ${same.length === 1 ? 'one account' : `${same.length} accounts`} (${how}).`,
      expected,
      received: `${same.length} of ${a.items.length} accounts have the same ${code(pointer)} and the same stable members`,
      control,
      response: a.response,
    });
  }
  if (doubtful.length > 0) {
    throw new Inconclusive(
      `Accounts of both tenants have the same ${code(pointer)}, so it is unclear whether they are the same account. Set ${code('CONFORMANCE_ACCOUNT_ID_POINTER')} to the member that identifies an account.`,
    );
  }
  const received = `${a.response.status}, ${a.items.length} accounts, none of them in the other listing`;
  prove({ expected, received, control, response: a.response });
}

check('ACCT-02', 'in turn, on the same connections', async () => {
  await bothListings();
  for (const [one, other] of [
    ['first', 'second'],
    ['second', 'first'],
  ] as const) {
    const a = await list({ caller: one, purpose: `for the ${one} tenant, in turn` });
    const b = await list({ caller: other, purpose: `for the ${other} tenant, in turn` });
    mustShareNothing(a, b, 'requested in turn');
  }
});

check('ACCT-02', 'at the same time', async () => {
  const { first, second } = await bothListings();
  mustShareNothing(first, second, 'requested once each');
  const callers: readonly Caller[] = ['first', 'second', 'first', 'second', 'first', 'second', 'first', 'second'];
  const responses = await Promise.all(
    callers.map((caller) => list({ caller, purpose: `for the ${caller} tenant, at the same time` })),
  );
  callers.forEach((caller, at) => {
    const reading = responses[at] as ReadListing;
    mustShareNothing(reading, caller === 'first' ? second : first, 'requested at the same time');
  });
});

for (const caller of ['first', 'second'] as const) {
  check('ACCT-03', `the ${caller} tenant’s key with the other’s id`, async () => {
    needsSecondTenant();
    if (!hasOwnKeys()) {
      throw new Skipped(
        'Both tenants have the same key, which the specification does not exclude. Set `CONFORMANCE_OTHER_API_KEY`.',
      );
    }
    const { first, second } = await bothListings();
    const [own, others] = caller === 'first' ? [first, second] : [second, first];
    const pointer = pointerOf([own, others]);
    const response = await send(listAccounts, {
      caller,
      tenant: credentials(context(), otherThan(caller)).tenant,
      purpose: `with the key of the ${caller} tenant and the id of the other`,
    });
    proveGuess(response, own);
    if (givesNothing(response)) return;
    const got = read(response);
    const theirs = shared(got, others, pointer);
    if (theirs.same.length > 0) {
      throw new Failed({
        found: `With its own key and the other tenant’s id, the ${caller} tenant received ${theirs.same.length} of the other tenant’s accounts.`,
        expected: ownOrNothing,
        received: `${response.status}, ${theirs.same.length} accounts of the other tenant`,
        control: ownListing(own),
        response,
      });
    }
    if (theirs.doubtful.length > 0 && shared(got, own, pointer).same.length < got.items.length) {
      throw new Inconclusive(
        `The response contains accounts whose ${code(pointer)} both tenants use. Set ${code('CONFORMANCE_ACCOUNT_ID_POINTER')} to the member that identifies an account.`,
      );
    }
  });
}

check('ACCT-04', 'a random id of the same shape', async () => {
  const own = read(await baselineListing());
  const response = await randomGuess.first();
  proveGuess(response, own);
  if (isRejection(response) || response.status === 401) return;
  await opensNothingButOwn(response, own, 'a random id');
});

for (const near of nearMissTenantIds) {
  const { name, needsLongIds, make } = near;
  for (const caller of ['first', 'second'] as const) {
    const probe = async () => {
      if (caller === 'second') needsSecondTenant();
      const tenant = make(tenantOf(caller), tenantOf(otherThan(caller)));
      if (needsLongIds && !mayGuess()) {
        throw new Skipped(
          'The tenant ids are short, so a guess may name another customer’s tenant. Set `CONFORMANCE_ALLOW_GUESSES=true` to allow it.',
        );
      }
      const own = read(caller === 'first' ? await baselineListing() : await secondListing());
      const response = await guess(caller, tenant, name);
      proveGuess(response, own);
      if (isRejection(response) || response.status === 401 || reportsRejection(response)) return;
      const random = await randomGuess[caller]();
      await opensNothingButOwn(response, own, name);
      if (isSuccess(response) && (isRejection(random) || random.status === 401)) {
        throw new Failed({
          found: `An invalid tenant id (${name}) was accepted; a random one was rejected.`,
          expected: 'rejection, as for any unknown tenant id',
          received: String(response.status),
          control: { request: 'a random id of the same shape', response: random },
          response,
        });
      }
    };
    check('ACCT-04', `${name}, with the ${caller} tenant’s key`, probe, { when: (given) => canMake(near, given) });
  }
}

const randomGuess = {
  first: fixture('a random tenant id, first key', () => guess('first', randomTenantId(), 'a random id')),
  second: fixture('a random tenant id, second key', () => guess('second', randomTenantId(), 'a random id')),
};

/** @throws Failed where the response to an unknown tenant id contains accounts that are not the caller's */
async function opensNothingButOwn(response: Response, own: ReadListing, name: string): Promise<void> {
  if (givesNothing(response)) {
    if (!isSuccess(response) || isRejectionBody(response) || own.items.length > 0 || (await othersHaveAny(own))) return;
    throw new Inconclusive('Neither configured tenant has an account, so isolation cannot be tested. Create one.');
  }
  const got = read(response);
  const caller = own.response.request.change.caller ?? 'first';
  const second = context().configuration.otherTenantId === undefined ? [] : [await others(own)];
  const pointer = pointerOf([got, own, ...second].filter(({ items }) => items.length > 0));
  const theirs = second.map((listing) => shared(got, listing, pointer));
  const foreign = theirs.flatMap(({ same }) => same);
  const given = (what: string) =>
    new Failed({
      found: `An unknown tenant id (${name}) returned ${what}.`,
      expected: ownOrNothing,
      received: `${response.status}, ${got.items.length} accounts`,
      control: ownListing(own),
      response,
    });
  // With one key for both tenants the accounts of either are the caller's, but not those of both in one listing.
  if (foreign.length > 0 && (hasOwnKeys() || foreign.length < got.items.length))
    throw given('another tenant’s accounts');
  if (second.length === 0) {
    needsSecondTenant(
      'The unknown id returned accounts, and with one configured tenant their owner cannot be determined.',
    );
  }
  // Accounts may have been created since: those in the caller's listing before or after are the caller's.
  const after = await list({ caller, purpose: 'once more, after the guess' });
  const knows = (item: Item) =>
    [own, after].some(({ items }) => items.some((mine) => compare(item, mine, pointer) !== 'different'));
  const strangers = got.items.filter((item) => !knows(item) && !foreign.includes(item));
  if (strangers.length > 0) {
    if ([got, own, after].some(({ paged }) => paged)) {
      throw new Inconclusive(
        'The unknown id returned accounts that are not on this page of the caller’s own listing, so their owner cannot be determined.',
      );
    }
    throw given('accounts that are not the caller’s');
  }
  if (theirs.some(({ doubtful }) => doubtful.length > 0) && shared(got, own, pointer).same.length < got.items.length) {
    throw new Inconclusive(
      `The response contains accounts whose ${code(pointer)} both tenants use. Set ${code('CONFORMANCE_ACCOUNT_ID_POINTER')} to the member that identifies an account.`,
    );
  }
}

async function othersHaveAny(own: ReadListing): Promise<boolean> {
  return context().configuration.otherTenantId !== undefined && (await others(own)).items.length > 0;
}

async function others(own: ReadListing): Promise<ReadListing> {
  return read(own.response.request.change.caller === 'second' ? await baselineListing() : await secondListing());
}

/** Four listings as early as possible: a listing that changes accounts may soon run out of them. */
const fourListings = fixture('four listings', () => repeatedListings(4));

check('ACCT-05', 'listed four times', async () => {
  const made = await fourListings();
  const [change] = changesOf(made);
  // Growth alone may come from customers created meanwhile: the other check repeats it without traffic.
  if (change === undefined || change.removed === 0) return;
  expectUnchanged(made, 'four times');
});

check(
  'ACCT-05',
  'listed again without other traffic',
  async () => {
    const first = await fourListings();
    const early = changesOf(first);
    if (early.length === 0) return;
    const made = await repeatedListings(3);
    // If each listing closes accounts, all may be closed by now, also by other listings of this run.
    const isGone = made.every(({ items }) => items.length === 0);
    if (isGone && early.every(({ added, removed }) => added === 0 && removed > 0)) throw vanished(first);
    // A change caused by the listing does not grow with time: one caused by others is larger after a pause.
    await sleep(600);
    made.push(...(await repeatedListings(2)));
    expectUnchanged(made, 'five times, with a pause before the last two');
  },
  'last',
);
