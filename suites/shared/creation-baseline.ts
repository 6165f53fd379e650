import { context, sleep } from '../../helpers/client/context.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { inItsWords, isServerError, isSuccess, isUnderWay, returned } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Inconclusive, Skipped } from '../../helpers/client/verdicts.js';
import { type Acceptance, acceptanceOf, isRejectionBody, reportsRejection } from '../../helpers/identity/acceptance.js';
import { information } from '../../helpers/identity/listing.js';
import { claimedIdentity, learnIdentity } from '../../helpers/identity/resource-identity.js';
import { fixture, settled } from '../../helpers/runner/fixture.js';
import { unlessDropped } from '../../helpers/runner/in-front.js';
import type { Trait } from '../../schemas/finding.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { freshCustomer, withMember } from './customer.js';
import { customersByKey, returnedCreation, sameness, showsAnotherKeys } from './customers-by-key.js';
import { requireAcceptedKey, requireOwnResponse } from './right-address.js';
import { baselineCreation, createValidCustomer, mostDraws } from './valid-requests.js';
import { rejectionOfTheValidCustomer } from './why-rejected.js';

/** How this target responds to a creation: learned from the first that it accepted. */
export interface CreationBaseline {
  /** The control of every mutation. */
  readonly original: Response;
  /** The same with the same key: the first try that is neither under way nor a server error, else the last. */
  readonly repeat: Response;
  /** Another customer under another key. */
  readonly control: Response;
  /** The first customer's body under a key of its own, whatever the response. */
  readonly sameBody: Response;
  /** Undefined if the responses show no identity. */
  readonly identity: ReturnType<typeof learnIdentity>;
  acceptance(response: Response): Acceptance;
}

/** Creates three customers and repeats one, to learn what identifies them. @throws Inconclusive if one is rejected */
export const creationBaseline = fixture('the creation baseline', async (): Promise<CreationBaseline> => {
  const original = await baselineCreation();
  requireAcceptedKey(original);
  if (!isSuccess(original) || reportsRejection(original)) {
    const { sentence = '' } = (await rejectionOfTheValidCustomer()) ?? {};
    const rejected = `${returned(original)} for a valid customer.${inItsWords(original)} ${sentence}`;
    throw new Inconclusive(rejected.trimEnd(), 'CUST-01');
  }
  await requireOwnResponse(original);

  const { body, idempotencyKey } = original.request;
  const purpose = 'with the first customer’s body under another key';
  const [repeat, control, sameBody] = await Promise.all([
    repeated({ purpose: 'again, same key', body, idempotencyKey, urgent: true }),
    createValidCustomer({ urgent: true }),
    settled(() => send(createCustomer, { purpose, body, urgent: true })),
  ]);
  // One value for all identifies nobody, unless it is long and claims to identify: then all have one customer (IDEM-04).
  const claimed = claimsOneCustomer(original, control) ? claimedIdentity(original) : undefined;
  const certain = claimed && information(String(claimed.value)) === 3 ? claimed.pointer : undefined;
  const pointer = context().configuration.customerIdPointer ?? certain;
  const second = isSuccess(control) ? control : undefined;
  const learned = (rejections: readonly Response[]) =>
    second && learnIdentity({ original, repeat, control, sameBody, rejections }, pointer);
  let identity = learned([]);
  // An id that a rejection has too is the response's own, not a customer's.
  if (second && (!identity || identity.shape !== undefined)) identity = learned(await someRejection());
  const isApart = sameness(original, control, identity) === 'other';
  // A customer of another key belongs to another request, unless all have one customer.
  const acceptance = (response: Response): Acceptance =>
    isApart && showsAnotherKeys(response, identity) ? 'unclear' : acceptanceOf(response, [original, second], identity);
  return { original, repeat, control, sameBody, identity, acceptance };
});

/** Sends it again while it is under way, or gets a server error. @param pauses milliseconds before each try */
async function repeated(change: RequestChange, pauses = [200, 400, 900]): Promise<Response> {
  const response = await send(createCustomer, change);
  const [pause, ...later] = pauses;
  if (pause === undefined || (!isUnderWay(response) && !isServerError(response))) return response;
  await sleep(pause);
  return repeated(change, later);
}

/** Empty if each was accepted, or broke the connection. */
async function someRejection() {
  for (const text of ['{"first_name":', '[]']) {
    const response = await unlessDropped(send(createCustomer, { purpose: `with the body ${text}`, text }));
    if (response && (!isSuccess(response) || isRejectionBody(response))) return [response];
  }
  return [];
}

/** @throws Inconclusive if the responses show no identity */
export function requireIdentity({ identity }: CreationBaseline) {
  if (identity) return identity;
  throw new Inconclusive(
    'No customer id was found in the responses. Set `CONFORMANCE_CUSTOMER_ID_POINTER` if they contain one; else this cannot be tested.',
    'no customer id was found',
  );
}

/** Whether both returned one body, which claims to name a customer. */
export function claimsOneCustomer(original: Response, control: Response): boolean {
  const [one, other] = [original, control].map((response) => claimedIdentity(response)?.value);
  return isSuccess(control) && original.text === control.text && one !== undefined && one === other;
}

/** Whether responses are canned: one creation in so many shows a customer of another key. */
export function isCanned({ original, control, identity }: CreationBaseline, oneIn = 4): boolean {
  if (!identity) return claimsOneCustomer(original, control);
  const { fresh, mistaken } = customersByKey(identity);
  return mistaken.length > 0 && mistaken.length * oneIn >= fresh;
}

/** @throws Inconclusive if `isCanned` */
export function requireDistinctCustomers(baseline: CreationBaseline, oneIn?: number): void {
  if (!isCanned(baseline, oneIn)) return;
  requireIdentity(baseline);
  throw new Inconclusive(
    'Creations under different keys returned the same customer (IDEM-04), so no response shows whose customer it is about.',
    'answers are canned' satisfies Trait,
  );
}

const furtherCustomers = fixture('further customers', () =>
  Promise.all(Array.from({ length: 16 }, () => createValidCustomer({ purpose: 'under a key of its own' }))),
);

/** @throws Inconclusive if one creation in twenty shows another key’s customer: a mock may prepare a few */
export async function requireNotPrepared(baseline: CreationBaseline): Promise<void> {
  // If no more can be created, those that were created decide.
  await furtherCustomers().catch(() => undefined);
  requireDistinctCustomers(baseline, 20);
}

/** A customer that no other probe uses. @param members also sent, if accepted @throws as `requireCustomer` */
export async function customerToProbe(purpose: string, members?: object, idempotencyKey?: string): Promise<Response> {
  const baseline = await creationBaseline();
  if (members) {
    const response = await send(createCustomer, { purpose, body: { ...freshCustomer(), ...members } });
    if (baseline.acceptance(response) === 'accepted') return response;
  }
  let response = await createValidCustomer({ purpose, idempotencyKey });
  for (let draws = 1; draws < mostDraws && showsAnotherKeys(response, baseline.identity); draws += 1)
    response = await createValidCustomer({ purpose });
  return requireCustomer(response, baseline);
}

/** A service may reject it for its day of birth (CUST-09). Other checks use it if it is accepted. */
export const leapDay = fixture('a customer born on a leap day', () =>
  createValidCustomer({ purpose: 'with "date_of_birth": "2000-02-29"' }, (customer) =>
    withMember(customer, '/date_of_birth', '2000-02-29'),
  ),
);

/** @throws Inconclusive if the service did not accept the customer */
export function requireCustomer(response: Response, { acceptance, identity }: CreationBaseline): Response {
  if (acceptance(response) === 'accepted') return response;
  throw new Inconclusive(`${returnedCreation(response, identity)}, so there is no customer to test with.`);
}

/** The value; undefined if the responses do not decide. */
export function orNone<T>(value: Promise<T>): Promise<T | undefined> {
  return value.catch((error: unknown) => {
    if (error instanceof Inconclusive || error instanceof Skipped) return undefined;
    throw error;
  });
}
