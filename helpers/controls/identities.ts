import { fixture } from '../engine/fixture.js';
import { Undecided, Withheld } from '../engine/outcome.js';
import { isSuccess } from '../engine/reply.js';
import { run } from '../engine/run.js';
import { identityValues } from '../identity/customer-identity.js';
import { lastPart } from '../identity/leaves.js';
import { information, readListing } from '../identity/listing.js';
import { acquaintance } from './acquaintance.js';
import { rightListing } from './admission.js';
import { telling } from './disclosure.js';

/** Identities of the tenants' accounts and customers, as far as this run has seen them: those long enough to tell. */
export const identitiesOfTheTenants = fixture('identities of the tenants', async (): Promise<string[]> => {
  const identity = await acquaintance().then(
    (known) => known.identity,
    (error: unknown) => {
      // Without customers there are still accounts.
      if (error instanceof Undecided || error instanceof Withheld) return undefined;
      throw error;
    },
  );
  await rightListing();
  const good = run().replies.filter(isSuccess);
  const customers = identity
    ? good.filter(({ asked }) => asked.operation.writes).flatMap((reply) => identityValues(reply, identity))
    : [];
  const accounts = good
    .filter(({ asked }) => !asked.operation.writes && asked.change.guess !== true && asked.apiKey !== null)
    .flatMap((reply) => readListing(reply)?.items ?? [])
    .flatMap((item) => item.ranks.map(({ pointer }) => lastPart(item.leaves.get(pointer) ?? '')))
    .filter((value) => information(value) > 0);
  return [...new Set([...customers, ...accounts])].filter((value) => value.length >= telling);
});
