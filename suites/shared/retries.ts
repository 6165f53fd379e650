import type { RequestChange, Response } from '../../helpers/client/message.js';
import { inItsWords, isRejection, isSuccess, returned } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { type Inconclusive, Skipped, UnclearResponse } from '../../helpers/client/verdicts.js';
import { identityValues } from '../../helpers/identity/resource-identity.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { type CreationBaseline, creationBaseline } from './creation-baseline.js';
import { type Sameness, sameness } from './customers-by-key.js';
import { disclosed } from './traces.js';
import { againOf } from './valid-requests.js';

/** Repeats a write at once, since a pause is counted from it. */
export const again = (first: Response, how = '', change: RequestChange = {}): Promise<Response> =>
  send(createCustomer, { ...againOf(first), purpose: `again, same key${how}`, urgent: true, ...change });

/** Retries of the first customer, four on connections of their own; the baseline sent the first one. */
export const plainRetries = fixture('eight retries', async () => {
  const { original, repeat } = await creationBaseline();
  const responses = [repeat];
  for (const fresh of [false, true, true, false, false, true, true])
    responses.push(await again(original, '', { fresh }));
  return responses;
});

/** A 403 may have another reason. */
export const isRejectedRepeat = (response: Response): boolean => isRejection(response) && response.status !== 403;

/** Whether a retry shows the customer of the first try, in whatever shape. */
export function customerOfRetry(first: Response, retry: Response, { identity }: CreationBaseline): Sameness {
  const ofSuccess = isSuccess(retry) ? sameness(first, retry, identity) : 'unknown';
  if (ofSuccess !== 'unknown' || !identity) return ofSuccess;
  return disclosed(retry, identityValues(first, identity)).length > 0 ? 'same' : 'unknown';
}

/** @throws Skipped if a plain retry already returned another customer: then nothing else about keys can show */
export async function requireKeysTakeEffect(baseline: CreationBaseline): Promise<void> {
  // Retries that broke off say nothing against keys.
  const responses = await plainRetries().catch(() => []);
  if (responses.some((retry) => customerOfRetry(baseline.original, retry, baseline) === 'other'))
    throw new Skipped('A retry already returned another customer (IDEM-01), so this would show nothing new.');
}

/** For a retry that shows no customer. Only a success can show one at another pointer. */
export function undetectable(retry: Response): Inconclusive {
  const hint = ` Set ${code('CONFORMANCE_CUSTOMER_ID_POINTER')} if the response contains one.`;
  return new UnclearResponse(
    `${returned(retry)} without a customer id, so a duplicate cannot be detected.${isSuccess(retry) ? hint : inItsWords(retry)}`,
    retry,
  );
}
