/**
 * Endpoints, common request headers: x-tenant-id is the identifier of the caller, so a listing holds that tenant's
 * accounts and nobody else's. The suite distinguishes accounts by an identifying member. Isolation is decided only between listings that are not empty.
 */

import { perRun } from '../../helpers/client/context.js';
import type { Caller, RequestChange, Response } from '../../helpers/client/message.js';
import { isRejection, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { reportsRejection } from '../../helpers/identity/acceptance.js';
import { readListing } from '../../helpers/identity/listing.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { suite } from '../../helpers/runner/suite.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { expectNothingForeign } from '../probes/accounts/foreign-identities.js';
import { list, type ReadListing, read, wholeListing } from '../probes/accounts/listings.js';
import {
  bothListings,
  expectNothingOfTheOther,
  listingsInTurn,
  mustShareNothing,
  opensNothingButOwn,
  readInTurn,
} from '../probes/accounts/other-tenants.js';
import {
  canMake,
  guess,
  mayGuess,
  nearMissTenantIds,
  randomTenantId,
  tenantInCookie,
  tenantInOtherHeaders,
  tenantInQuery,
  tenantInSecondHeader,
  tenantOf,
} from '../probes/accounts/unknown-tenant-ids.js';
import { hasOwnKeys, needsSecondTenant, otherThan, requireKeysApart } from '../probes/baseline-requests.js';
import { droppedInFront, unlessDropped } from '../probes/gateways.js';
import { isLetIn } from '../probes/keys/expect-401.js';
import { sideDoors } from '../probes/keys/side-doors.js';
import { together } from '../probes/together.js';
import { ofListings, ofTenants } from '../probes/witnesses.js';
import { oneAccount, secondPages, waysToAnothersAccount } from './others-account.js';

export const tenantIsolation = suite<typeof fsapi>();
const { check } = tenantIsolation;

async function listInTurn(readings = listingsInTurn): Promise<Proof> {
  await bothListings();
  const { first, second, again } = await readings();
  mustShareNothing(first, second, 'requested in turn');
  return mustShareNothing(second, again, 'requested in turn');
}

check('ACCT-02', 'in turn, on the same connections', { witnesses: ofListings }, () => listInTurn());

async function listAtTheSameTime(): Promise<Proof> {
  const { first, second } = await bothListings();
  let proof = mustShareNothing(first, second, 'requested once each');
  const callers: readonly Caller[] = ['first', 'second', 'first', 'second', 'first', 'second', 'first', 'second'];
  const responses = await Promise.all(
    callers.map((caller) =>
      list({
        caller,
        purpose: `for the ${caller} tenant, at the same time`,
        circumstance: 'at the same time as others',
      }),
    ),
  );
  callers.forEach((caller, at) => {
    const reading = responses[at] as ReadListing;
    proof = mustShareNothing(reading, caller === 'first' ? second : first, 'requested at the same time');
  });
  return proof;
}

check('ACCT-02', 'at the same time', { witnesses: ofListings }, listAtTheSameTime);

/** Whether a response is a listing with accounts: what else holds some is left to the search of all responses. */
const showsAccounts = (response: Response) => isSuccess(response) && (readListing(response)?.items.length ?? 0) > 0;

for (const caller of ['first', 'second'] as const) {
  check('ACCT-02', `the ${caller} tenant’s listing with parameters`, { witnesses: ofListings }, async () => {
    const listings = await bothListings();
    const [own, others] = [listings[caller], listings[otherThan(caller)]];
    let proof: Proof = { response: own.response };
    const compare = (response: Response, what: string) => {
      if (showsAccounts(response)) proof = mustShareNothing(read(response), others, `requested with ${what}`, own);
    };
    compare(await oneAccount[caller](), '?limit=1');
    for (const [what, change] of await waysToAnothersAccount(others, otherThan(caller)))
      compare(await send(listAccounts, { ...change, caller, purpose: `for the ${caller} tenant, with ${what}` }), what);
    return proof;
  });
}

const inPlace = (other: string): RequestChange => ({ tenant: other });

/** Where a caller names the other tenant: in place of its own id, or besides. */
const namings: readonly (readonly [where: string, change: (other: string, own: string) => RequestChange])[] = [
  ['in the tenant header', inPlace],
  ['in the query', tenantInQuery],
  ['in headers of other names', tenantInOtherHeaders],
  ['in a cookie', tenantInCookie],
  ['in a second header', tenantInSecondHeader],
  ['in a header before it', (other, own) => ({ tenant: other, ...tenantInSecondHeader(own) })],
];

for (const caller of ['first', 'second'] as const) {
  for (const [where, naming] of namings) {
    const name = naming === inPlace ? 'key with the other’s id' : `key and id, and the other’s id ${where}`;
    check('ACCT-03', `the ${caller} tenant’s ${name}`, { witnesses: ofTenants }, async () => {
      requireKeysApart();
      await bothListings();
      const purpose = `with the ${caller} tenant’s ${name}`;
      const change = naming(tenantOf(otherThan(caller)), tenantOf(caller));
      const sent = send(listAccounts, { caller, ...change, purpose });
      const response = await (naming === tenantInCookie ? sent.catch(droppedInFront) : sent);
      const causes = (change.headers ?? change.query) ? [...mixing, guessing(caller)] : mixing;
      const proof = await expectNothingOfTheOther(response, caller, where).catch(unlessOtherwiseFound(causes));
      if (naming !== inPlace) return proof;
      // A cursor may stand for the check of the first page, whoever it was given to.
      for (const from of [caller, otherThan(caller)])
        for (const page of await secondPages(from)) {
          const second = await send(listAccounts, { ...page, caller, ...change, purpose: `${purpose}, page 2` });
          await expectNothingOfTheOther(second, caller, `${where}, on the second page`).catch(
            unlessOtherwiseFound(mixing),
          );
        }
      return proof;
    });
  }
}

for (const caller of ['first', 'second'] as const) {
  check(
    'ACCT-03',
    `the ${caller} tenant’s key with the other’s id, while the other lists`,
    { witnesses: ofTenants },
    async () => {
      requireKeysApart();
      await bothListings();
      const theirs = { caller: otherThan(caller), purpose: 'beside the same with another key' };
      const purpose = `with the ${caller} tenant’s key and the other’s id, while the other lists`;
      const mine = { caller, tenant: tenantOf(otherThan(caller)), purpose };
      // What joins equal requests under way may know the id alone: then the key of the first decides for all.
      const responses = await together(listAccounts, [theirs, mine, theirs, mine]);
      const [one, other] = responses.filter(({ request }) => request.change.caller === caller) as [Response, Response];
      await expectNothingOfTheOther(one, caller, 'while the other lists').catch(unlessOtherwiseFound(mixing));
      return expectNothingOfTheOther(other, caller, 'while the other lists').catch(unlessOtherwiseFound(mixing));
    },
  );
}

check(
  'ACCT-03',
  'the first tenant’s key with the other’s id, at other spellings of the path',
  { witnesses: ofTenants },
  async () => {
    requireKeysApart();
    let proof: Proof = { response: (await bothListings()).first.response };
    for (const [name, change] of sideDoors) {
      // With a key that works it may be an operation that is not shown, and open an account.
      if (change.method === 'POST') continue;
      const purpose = `with the first tenant’s key and the other’s id, by a side door: ${name}`;
      const response = await unlessDropped(send(listAccounts, { tenant: tenantOf('second'), ...change, purpose }));
      if (!response) continue;
      proof = showsAccounts(response)
        ? await expectNothingOfTheOther(response, 'first', `in the tenant header, by ${name}`).catch(
            unlessOtherwiseFound(mixing),
          )
        : { response };
    }
    return proof;
  },
);

/** A probe that may find by itself what another found, and the requirement that it contradicts then. */
type Cause = readonly [requirement: string, probe: () => Promise<Proof>];

/** Listings that mix whatever id they name. */
const mixing: readonly Cause[] = [
  ['ACCT-02', () => listInTurn(readInTurn)],
  ['ACCT-02', listAtTheSameTime],
];
/** An unknown id that opens as much: a service may join two headers of one name to one. */
const guessing = (caller: Caller): Cause => ['ACCT-04', () => opensNothingToARandomId(caller)];

/** What the probes of `mixing` found for other requirements: ACCT-02 fails by it, though its own may have missed the moment. */
const mixed = perRun((): Failed[] => []);

/** One cause is one finding. @returns what throws Inconclusive where one of the causes is found; else the error */
function unlessOtherwiseFound(causes: readonly Cause[]) {
  return async (error: unknown): Promise<never> => {
    if (!(error instanceof Failed)) throw error;
    for (const [requirement, probe] of causes) {
      const cause = await probe().catch((one: unknown) => one);
      if (!(cause instanceof Failed)) continue;
      if (requirement === 'ACCT-02') mixed().push(cause);
      throw new Inconclusive(
        `Whatever id it names, the service discloses as much (${requirement}): ${cause.message}`,
        requirement,
      );
    }
    throw error;
  };
}

async function opensNothingToARandomId(caller: Caller): Promise<Proof> {
  const own = await wholeListing[caller]();
  return opensNothingButOwn(await randomGuess[caller](), own, 'a random id');
}

check('ACCT-04', 'a random id of the same shape', { witnesses: ofListings }, () =>
  opensNothingToARandomId('first').catch(unlessOtherwiseFound(mixing)),
);

for (const near of nearMissTenantIds) {
  const { name, needsLongIds, mayBeOpen, make } = near;
  for (const caller of near.isOwn ? (['first'] as const) : (['first', 'second'] as const)) {
    const probe = async () => {
      if (caller === 'second') needsSecondTenant();
      const tenant = make(tenantOf(caller), tenantOf(otherThan(caller)));
      if (needsLongIds && !mayGuess()) {
        throw new Skipped(
          'The tenant ids are short, so a guess may name another customer’s tenant. Set `CONFORMANCE_ALLOW_GUESSES=true` to allow it.',
        );
      }
      if (tenant === null && !hasOwnKeys())
        throw new Skipped('Both tenants have the same key, so a listing without an id may be of both.');
      const own = await wholeListing[caller]();
      // Where nothing names a tenant, a service may go on with the one of the request before.
      if (!tenant && hasOwnKeys())
        await send(listAccounts, { caller: otherThan(caller), purpose: `just before ${name}` });
      const response = await guess(caller, tenant, name);
      const proof = await opensNothingButOwn(response, own, name).catch(unlessOtherwiseFound(mixing));
      if (tenant === null && hasOwnKeys() && isSuccess(response)) await amongRequestsOfTheOther(caller, own, name);
      if (mayBeOpen || !isLetIn(response, own.response) || reportsRejection(response)) return proof;
      const random = await randomGuess[caller]();
      if (isRejection(random) || random.status === 401) {
        throw new Failed({
          found: `An invalid tenant id (${name}) was accepted; a random one was rejected.`,
          expected: 'rejection, as for any unknown tenant id',
          received: String(response.status),
          control: { request: 'a random id of the same shape', response: random },
          response,
        });
      }
      return proof;
    };
    check(
      'ACCT-04',
      `${name}, with the ${caller} tenant’s key`,
      { witnesses: ofListings, when: (given) => canMake(near, given) },
      probe,
    );
  }
}

/**
 * Lists without an id among listings of the other tenant: of a pool of threads, one that served the other may go on with
 * its tenant.
 */
async function amongRequestsOfTheOther(caller: Caller, own: ReadListing, name: string): Promise<void> {
  const guesses = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const purpose = `at the same time as ${name}`;
      const [, ...two] = await Promise.all([
        send(listAccounts, { caller: otherThan(caller), purpose }),
        guess(caller, null, name),
        guess(caller, null, name),
      ]);
      return two;
    }),
  );
  // At once, since each may have to read the caller's own listing again later.
  const judged = guesses.flat().map((response) => opensNothingButOwn(response, own, name));
  await Promise.all(judged).catch(unlessOtherwiseFound(mixing));
}

const randomGuess = {
  first: fixture('a random tenant id, first key', () => guess('first', randomTenantId(), 'a random id')),
  second: fixture('a random tenant id, second key', () => guess('second', randomTenantId(), 'a random id')),
};

for (const requirement of ['ACCT-02', 'ACCT-03', 'ACCT-04'] as const) {
  check(
    requirement,
    'no response holds an identity of the other tenant',
    { phase: 'last', witnesses: ofListings },
    async () => {
      const [found] = requirement === 'ACCT-02' ? mixed() : [];
      if (found) throw found;
      return expectNothingForeign(requirement);
    },
  );
}
