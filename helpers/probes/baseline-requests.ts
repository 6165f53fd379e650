import { code } from '../../schemas/marked.js';
import { createCustomer, listAccounts } from '../../schemas/operations.js';
import { context } from '../client/context.js';
import type { Caller, RequestChange, Response } from '../client/message.js';
import { credentials } from '../client/request.js';
import { describeResponse, isRejection } from '../client/response.js';
import { send } from '../client/send.js';
import { Inconclusive, Skipped } from '../client/verdicts.js';
import { fixture } from '../runner/fixture.js';
import { longKey } from './keys/idempotency-keys.js';

/** Baseline requests: valid requests of the operations, each sent once a run. */

/** The first tenant's listing, whatever the response. */
export const baselineListing = fixture('the baseline listing', () => send(listAccounts, { urgent: true }));

/** The second tenant's listing, whatever the response. @throws Skipped without a second tenant */
export const secondListing = fixture('the second tenant’s listing', async () => {
  needsSecondTenant();
  return send(listAccounts, { caller: 'second', purpose: 'for the second tenant' });
});

/** A first customer, whatever the response. @throws Skipped on live */
export const baselineCreation = fixture('the baseline customer', () => createValidCustomer({ urgent: true }));

/**
 * Creates a customer that the service should accept. After a rejection it tries twice more with all values fresh: an
 * earlier run may have used the same fictional e-mail address or number.
 */
export async function createValidCustomer(change: RequestChange = {}): Promise<Response> {
  let response = await send(createCustomer, change);
  for (let more = 2; more > 0 && isRejection(response) && change.customer === undefined; more -= 1) {
    const idempotencyKey = change.idempotencyKey ? longKey(change.idempotencyKey.length) : undefined;
    response = await send(createCustomer, { ...change, idempotencyKey });
  }
  return response;
}

/** @throws Inconclusive where the service rejects the configured key */
export function requireAcceptedKey(response: Response): void {
  if (response.status !== 401) return;
  throw new Inconclusive(
    `The configured API key was rejected: ${describeResponse(response)} returned 401. Check ${code(keyVariable(response))}.`,
  );
}

function keyVariable({ request }: Response): string {
  const own = request.change.caller === 'second' && context().configuration.otherApiKey !== undefined;
  return own ? 'CONFORMANCE_OTHER_API_KEY' : 'CONFORMANCE_API_KEY';
}

/** @throws Skipped where only one tenant is configured */
export function needsSecondTenant(): void {
  if (context().configuration.otherTenantId === undefined) {
    throw new Skipped(
      'This check needs a second tenant. Set `CONFORMANCE_OTHER_TENANT_ID` and `CONFORMANCE_OTHER_API_KEY`.',
      'second-tenant',
    );
  }
}

/** Whether each of the two tenants has a key of its own. */
export function hasOwnKeys(): boolean {
  return credentials(context(), 'first').apiKey !== credentials(context(), 'second').apiKey;
}

/** The other of the two tenants. */
export function otherThan(caller: Caller): Caller {
  return caller === 'first' ? 'second' : 'first';
}
