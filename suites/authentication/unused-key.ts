import { context } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { describeResponse, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { TransportError } from '../../helpers/client/transport-error.js';
import { Failed, Inconclusive, type Proof } from '../../helpers/client/verdicts.js';
import { sameResource } from '../../helpers/identity/resource-identity.js';
import { leavesOf } from '../../helpers/json/json-leaves.js';
import type { DecidableId } from '../../schemas/fsapi/catalogue.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { type CreationBaseline, creationBaseline, requireDistinctCustomers } from '../creation-baseline.js';
import { freshCustomer } from '../customers/customer.js';
import { returned, showsAnotherKeys } from '../idempotency/customers-by-key.js';
import { plainRetries } from '../idempotency/tries.js';
import { createValidCustomer, drawnAgain, freshKey } from '../requests.js';

/** A write without a valid Api-Key, and the same with the valid one. */
interface Tried {
  readonly rejected: Response;
  readonly response: Response;
}

/**
 * Sends a write without a valid Api-Key, and then the same with the valid one.
 * @param name of the mistake, for sentences
 * @throws Failed where the rejected write has used its Idempotency-Key up, or was carried out; Inconclusive in doubt (AUTH-08)
 */
export async function expectKeyUnused(name: string, key: string | null): Promise<Proof> {
  const known = await creationBaseline();
  requireDistinctCustomers(known);
  if (key !== null && !context().configuration.publicKeys?.includes('apiKey'))
    context().redactor.addSecrets([{ value: key, label: '‹a near miss of the key: another character at the end›' }]);
  const tried: Tried[] = [];
  // A 401 is a lock-out or a replay of the rejection: the same customer under a fresh key shows which.
  const control = await drawnAgain(async () => {
    const one = await tryWithout(name, key, known);
    tried.push(one);
    if (isNewCustomer(known, one.response)) return one.response;
    const { body } = one.response.request;
    return send(createCustomer, { body, purpose: 'the same under a fresh Idempotency-Key, after the rejection' });
  });
  const { rejected, response } = tried.at(-1) as Tried;
  if (control === response) {
    await mustBeFirst(known, response, async () => (await tryWithout(name, key, known)).response);
    return { control: { request: `the same with ${name}`, response: rejected }, response };
  }
  if (known.acceptance(control) === 'accepted')
    throw new Failed({
      found: `After a request rejected for ${name}, the retry with a valid key under the same ${code('Idempotency-Key')} returned ${response.status}.`,
      control: { request: 'the same customer under a fresh `Idempotency-Key`', response: control },
      response,
    });
  const another = await createValidCustomer({ purpose: 'another customer, after the rejected write' });
  if (known.acceptance(another) !== 'accepted')
    throw new Inconclusive(`After the rejected write, a fresh Idempotency-Key also got ${control.status}.`);
  throw new Failed({
    found: `The service rejected a request for ${name} but created its customer: the same customer with a valid key was rejected, ${tried.length} times out of ${tried.length}.`,
    control: { request: 'another customer, at the end', response: another },
    response,
  });
}

async function tryWithout(name: string, key: string | null, known: CreationBaseline): Promise<Tried> {
  const change = { idempotencyKey: freshKey(), body: freshCustomer() };
  const rejected = await send(createCustomer, { ...change, apiKey: key, purpose: `with ${name}` });
  if (isSuccess(rejected) && known.acceptance(rejected) !== 'rejected') {
    const cause: DecidableId = key === null ? 'AUTH-01' : 'AUTH-03';
    throw new Inconclusive(
      `The write with ${name} was not rejected (${rejected.status}), so its Idempotency-Key counts as used (${cause}).`,
      cause,
    );
  }
  const purpose = `with the Idempotency-Key of a write rejected for ${name}`;
  const response = await send(createCustomer, { ...change, purpose });
  if (!showsAnotherKeys(response, known.identity)) return { rejected, response };
  throw new Inconclusive(
    `${returned(response, known.identity)}, which does not show whether the rejected write used its key.`,
  );
}

/** @throws Inconclusive where a success does not show whether the service accepted it */
function isNewCustomer(known: CreationBaseline, response: Response): boolean {
  const isOld =
    known.identity && isSuccess(response) && sameResource(known.original, response, known.identity) === true;
  const acceptance = known.acceptance(response);
  if (isOld || !isSuccess(response)) return false;
  if (acceptance === 'accepted') return true;
  if (response.status !== 202 && acceptance !== 'unclear') return false;
  throw new Inconclusive(
    `${describeResponse(response)} returned ${response.status}, which does not show whether the service accepted it.`,
  );
}

/**
 * A service may reject a write, carry it out all the same, and answer the next try as a repeat.
 * @param again another such try
 * @throws Failed where both have what all repeats have, and no first try of a customer that nobody has sent before
 */
async function mustBeFirst(known: CreationBaseline, response: Response, again: () => Promise<Response>): Promise<void> {
  const marks = await marksOfRepeat(known, response);
  if (marks.length === 0) return;
  const another = await again();
  const control = await createValidCustomer({ purpose: 'a first try, for comparison' });
  const ofFirsts = traitsOf(control);
  const found = (await marksOfRepeat(known, another)).filter(
    (mark) => marks.includes(mark) && !ofFirsts.includes(mark),
  );
  if (found.length === 0 || known.acceptance(control) !== 'accepted') return;
  throw new Failed({
    found: `The service rejected a request for its ${code('Api-Key')} but carried it out: the retry with the valid key got the response to a repeated write (${found.map(code).join(', ')}).`,
    received: `${another.status}, as for a repeat`,
    control: { request: 'another customer, as a first try', response: control },
    response: another,
  });
}

/**
 * What a response has in common with all repeats, and with no first try: then it is a repeat itself.
 * @throws TransportError where the suite itself had to repeat the request
 */
async function marksOfRepeat({ original, control, sameBody, repeat }: CreationBaseline, response: Response) {
  const firsts = [original, control, sameBody].filter(isSuccess).flatMap(traitsOf);
  const own = traitsOf(response).filter((trait) => traitsOf(repeat).includes(trait) && !firsts.includes(trait));
  if (own.length === 0 || !isSuccess(repeat)) return [];
  // Then it was a repeat of ours: the probe begins anew.
  if (response.again)
    throw new TransportError('a transport error ended the first try, so this may be the response to a retry');
  const repeats = (await plainRetries()).map(traitsOf);
  return own.filter((trait) => repeats.every((of) => of.includes(trait)));
}

/** The status of a response, its headers and members, and those values that are words: what has digits changes by itself. */
function traitsOf({ status, headers, json }: Response): string[] {
  const ofHeaders = [...headers].map(([name, value]) => ({ pointer: name, value }));
  const shown = [...ofHeaders, ...leavesOf(json)].flatMap(({ pointer, value }) =>
    /\d/.test(String(value)) ? [pointer] : [pointer, `${pointer}: ${value}`],
  );
  return [`status ${status}`, ...shown];
}
