import { createCustomer } from '../../schemas/operations.js';
import { context } from '../client/context.js';
import type { Response } from '../client/message.js';
import { describeResponse, isRejectionOfContent, isSuccess } from '../client/response.js';
import { send } from '../client/send.js';
import { Inconclusive } from '../client/verdicts.js';
import { type Acceptance, acceptanceOf } from '../identity/acceptance.js';
import { type CustomerIdentity, identityIn, learnCustomerIdentity } from '../identity/customer-identity.js';
import { ownShape } from '../redaction/redactor.js';
import { fixture } from '../runner/fixture.js';
import { baselineCreation, createValidCustomer, requireAcceptedKey } from './baseline-requests.js';
import { rejectionOfTheValidCustomer } from './rejection-cause.js';

/** How this target responds to a creation, learned from the first ones that it accepted. */
export interface CreationBaseline {
  /** The response to the first customer: the control of every mutation. */
  readonly original: Response;
  /** The same sent again with the same key. */
  readonly repeat: Response;
  /** Another customer under another key. */
  readonly control: Response;
  /** The first customer's body under a key of its own, whatever the response. */
  readonly sameBody: Response;
  /** Undefined where the responses show no identity. */
  readonly identity: CustomerIdentity | undefined;
  /** Whether the service accepted another creation. */
  acceptance(response: Response): Acceptance;
}

/**
 * Creates a customer, repeats it, and creates two others, to learn what identifies a customer in the responses.
 * @throws Inconclusive where the service rejects the valid customer: then no check of customers can be decided
 */
export const creationBaseline = fixture('the creation baseline', async (): Promise<CreationBaseline> => {
  const original = await baselineCreation();
  requireAcceptedKey(original);
  if (!isSuccess(original)) throw new Inconclusive(await whyRejected(original));

  const { customer, idempotencyKey } = original.request;
  const [repeat, control, sameBody] = await Promise.all([
    send(createCustomer, { purpose: 'again, same key', customer, idempotencyKey, urgent: true }),
    createValidCustomer({ urgent: true }),
    send(createCustomer, { purpose: 'with the first customer’s body under another key', customer, urgent: true }),
  ]);
  const pointer = context().configuration.customerIdPointer;
  const from = { original, repeat, control, sameBody, rejections: [] as Response[] };
  let identity = isSuccess(control) ? learnCustomerIdentity(from, pointer) : undefined;
  if (identity?.shape !== undefined) {
    // An id that a rejection has too is the response's own, not a customer's.
    const rejection = await send(createCustomer, { purpose: 'with a body that is cut', text: '{"first_name":' });
    identity = learnCustomerIdentity({ ...from, rejections: [rejection] }, pointer);
  }
  noteCreated([original, control, sameBody], identity);
  return {
    original,
    repeat,
    control,
    sameBody,
    identity,
    acceptance: (response) => acceptanceOf(response, [original, isSuccess(control) ? control : undefined], identity),
  };
});

async function whyRejected(original: Response): Promise<string> {
  const rejected = `Baseline failed: ${describeResponse(original)} returned ${original.status} for a valid customer.`;
  if (!isRejectionOfContent(original)) return rejected;
  const cause = await rejectionOfTheValidCustomer();
  return `${rejected} ${cause.sentence}`;
}

/** Records the customer of each key, for the owner of the target. */
export function noteCreated(responses: readonly Response[], identity: CustomerIdentity | undefined): void {
  if (!identity) return;
  for (const response of responses.filter(isSuccess)) {
    const { idempotencyKey, change } = response.request;
    const value = identityOfCreated(response, identity);
    if (value === undefined) continue;
    const { exchange } = response;
    const tenant = change.caller ?? 'first';
    const key = { tenant, idempotencyKey: idempotencyKey ?? '', exchange };
    const entry = { entry: 'identity' as const, ...key, identity: value };
    context().journal.write(context().redactor.redactDeep(entry, ownShape));
  }
}

/** The identity in a response as the owner of the target searches: a member of the body, else an address. */
export function identityOfCreated(response: Response, identity: CustomerIdentity | undefined): string | undefined {
  const found = identity ? [...identityIn(response, identity)] : [];
  const [, value] = found.find(([pointer]) => pointer.startsWith('/')) ?? found[0] ?? [];
  return value;
}

/** @throws Inconclusive where the responses show no identity. Names the variable that would. */
export function requireIdentity({ identity }: CreationBaseline): CustomerIdentity {
  if (identity) return identity;
  throw new Inconclusive(
    'No customer id was found in the responses. Set `CONFORMANCE_CUSTOMER_ID_POINTER` if they contain one.',
  );
}
