import { code } from '../../../schemas/marked.js';
import { createCustomer } from '../../../schemas/operations.js';
import { context, prove } from '../../client/context.js';
import type { Response } from '../../client/message.js';
import { describeResponse, isSuccess } from '../../client/response.js';
import { send } from '../../client/send.js';
import { Failed, Inconclusive } from '../../client/verdicts.js';
import { sameCustomer } from '../../identity/customer-identity.js';
import { freshCustomer } from '../../test-data/customer.js';
import { drawnAgain } from '../baseline-requests.js';
import { type CreationBaseline, creationBaseline } from '../creation-baseline.js';
import { uuid } from './idempotency-keys.js';

/**
 * Sends a write without a valid Api-Key, and then the same with the valid one.
 * @param name of the mistake, for sentences
 * @throws Failed where the rejected write has used its Idempotency-Key up, Inconclusive in doubt (AUTH-08)
 */
export async function expectKeyUnused(name: string, key: string | null): Promise<void> {
  const known = await creationBaseline();
  if (key !== null && !context().configuration.keysArePublic)
    context().redactor.addSecret(key, '‹a near miss of the key: another character at the end›');
  const purpose = `with the Idempotency-Key of a write rejected for ${name}`;
  let response: Response | undefined;
  let rejection: Response | undefined;
  // A 401 is a lock-out or a replay of the rejection: the same customer under a fresh key shows which.
  const control = await drawnAgain(async () => {
    const change = { idempotencyKey: uuid(), customer: freshCustomer() };
    const rejected = await send(createCustomer, { ...change, apiKey: key, purpose: `with ${name}` });
    rejection = rejected;
    if (isSuccess(rejected) && known.acceptance(rejected) !== 'rejected') {
      throw new Inconclusive(
        `The write with ${name} was not rejected (${rejected.status}), so its Idempotency-Key was used legitimately.`,
      );
    }
    response = await send(createCustomer, { ...change, purpose });
    if (isNewCustomer(known, response)) return response;
    const under = 'the same under a fresh key, after the rejected write';
    return send(createCustomer, { customer: change.customer, purpose: under });
  });
  if (!response) return;
  if (isNewCustomer(known, response))
    return prove({
      expected: 'success, as for a first try',
      ...(rejection && { control: { request: `the same with ${name}`, response: rejection } }),
      response,
    });
  if (known.acceptance(control) !== 'accepted') {
    throw new Inconclusive(`After the rejected write the same under a fresh key also returned ${control.status}.`);
  }
  throw new Failed({
    found: `A request rejected for ${name} consumed its ${code('Idempotency-Key')}: the retry with a valid key returned ${response.status}.`,
    expected: 'success, as for a first try',
    received: String(response.status),
    control: { request: 'the same under a fresh `Idempotency-Key`', response: control },
    response,
  });
}

/** @throws Inconclusive where a success does not show whether the service accepted it */
function isNewCustomer(known: CreationBaseline, response: Response): boolean {
  const isOld =
    known.identity && isSuccess(response) && sameCustomer(known.original, response, known.identity) === true;
  const acceptance = known.acceptance(response);
  if (acceptance === 'accepted' && !isOld) return true;
  if (isSuccess(response) && !isOld && (response.status === 202 || acceptance === 'unclear')) {
    throw new Inconclusive(
      `${describeResponse(response)} returned ${response.status}, which does not show whether the service accepted it.`,
    );
  }
  return false;
}
