import type { Response } from '../../helpers/client/message.js';
import { send } from '../../helpers/client/send.js';
import { Failed, type Proof } from '../../helpers/client/verdicts.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { list } from '../accounts/listing.js';
import { creationBaseline } from '../creation-baseline.js';
import { createValidCustomer } from '../requests.js';
import { againOf, requireKeysTakeEffect } from './tries.js';

/** A customer whose creation was tried several times, and by how many accounts the listing grew meanwhile. */
interface Round {
  readonly response: Response;
  /** The listing after all tries. */
  readonly listing: Response;
  /** Undefined where the listing was not read whole, or the service did not accept the customer. */
  readonly grown: number | undefined;
}

async function round(tries: number): Promise<Round> {
  const { acceptance } = await creationBaseline();
  const sent = tries === 1 ? 'a customer is created once' : `the same creation is sent ${tries} times`;
  const before = await list({ purpose: `before ${sent}` });
  const response = await createValidCustomer({ purpose: tries === 1 ? 'once' : `to be sent ${tries} times` });
  for (let more = tries; more > 1; more -= 1)
    await send(createCustomer, { ...againOf(response), purpose: 'again, same key' });
  const after = await list({ purpose: `after ${sent}` });
  const isClear = !before.paged && !after.paged && acceptance(response) === 'accepted';
  const grown = isClear ? after.items.length - before.items.length : undefined;
  return { response, listing: after.response, grown };
}

/**
 * Where each new customer has accounts, a duplicate shows in the listing, whatever the retry returned. Others may open
 * accounts meanwhile: so the listing has to grow with the number of tries, exactly, in four rounds.
 * @throws Failed where it does (IDEM-01)
 */
export async function expectNoHiddenDuplicate(): Promise<Proof> {
  const known = await creationBaseline();
  await requireKeysTakeEffect(known);
  // Where retries alone add nothing, no customer has to be created to see it.
  const before = await list({ purpose: 'before retries' });
  for (let more = 3; more > 0; more -= 1)
    await send(createCustomer, { ...againOf(known.control), purpose: 'again, same key' });
  const after = await list({ purpose: 'after retries' });
  const isWhole = !before.paged && !after.paged && known.acceptance(known.control) === 'accepted';
  if (isWhole && after.items.length <= before.items.length)
    return {
      expected: 'no new account for a retry',
      received: 'no new account after 3 retries',
      response: after.response,
    };
  const one = await round(1);
  if (one.grown === undefined || one.grown <= 0)
    return {
      expected: 'no new account for a retry',
      received: `${one.grown ?? 'unclear'} new accounts after one creation, so a duplicate does not show here`,
      response: one.listing,
    };
  let last = one;
  for (const tries of [3, 1, 4]) {
    const next = await round(tries);
    if (next.grown !== tries * one.grown)
      return {
        expected: 'as many new accounts as for one try',
        received: `${next.grown ?? 'unclear'} new accounts after ${tries} tries, ${one.grown} after one`,
        response: last.response,
      };
    last = next;
  }
  throw new Failed({
    found: 'Retries returned the first customer again, but the listing grew with each retry.',
    expected: `${one.grown} new accounts, however often the client retries`,
    received: `${last.grown} new accounts after 4 tries`,
    control: { request: 'one POST under another key', response: one.response, outcome: `${one.grown} new accounts` },
    response: last.response,
  });
}
