import { createCustomer } from '../../schemas/operations.js';
import { freshCustomer } from '../customer/customer.js';
import { fixture } from '../engine/fixture.js';
import { Undecided } from '../engine/outcome.js';
import { type Reply, told } from '../engine/reply.js';
import { send } from '../engine/send.js';
import { type Acquainted, acquaintance } from './acquaintance.js';
import { create } from './admission.js';

/** Two writes of which the second is at odds with the first, where the first was let in. */
export interface Conflict {
  readonly known: Acquainted;
  readonly first: Reply;
  readonly reply: Reply;
}

/** A customer under a key, and another under the same key. */
export const conflictUnderOneKey = fixture('another body under one key', async (): Promise<Conflict> => {
  const { known, first } = await firstOfTwo();
  const { idempotencyKey } = first.asked;
  const reply = await send(createCustomer, { idempotencyKey, purpose: 'with a used key and another body' });
  return { known, first, reply };
});

/** A customer, and another with the same e-mail address under a key of its own. */
export const conflictOfAddresses = fixture('two customers with one e-mail address', async (): Promise<Conflict> => {
  const { known, first } = await firstOfTwo();
  const customer = { ...freshCustomer(), email: first.asked.customer?.email };
  const reply = await send(createCustomer, { customer, purpose: 'with the e-mail address of another customer' });
  return { known, first, reply };
});

async function firstOfTwo(): Promise<Pick<Conflict, 'known' | 'first'>> {
  const known = await acquaintance();
  const first = await create({ purpose: 'before a conflict' });
  if (known.fate(first) !== 'let in') throw new Undecided(`${told(first)} is answered ${first.status}.`);
  return { known, first };
}
