import { context } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { TransportError } from '../../helpers/client/transport-error.js';
import { Failed, Inconclusive, type Proof } from '../../helpers/client/verdicts.js';
import { isRejectionBody } from '../../helpers/identity/acceptance.js';
import { leavesOf } from '../../helpers/json/json-leaves.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import {
  type CreationBaseline,
  creationBaseline,
  customerToProbe,
  requireDistinctCustomers,
  requireNotPrepared,
} from '../shared/creation-baseline.js';
import { freshCustomer } from '../shared/customer.js';
import { returnedCreation } from '../shared/customers-by-key.js';
import { customerOfRetry, plainRetries } from '../shared/retries.js';
import { createValidCustomer, drawnAgain, freshKey, isCreationOfCustomer } from '../shared/valid-requests.js';

/** @throws Failed if a rejected write used its Idempotency-Key up, or was carried out; Inconclusive in doubt */
export async function expectKeyUnused(name: string, apiKey: string | null): Promise<Proof> {
  const baseline = await creationBaseline();
  requireDistinctCustomers(baseline);
  const cause = apiKey === null ? 'AUTH-01' : 'AUTH-03';
  const pairs: (readonly [rejected: Response, response: Response])[] = [];
  const tryAgain = async () => {
    const change = { idempotencyKey: freshKey(), body: freshCustomer() };
    const rejected = await send(createCustomer, { ...change, apiKey, purpose: `with ${name}` });
    if (isSuccess(rejected) && baseline.acceptance(rejected) !== 'rejected')
      throw new Inconclusive(`The write with ${name} was not rejected (${rejected.status}): see ${cause}.`, cause);
    const purpose = `with the Idempotency-Key of a write rejected for ${name}`;
    const response = await send(createCustomer, { ...change, purpose });
    pairs.push([rejected, response]);
    return response;
  };
  // A 401 is a lock-out or a replay of the rejection: the same customer under a fresh key shows which.
  const control = await drawnAgain(async () => {
    const response = await tryAgain();
    if (isNew(baseline, response)) return response;
    const { body } = response.request;
    return send(createCustomer, { body, purpose: 'the same under a fresh Idempotency-Key, after the rejection' });
  });
  const [rejected, response] = pairs.at(-1) as (typeof pairs)[number];
  if (control === response) {
    await mustBeFirst(baseline, response, tryAgain);
    return { control: { request: `the same with ${name}`, response: rejected }, response };
  }
  const isSpent = isNew(baseline, control);
  const accepted = isSpent ? control : await customerToProbe('after the rejected write');
  const [customer, found] = isSpent
    ? ['the same', `the retry with a valid key under the same ${code('Idempotency-Key')} returned ${response.status}`]
    : ['another', `the same customer with a valid key was rejected ${pairs.length} times, so it had been created`];
  throw new Failed({
    found: `After a request rejected for ${name}, ${found}.`,
    control: { request: `${customer} customer under a fresh ${code('Idempotency-Key')}`, response: accepted },
    response,
  });
}

/** @throws Inconclusive for a success of another shape, which may be new or not */
function isNew(baseline: CreationBaseline, response: Response) {
  if (!isSuccess(response)) return false;
  const isFirstCustomer = customerOfRetry(baseline.original, response, baseline) === 'same';
  const acceptance = isFirstCustomer ? 'unclear' : baseline.acceptance(response);
  if (acceptance === 'accepted') return true;
  if (acceptance === 'rejected' && response.status !== 202 && isRejectionBody(response)) return false;
  throw new Inconclusive(
    `${returnedCreation(response, baseline.identity)}, so it is unclear whether the service accepted it as new.`,
  );
}

/** @throws Failed if the service carried out a rejected write, and answers two next tries as repeats */
async function mustBeFirst(baseline: CreationBaseline, response: Response, tryAgain: () => Promise<Response>) {
  const { original, control, sameBody, repeat } = baseline;
  const firsts = [original, control, sameBody];
  if (!isSuccess(repeat) || traitsOfAll([response, repeat], firsts).length === 0) return;
  const another = await tryAgain();
  const first = await createValidCustomer({ purpose: 'a first try, for comparison' });
  // If the suite itself had to repeat one, the probe begins anew.
  if (response.again || another.again)
    throw new TransportError('a transport error ended the first try, so this may be the response to a retry');
  const repeats = [another, response, ...(await plainRetries())];
  if (traitsOfAll(repeats, [...firsts, first]).length === 0 || baseline.acceptance(first) !== 'accepted') return;
  // A shape that comes by turns may be missing in a few first tries, but not in sixteen more.
  await requireNotPrepared(baseline);
  const creations = context().responses.filter((creation) => isCreationOfCustomer(creation) && creation.alone);
  const found = traitsOfAll(repeats, [...firsts, first, ...creations]);
  if (found.length === 0)
    throw new Inconclusive(
      'Creations come in several shapes by turns, so it is unclear whether the response with the valid key is that to a repeat.',
    );
  throw new Failed({
    found: `The service rejected a request for its ${code('Api-Key')} but carried it out: the retry with the valid key got the response to a repeat (${found.map(code).join(', ')}).`,
    received: `${another.status}, as for a repeat`,
    control: { request: 'another customer, as a first try', response: first },
    response: another,
  });
}

/** Status, headers, members and values without digits that all have, and no success among the others. */
function traitsOfAll(responses: readonly Response[], others: readonly Response[]) {
  const traitsOf = ({ status, headers, json }: Response) => [
    `status ${status}`,
    ...[...headers, ...leavesOf(json).map(({ pointer, value }) => [pointer, value] as const)].flatMap(([at, value]) =>
      /\d/.test(String(value)) ? [at] : [at, `${at}: ${value}`],
    ),
  ];
  const [first = [], ...more] = responses.map(traitsOf);
  const apart = others.filter(isSuccess).flatMap(traitsOf);
  return first.filter((trait) => more.every((traits) => traits.includes(trait)) && !apart.includes(trait));
}
