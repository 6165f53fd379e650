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
import { fixtures } from '../../helpers/runner/fixture.js';
import type { Configuration } from '../../helpers/settings/schema.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { area } from '../area.js';
import { waysToListings } from '../authentication/doors.js';
import { isAccepted } from '../authentication/must-be-401.js';
import { ofListings, ofTenants } from '../facts.js';
import { callerOf, hasOwnKeys, needsSecondTenant, otherThan, requireKeysApart, together } from '../requests.js';
import { droppedInFront, unlessDropped } from '../variation.js';
import * as isolation from './isolation.js';
import { holdsNothingForeign, opensNothingForeign, shareNothing } from './isolation.js';
import { list, notEmpty, wholeListing } from './listing.js';
import * as tenants from './tenant-ids.js';
import { guess, tenantOf } from './tenant-ids.js';

export const tenantIsolation = area();
const { check } = tenantIsolation;

const callers = ['first', 'second'] as const;

// Two tenants' listings share no account, whenever they are requested.

async function inTurn(readings = isolation.listingsInTurn): Promise<Proof> {
  await isolation.bothListings();
  const { first, second, again } = await readings();
  await shareNothing(second, first);
  return shareNothing(again, second);
}

async function atTheSameTime(): Promise<Proof> {
  const listings = await isolation.bothListings();
  let proof = await shareNothing(listings.first, listings.second);
  const many = [...callers, ...callers, ...callers, ...callers];
  const circumstance = 'at the same time as others';
  const readings = await Promise.all(
    many.map((caller) => list({ caller, purpose: `for the ${caller} tenant, at the same time`, circumstance })),
  );
  for (const reading of readings) proof = await shareNothing(reading, listings[otherThan(callerOf(reading.response))]);
  return proof;
}

check('ACCT-02', 'in turn, on the same connections', { shown: ofListings }, () => inTurn());
check('ACCT-02', 'at the same time', { shown: ofListings }, atTheSameTime);

for (const caller of callers)
  check('ACCT-02', `the ${caller} tenant’s listing with parameters`, { shown: ofListings }, async () => {
    const listings = await isolation.bothListings();
    let proof: Proof = { response: listings[caller].response };
    for (const { name, change } of await tenants.waysToAnothersAccount(listings[otherThan(caller)])) {
      const purpose = `for the ${caller} tenant, with ${name}`;
      proof = await holdsNothingForeign(await send(listAccounts, { ...change, caller, purpose }));
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
    return response ? [response] : [];
  },
});

/** Listings that mix tenants by timing explain what any of them shows. */
export const listingsDoNotMix: readonly Fact[] = [
  shownBy('ACCT-02', 'listings in turn share nothing', () => inTurn(isolation.readInTurn)),
  shownBy('ACCT-02', 'listings at the same time share nothing', atTheSameTime),
  shownBy('ACCT-02', 'no listing that names nobody else holds anything foreign', () =>
    isolation.holdNothingForeign('ACCT-02'),
  ),
];

/** An unknown id that opens as much: a service may join two headers of one name to one. */
const unknownIdsOpenNothing = (caller: Caller): readonly Fact[] => [
  shownBy('ACCT-04', 'a random tenant id opens nothing', () => randomOpensNothing(caller)),
  shownBy('ACCT-04', 'a list of tenant ids opens nothing', async () => {
    const ids = `${tenantOf(otherThan(caller))}, ${tenantOf(caller)}`;
    return opensNothingForeign(await guess(caller, ids, 'both ids in a list'));
  }),
];

// A caller who names another tenant does not get that tenant's accounts, wherever it names it.

for (const caller of callers) {
  const other = otherThan(caller);
  const key = `the ${caller} tenant’s key`;

  /** @param requests of the caller, who names the other tenant in them: that one's listing has to show something */
  const naming = (name: string, facts: readonly Fact[], requests: (purpose: string) => Promise<readonly Response[]>) =>
    check('ACCT-03', name, { shown: ofTenants, unless: [...listingsDoNotMix, ...facts] }, async () => {
      requireKeysApart();
      const { listings } = await isolation.belongings();
      notEmpty(listings[other]);
      let proof: Proof = { response: listings[caller].response };
      for (const response of await requests(`with ${name}`)) proof = await opensNothingForeign(response);
      return proof;
    });

  for (const { where, change, isInPlace, front } of tenants.namings)
    naming(`${key}, and the other’s id ${where}`, isInPlace ? [] : unknownIdsOpenNothing(caller), async (purpose) => {
      const sent = send(listAccounts, { caller, ...change(tenantOf(other), tenantOf(caller)), purpose });
      return [await (front ? sent.catch(droppedInFront) : sent)];
    });
  naming(`${key} with the other’s id, on the second page`, [], async (purpose) => {
    // A cursor may stand for the check of the first page, whoever it was given to.
    const pages = (await Promise.all([caller, other].map(tenants.secondPages))).flat();
    return Promise.all(pages.map((page) => send(listAccounts, { ...page, caller, tenant: tenantOf(other), purpose })));
  });
  naming(`${key} with the other’s id, while the other lists`, [], async (purpose) => {
    const ofOther = { caller: other, purpose: 'at the same time as the same request with another key' };
    const foreign = { caller, tenant: tenantOf(other), purpose };
    // What joins equal requests under way may know the id alone: then the key of the first decides for all.
    const responses = await together(listAccounts, [ofOther, foreign, ofOther, foreign]);
    return responses.filter((response) => callerOf(response) === caller);
  });
}

const otherSpellings = 'the first tenant’s key with the other’s id, at other spellings of the path';
check('ACCT-03', otherSpellings, { shown: ofTenants, unless: listingsDoNotMix }, async () => {
  requireKeysApart();
  const { first } = await isolation.bothListings();
  let proof: Proof = { response: first.response };
  for (const [name, change] of Object.entries(waysToListings)) {
    // With a key that works a POST may be an operation that is not shown, and open an account.
    if (change.method === 'POST') continue;
    const purpose = `with the first tenant’s key and the other’s id, by another way in: ${name}`;
    const response = await unlessDropped(send(listAccounts, { tenant: tenantOf('second'), ...change, purpose }));
    if (response && !(await isOpenToAll(response))) proof = await holdsNothingForeign(response);
  }
  return proof;
});

/** Whether a way in shows the same without any key: then that is the finding (AUTH-07). */
async function isOpenToAll(response: Response): Promise<boolean> {
  const { request, text } = response;
  const { change } = request;
  if (text === '' || !isSuccess(response)) return false;
  const purpose = `${change.purpose}, without a key`;
  const keyless = await unlessDropped(send(listAccounts, { ...change, apiKey: null, purpose }));
  return keyless !== undefined && isSuccess(keyless) && keyless.text === text;
}

// An id that names no tenant opens no accounts but the caller's own.

const guesses = fixtures<Response>();
const randomGuess = (caller: Caller) =>
  guesses(`a random tenant id, ${caller} key`, () => guess(caller, tenants.randomTenantId(), 'a random id'));

const randomOpensNothing = async (caller: Caller) => opensNothingForeign(await randomGuess(caller));

const rests = { shown: ofListings, unless: listingsDoNotMix };
check('ACCT-04', 'a random id of the same shape', rests, () => randomOpensNothing('first'));

for (const near of tenants.nearMissTenantIds)
  for (const caller of near.is.includes('own') ? (['first'] as const) : callers) {
    const when = (given: Configuration) => tenants.canMake(near, given);
    check('ACCT-04', `${near.name}, with the ${caller} tenant’s key`, { ...rests, when }, () =>
      nearMissOpensNothing(near, caller),
    );
  }

async function nearMissOpensNothing(near: tenants.NearMiss, caller: Caller): Promise<Proof> {
  const { name } = near;
  const other = otherThan(caller);
  if (caller === 'second') needsSecondTenant();
  const tenant = near.make(tenantOf(caller), tenantOf(other));
  if (near.is.includes('long') && !tenants.mayGuess())
    throw new Skipped('The tenant ids are short, so a guess may name another customer’s tenant.');
  if (tenant === null && !hasOwnKeys())
    throw new Skipped('Both tenants have the same key, so a listing without an id may show accounts of both.');
  const own = await wholeListing(caller);
  // Where nothing names a tenant, a service may go on with the one of the request before.
  if (!tenant && hasOwnKeys()) await send(listAccounts, { caller: other, purpose: `just before ${name}` });
  const response = await guess(caller, tenant, name);
  const proof = await opensNothingForeign(response);
  if (tenant === null && hasOwnKeys() && isSuccess(response)) {
    // Of a pool of threads, one that served the other may go on with its tenant.
    const beside = { caller: other, purpose: `at the same time as ${name}` };
    const three = () => [send(listAccounts, beside), guess(caller, null, name), guess(caller, null, name)];
    const responses = await Promise.all(Array.from({ length: 8 }, three).flat());
    // At once, since each may have to read the caller's own listing again later.
    const unnamed = responses.filter((one) => callerOf(one) === caller);
    await Promise.all(unnamed.map((one) => opensNothingForeign(one)));
  }
  if (near.is.includes('open') || !isAccepted(response, own.response) || reportsRejection(response)) return proof;
  const random = await randomGuess(caller);
  if (!isRejection(random) && random.status !== 401) return proof;
  throw new Failed({
    found: `An invalid tenant id (${name}) was accepted; a random one was rejected.`,
    expected: 'rejection, as for any unknown tenant id',
    control: { request: 'a random id of the same shape', response: random },
    response,
  });
}

// Whatever the response is: a rejection, a header, a page.

for (const [id, unless] of [
  ['ACCT-02', []],
  ['ACCT-03', [...listingsDoNotMix, ...callers.flatMap(unknownIdsOpenNothing)]],
  ['ACCT-04', listingsDoNotMix],
] as const) {
  const about = { phase: 'last', shown: ofListings, unless } as const;
  check(id, 'no response holds anything of the other tenant', about, async () => {
    const [found] = id === 'ACCT-02' ? mixed() : [];
    if (found) throw found;
    return isolation.holdNothingForeign(id);
  });
}
