/**
 * Endpoints, common request headers: x-tenant-id is the identifier of the caller, so a listing holds that tenant's
 * accounts and nobody else's. What belongs to whom is asked of sets (traces.ts): what two tenants' listings have in common,
 * what one tenant alone has in a response to the other, and what a response has beside the caller's own listing.
 */

import { perRun } from '../../helpers/client/context.js';
import type { Caller, Response } from '../../helpers/client/message.js';
import { isRejection, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { reportsRejection } from '../../helpers/identity/acceptance.js';
import type { Fact } from '../../helpers/runner/fact.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { suite } from '../../helpers/runner/suite.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { waysToListings } from '../authentication/doors.js';
import { isAccepted } from '../authentication/must-be-401.js';
import { holdNothingForeign } from '../disclosure/look-back.js';
import { ofListings, ofTenants } from '../facts.js';
import { hasOwnKeys, needsSecondTenant, otherThan, requireKeysApart, together } from '../requests.js';
import { droppedInFront, unlessDropped } from '../variation.js';
import {
  belongings,
  bothListings,
  holdsNothingForeign,
  listingsInTurn,
  opensNothingForeign,
  readInTurn,
  shareNothing,
} from './isolation.js';
import { list, notEmpty, type ReadListing, wholeListing } from './listing.js';
import { canMake, guess, mayGuess, namings, nearMissTenantIds, randomTenantId, tenantOf } from './tenant-ids.js';
import { secondPages, waysToAnothersAccount } from './ways.js';

export const tenantIsolation = suite<typeof fsapi>();
const { check } = tenantIsolation;

const callers = ['first', 'second'] as const;

// Two tenants' listings share no account, whenever they are requested.

async function inTurn(readings = listingsInTurn): Promise<Proof> {
  await bothListings();
  const { first, second, again } = await readings();
  shareNothing(first, second, 'requested in turn');
  const proof = shareNothing(second, again, 'requested in turn');
  if (hasOwnKeys())
    for (const { response } of [second, again]) await holdsNothingForeign(response, 'requested in turn');
  return proof;
}

async function atTheSameTime(): Promise<Proof> {
  const listings = await bothListings();
  let proof = shareNothing(listings.first, listings.second, 'requested once each');
  const many = [...callers, ...callers, ...callers, ...callers];
  const circumstance = 'at the same time as others';
  const readings = await Promise.all(
    many.map((caller) => list({ caller, purpose: `for the ${caller} tenant, at the same time`, circumstance })),
  );
  for (const [at, caller] of many.entries()) {
    const reading = readings[at] as ReadListing;
    proof = shareNothing(reading, listings[otherThan(caller)], 'requested at the same time');
    if (hasOwnKeys()) await holdsNothingForeign(reading.response, 'requested at the same time');
  }
  return proof;
}

check('ACCT-02', 'in turn, on the same connections', { shown: ofListings }, () => inTurn());
check('ACCT-02', 'at the same time', { shown: ofListings }, atTheSameTime);

for (const caller of callers)
  check('ACCT-02', `the ${caller} tenant’s listing with parameters`, { shown: ofListings }, async () => {
    const listings = await bothListings();
    let proof: Proof = { response: listings[caller].response };
    for (const [what, change] of await waysToAnothersAccount(listings[otherThan(caller)], otherThan(caller))) {
      const response = await send(listAccounts, {
        ...change,
        caller,
        purpose: `for the ${caller} tenant, with ${what}`,
      });
      proof = await holdsNothingForeign(response, `with ${what}`);
    }
    return proof;
  });

/** What facts showed of listings that mix at times: ACCT-02 fails by it, though its own checks may have missed the moment. */
const mixed = perRun((): Failed[] => []);

/** A fact that a probe of another requirement shows. */
const shownBy = (owner: 'ACCT-02' | 'ACCT-04', name: string, probe: () => Promise<Proof>): Fact => ({
  name,
  owner,
  establish: async () => {
    const { response } = await probe().catch((error: unknown) => {
      if (owner === 'ACCT-02' && error instanceof Failed) mixed().push(error);
      throw error;
    });
    return { sentence: `Shown again: ${name}.`, responses: response ? [response] : [] };
  },
});

/** Listings that mix tenants by timing explain what any of them shows. */
export const listingsDoNotMix: readonly Fact[] = [
  shownBy('ACCT-02', 'listings in turn share nothing', () => inTurn(readInTurn)),
  shownBy('ACCT-02', 'listings at the same time share nothing', atTheSameTime),
  shownBy('ACCT-02', 'no listing that names nobody else holds anything foreign', () => holdNothingForeign('ACCT-02')),
];

/** An unknown id that opens as much: a service may join two headers of one name to one. */
const unknownIdsOpenNothing = (caller: Caller): readonly Fact[] => [
  shownBy('ACCT-04', 'a random tenant id opens nothing', () => randomOpensNothing(caller)),
  shownBy('ACCT-04', 'a list of tenant ids opens nothing', async () => {
    const list = `${tenantOf(otherThan(caller))}, ${tenantOf(caller)}`;
    return opensNothingForeign(await guess(caller, list, 'both ids in a list'), 'both ids in a list', 'nobody');
  }),
];

// A caller who names another tenant does not get that tenant's accounts, wherever it names it.

/** Judges requests of a caller who names the other tenant, whose listing has to show something. */
async function naming(caller: Caller, how: string, requests: () => Promise<readonly Response[]>): Promise<Proof> {
  requireKeysApart();
  const { listings } = await belongings();
  notEmpty(listings[otherThan(caller)], 'The other tenant’s');
  let proof: Proof = { response: listings[caller].response };
  for (const response of await requests()) proof = await opensNothingForeign(response, how, 'other');
  return proof;
}

for (const caller of callers) {
  const key = `the ${caller} tenant’s key`;
  const named = () => ({ caller, tenant: tenantOf(otherThan(caller)) });
  for (const { where, change, isInPlace, front } of namings) {
    const unless = isInPlace ? listingsDoNotMix : [...listingsDoNotMix, ...unknownIdsOpenNothing(caller)];
    const how = `the other’s id ${where}`;
    check('ACCT-03', `${key}, and ${how}`, { shown: ofTenants, unless }, () =>
      naming(caller, how, async () => {
        const own = change(tenantOf(otherThan(caller)), tenantOf(caller));
        const sent = send(listAccounts, { caller, ...own, purpose: `with ${key}, and ${how}` });
        return [await (front ? sent.catch(droppedInFront) : sent)];
      }),
    );
  }
  const about = { shown: ofTenants, unless: listingsDoNotMix };
  check('ACCT-03', `${key} with the other’s id, on the second page`, about, () =>
    naming(caller, 'the other’s id, on the second page', async () => {
      // A cursor may stand for the check of the first page, whoever it was given to.
      const pages = [...(await secondPages(caller)), ...(await secondPages(otherThan(caller)))];
      const purpose = `with ${key} and the other’s id, page 2`;
      return Promise.all(pages.map((page) => send(listAccounts, { ...page, ...named(), purpose })));
    }),
  );
  check('ACCT-03', `${key} with the other’s id, while the other lists`, about, () =>
    naming(caller, 'while the other lists', async () => {
      const theirs = { caller: otherThan(caller), purpose: 'beside the same with another key' };
      const mine = { ...named(), purpose: `with ${key} and the other’s id, while the other lists` };
      // What joins equal requests under way may know the id alone: then the key of the first decides for all.
      const responses = await together(listAccounts, [theirs, mine, theirs, mine]);
      return responses.filter(({ request }) => request.change.caller === caller);
    }),
  );
}

check(
  'ACCT-03',
  'the first tenant’s key with the other’s id, at other spellings of the path',
  { shown: ofTenants, unless: listingsDoNotMix },
  async () => {
    requireKeysApart();
    await bothListings();
    // With a key that works a POST may be an operation that is not shown, and open an account.
    const doors = waysToListings.filter(({ change }) => change.method !== 'POST');
    let proof: Proof = { response: (await wholeListing.first()).response };
    for (const { name, change } of doors) {
      const purpose = `with the first tenant’s key and the other’s id, by another way in: ${name}`;
      const response = await unlessDropped(send(listAccounts, { tenant: tenantOf('second'), ...change, purpose }));
      if (response) proof = await holdsNothingForeign(response, `the other’s id, by ${name}`);
    }
    return proof;
  },
);

// An id that names no tenant opens no accounts but the caller's own.

const randomGuess = {
  first: fixture('a random tenant id, first key', () => guess('first', randomTenantId(), 'a random id')),
  second: fixture('a random tenant id, second key', () => guess('second', randomTenantId(), 'a random id')),
};

const randomOpensNothing = async (caller: Caller) =>
  opensNothingForeign(await randomGuess[caller](), 'a random id', 'nobody');

check('ACCT-04', 'a random id of the same shape', { shown: ofListings, unless: listingsDoNotMix }, () =>
  randomOpensNothing('first'),
);

for (const near of nearMissTenantIds)
  for (const caller of near.isOwn ? (['first'] as const) : callers)
    check(
      'ACCT-04',
      `${near.name}, with the ${caller} tenant’s key`,
      { shown: ofListings, unless: listingsDoNotMix, when: (given) => canMake(near, given) },
      async () => {
        if (caller === 'second') needsSecondTenant();
        const tenant = near.make(tenantOf(caller), tenantOf(otherThan(caller)));
        if (near.needsLongIds && !mayGuess())
          throw new Skipped('The tenant ids are short, so a guess may name another customer’s tenant.');
        if (tenant === null && !hasOwnKeys())
          throw new Skipped('Both tenants have the same key, so a listing without an id may be of both.');
        const own = await wholeListing[caller]();
        // Where nothing names a tenant, a service may go on with the one of the request before.
        if (!tenant && hasOwnKeys())
          await send(listAccounts, { caller: otherThan(caller), purpose: `just before ${near.name}` });
        const response = await guess(caller, tenant, near.name);
        const proof = await opensNothingForeign(response, near.name, 'nobody');
        if (tenant === null && hasOwnKeys() && isSuccess(response)) await amongRequestsOfTheOther(caller, near.name);
        if (near.mayBeOpen || !isAccepted(response, own.response) || reportsRejection(response)) return proof;
        const random = await randomGuess[caller]();
        if (!isRejection(random) && random.status !== 401) return proof;
        throw new Failed({
          found: `An invalid tenant id (${near.name}) was accepted; a random one was rejected.`,
          expected: 'rejection, as for any unknown tenant id',
          received: String(response.status),
          control: { request: 'a random id of the same shape', response: random },
          response,
        });
      },
    );

/**
 * Lists without an id among listings of the other tenant: of a pool of threads, one that served the other may go on with
 * its tenant.
 */
async function amongRequestsOfTheOther(caller: Caller, name: string): Promise<void> {
  const purpose = `at the same time as ${name}`;
  const guesses = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const [, ...two] = await Promise.all([
        send(listAccounts, { caller: otherThan(caller), purpose }),
        guess(caller, null, name),
        guess(caller, null, name),
      ]);
      return two;
    }),
  );
  // At once, since each may have to read the caller's own listing again later.
  await Promise.all(guesses.flat().map((response) => opensNothingForeign(response, name, 'nobody')));
}

// Whatever the response is: a rejection, a header, a page.

for (const id of ['ACCT-02', 'ACCT-03', 'ACCT-04'] as const)
  check(
    id,
    'no response holds anything of the other tenant',
    {
      phase: 'last',
      shown: ofListings,
      unless:
        id === 'ACCT-02'
          ? []
          : [...listingsDoNotMix, ...(id === 'ACCT-03' ? callers.flatMap(unknownIdsOpenNothing) : [])],
    },
    async () => {
      const [found] = id === 'ACCT-02' ? mixed() : [];
      if (found) throw found;
      return holdNothingForeign(id);
    },
  );
