import { createCustomer, listAccounts, type Operation } from '../../schemas/operations.js';
import { type Caller, type Change, credentials } from '../engine/change.js';
import { fixture } from '../engine/fixture.js';
import { mayWrite } from '../engine/live.js';
import { Undecided, Withheld } from '../engine/outcome.js';
import { isRefusal, isSuccess, type Reply, told } from '../engine/reply.js';
import { run } from '../engine/run.js';
import { send } from '../engine/send.js';
import { longKey } from './keys.js';

/** The controls of everything: the two operations as they should be, each asked once a run. */

/** The first tenant's listing, whatever its answer. */
export const rightListing = fixture('the listing as it should be', () => send(listAccounts, { urgent: true }));

/** A first customer, whatever the answer. @throws Withheld on live */
export const rightCreation = fixture('a customer as it should be', () => create({ urgent: true }));

/**
 * Creates a customer that should be let in. One that is refused is tried twice more with everything fresh: an e-mail
 * address or a number set apart for fiction may have been used by an earlier run.
 */
export async function create(change: Change = {}): Promise<Reply> {
  let reply = await send(createCustomer, change);
  for (let more = 2; more > 0 && isRefusal(reply) && change.customer === undefined; more -= 1) {
    const idempotencyKey = change.idempotencyKey ? longKey(change.idempotencyKey.length) : undefined;
    reply = await send(createCustomer, { ...change, idempotencyKey });
  }
  return reply;
}

/**
 * The right request of an operation, where the key itself opened it: without that, a 401 proves nothing. On live,
 * where nothing is written, the listing stands for both.
 * @throws Undecided where the right request was not let in either
 */
export async function admitted(operation: Operation): Promise<Reply> {
  const reply = operation.writes && mayWrite(run()) ? await rightCreation() : await rightListing();
  keyAccepted(reply);
  if (!isSuccess(reply) && (reply.status < 400 || [403, 404, 405].includes(reply.status) || reply.status >= 500)) {
    throw new Undecided(
      `${told(reply)} is answered ${reply.status} with the valid key too, so a refusal proves nothing.`,
    );
  }
  return reply;
}

/** @throws Undecided where the answer says that the Secret Key itself is not accepted */
export function keyAccepted(reply: Reply): void {
  if (reply.status !== 401) return;
  throw new Undecided(
    `The key itself was refused: ${told(reply)}, with the configured key, is answered 401. Check ${keyVariable(reply)}.`,
  );
}

function keyVariable({ asked }: Reply): string {
  const own = asked.change.caller === 'second' && run().configuration.otherApiKey !== undefined;
  return own ? 'CONFORMANCE_OTHER_API_KEY' : 'CONFORMANCE_API_KEY';
}

/** @throws Withheld where only one tenant is configured */
export function needsSecondTenant(): void {
  if (run().configuration.otherTenantId === undefined) {
    throw new Withheld('A second tenant is needed. Set CONFORMANCE_OTHER_TENANT_ID and CONFORMANCE_OTHER_API_KEY.');
  }
}

/** Whether the two tenants ask with keys of their own. */
export function hasOwnKeys(): boolean {
  return credentials(run(), 'first').apiKey !== credentials(run(), 'second').apiKey;
}

/** The other of the two tenants. */
export function otherThan(caller: Caller): Caller {
  return caller === 'first' ? 'second' : 'first';
}
