import { createsCustomer } from '../../schemas/operations.js';
import { context } from '../client/context.js';
import { isSuccess } from '../client/response.js';
import { Inconclusive, Skipped } from '../client/verdicts.js';
import { identityValues } from '../identity/customer-identity.js';
import { information, readListing } from '../identity/listing.js';
import { lastPart } from '../json/json-leaves.js';
import { fixture } from '../runner/fixture.js';
import { baselineListing } from './baseline-requests.js';
import { creationBaseline } from './creation-baseline.js';
import { telling } from './leak-detection.js';

/** Identities of the tenants' accounts and customers, as far as this run has seen them: those long enough to tell. */
export const knownIdentities = fixture('identities of the tenants', async (): Promise<string[]> => {
  const identity = await creationBaseline().then(
    (known) => known.identity,
    (error: unknown) => {
      // Without customers there are still accounts.
      if (error instanceof Inconclusive || error instanceof Skipped) return undefined;
      throw error;
    },
  );
  await baselineListing();
  const good = context().responses.filter(isSuccess);
  const customers = identity
    ? good
        .filter(({ request: asked }) => createsCustomer(asked.operation))
        .flatMap((response) => identityValues(response, identity))
    : [];
  const accounts = good
    .filter(
      ({ request: asked }) =>
        asked.operation.effect === 'lists' && asked.change.guess !== true && asked.apiKey !== null,
    )
    .flatMap((response) => readListing(response)?.items ?? [])
    .flatMap((item) => item.ranks.map(({ pointer }) => lastPart(item.leaves.get(pointer) ?? '')))
    .filter((value) => information(value) > 0);
  return [...new Set([...customers, ...accounts])].filter((value) => value.length >= telling);
});
