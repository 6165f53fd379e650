import { createCustomer, listAccounts } from '../../schemas/operations.js';
import { context } from '../client/context.js';
import { type Caller, credentials, type RequestChange } from '../client/request.js';
import { describeResponse, isRejection, type Response } from '../client/response.js';
import { send } from '../client/send.js';
import { Inconclusive, Skipped } from '../client/verdicts.js';
import { fixture } from '../runner/fixture.js';
import { longKey } from './idempotency-keys.js';

/** Baseline requests: operations as they should be, each sent once a run. */

/** The first tenant's listing, whatever its answer. */
export const baselineListing = fixture('the listing as it should be', () => send(listAccounts, { urgent: true }));

/** A first customer, whatever the answer. @throws Withheld on live */
export const baselineCreation = fixture('a customer as it should be', () => createValidCustomer({ urgent: true }));

/**
 * Creates a customer that should be let in. One that is refused is tried twice more with everything fresh: an e-mail
 * address or a number set apart for fiction may have been used by an earlier run.
 */
export async function createValidCustomer(change: RequestChange = {}): Promise<Response> {
  let response = await send(createCustomer, change);
  for (let more = 2; more > 0 && isRejection(response) && change.customer === undefined; more -= 1) {
    const idempotencyKey = change.idempotencyKey ? longKey(change.idempotencyKey.length) : undefined;
    response = await send(createCustomer, { ...change, idempotencyKey });
  }
  return response;
}

/** @throws Undecided where the answer says that the Secret Key itself is not accepted */
export function requireAcceptedKey(response: Response): void {
  if (response.status !== 401) return;
  throw new Inconclusive(
    `The key itself was refused: ${describeResponse(response)}, with the configured key, is answered 401. Check ${keyVariable(response)}.`,
  );
}

function keyVariable({ request: asked }: Response): string {
  const own = asked.change.caller === 'second' && context().configuration.otherApiKey !== undefined;
  return own ? 'CONFORMANCE_OTHER_API_KEY' : 'CONFORMANCE_API_KEY';
}

/** @throws Withheld where only one tenant is configured */
export function needsSecondTenant(): void {
  if (context().configuration.otherTenantId === undefined) {
    throw new Skipped('A second tenant is needed. Set `CONFORMANCE_OTHER_TENANT_ID` and `CONFORMANCE_OTHER_API_KEY`.');
  }
}

/** Whether the two tenants ask with keys of their own. */
export function hasOwnKeys(): boolean {
  return credentials(context(), 'first').apiKey !== credentials(context(), 'second').apiKey;
}

/** The other of the two tenants. */
export function otherThan(caller: Caller): Caller {
  return caller === 'first' ? 'second' : 'first';
}
