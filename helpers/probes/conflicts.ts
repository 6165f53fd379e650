import { createCustomer } from '../../schemas/operations.js';
import type { Response } from '../client/message.js';
import { describeResponse } from '../client/response.js';
import { send } from '../client/send.js';
import { Inconclusive } from '../client/verdicts.js';
import { fixture } from '../runner/fixture.js';
import { freshCustomer } from '../test-data/customer.js';
import { createValidCustomer } from './baseline-requests.js';
import { type CreationBaseline, creationBaseline } from './creation-baseline.js';

/** Two writes: the service accepted the first, and the second conflicts with it. */
export interface Conflict {
  readonly known: CreationBaseline;
  readonly first: Response;
  readonly reply: Response;
}

/** A customer under a key, and another under the same key. */
export const conflictUnderOneKey = fixture('another body under one key', async (): Promise<Conflict> => {
  const { known, first } = await firstOfTwo();
  const { idempotencyKey } = first.request;
  const response = await send(createCustomer, { idempotencyKey, purpose: 'with a used key and another body' });
  return { known, first, reply: response };
});

/** A customer, and another with the same e-mail address under a key of its own. */
export const conflictOfAddresses = fixture('two customers with one e-mail address', async (): Promise<Conflict> => {
  const { known, first } = await firstOfTwo();
  const customer = { ...freshCustomer(), email: first.request.customer?.email };
  const response = await send(createCustomer, { customer, purpose: 'with the e-mail address of another customer' });
  return { known, first, reply: response };
});

async function firstOfTwo(): Promise<Pick<Conflict, 'known' | 'first'>> {
  const known = await creationBaseline();
  const first = await createValidCustomer({ purpose: 'before a conflict' });
  if (known.acceptance(first) !== 'let in')
    throw new Inconclusive(`${describeResponse(first)} returned ${first.status}.`);
  return { known, first };
}
