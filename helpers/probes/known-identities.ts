import { createsCustomer } from '../../schemas/operations.js';
import { context } from '../client/context.js';
import { isSuccess } from '../client/response.js';
import { Inconclusive, Skipped } from '../client/verdicts.js';
import { identityValues } from '../identity/customer-identity.js';
import { information, readListing } from '../identity/listing.js';
import { partsOf } from '../json/json-leaves.js';
import { fixture } from '../runner/fixture.js';
import { baselineListing } from './baseline-requests.js';
import { creationBaseline } from './creation-baseline.js';
import { shortestTrace } from './leak-detection.js';

/** Identities of accounts and customers that this run has seen, as far as they are long enough to search for. */
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
  // At another path something else may answer, and so it may without a key.
  const good = context().responses.filter(
    (response) => isSuccess(response) && response.request.change.path === undefined && response.request.apiKey !== null,
  );
  const customers = identity
    ? good
        .filter(({ request }) => createsCustomer(request.operation))
        .flatMap((response) => identityValues(response, identity))
    : [];
  const accounts = good
    .filter(({ request }) => request.operation.effect === 'lists' && request.change.guess !== true)
    .flatMap((response) => readListing(response)?.items ?? [])
    .flatMap((item) => item.ranks.flatMap(({ pointer }) => partsOf(item.leaves.get(pointer) ?? '')))
    .filter((value) => information(value) > 0);
  return [...new Set([...customers, ...accounts])].filter((value) => value.length >= shortestTrace);
});
