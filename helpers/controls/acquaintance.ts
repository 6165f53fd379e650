import { createCustomer } from '../../schemas/operations.js';
import { fixture } from '../engine/fixture.js';
import { Undecided } from '../engine/outcome.js';
import { isRefusalOfContent, isSuccess, type Reply, told } from '../engine/reply.js';
import { run } from '../engine/run.js';
import { send } from '../engine/send.js';
import { type CustomerIdentity, identityIn, learnCustomerIdentity } from '../identity/customer-identity.js';
import { type Fate, fateOf } from '../identity/let-in.js';
import { ownShape } from '../redaction/redactor.js';
import { create, keyAccepted, rightCreation } from './admission.js';
import { refusalOfTheRightCustomer } from './diagnosis.js';

/** What is known of how this target answers a creation, once one was let in. */
export interface Acquainted {
  /** The first customer's answer: control of every bend. */
  readonly original: Reply;
  /** The same sent again with the same key. */
  readonly repeat: Reply;
  /** Another customer under another key. */
  readonly control: Reply;
  /** Undefined where no identity can be found in the answers. */
  readonly identity: CustomerIdentity | undefined;
  /** What became of another creation. */
  fate(reply: Reply): Fate;
}

/**
 * Creates a customer, repeats it, and creates two others, to learn what identifies a customer in the answers.
 * @throws Undecided where the right customer is refused: then nothing about customers can be decided
 */
export const acquaintance = fixture('acquaintance with the answers of a creation', async (): Promise<Acquainted> => {
  const original = await rightCreation();
  keyAccepted(original);
  if (!isSuccess(original)) throw new Undecided(await whyRefused(original));

  const { customer, idempotencyKey } = original.asked;
  const [repeat, control, sameBody] = await Promise.all([
    send(createCustomer, { purpose: 'again, same key', customer, idempotencyKey, urgent: true }),
    create({ urgent: true }),
    send(createCustomer, { purpose: 'with the first customer’s body under another key', customer, urgent: true }),
  ]);
  const pointer = run().configuration.customerIdPointer;
  const from = { original, repeat, control, sameBody, refusals: [] as Reply[] };
  let identity = isSuccess(control) ? learnCustomerIdentity(from, pointer) : undefined;
  if (identity?.shape !== undefined) {
    // What stands in a refusal too is the answer's own id, not a customer's.
    const refusal = await send(createCustomer, { purpose: 'with a body that is cut', text: '{"first_name":' });
    identity = learnCustomerIdentity({ ...from, refusals: [refusal] }, pointer);
  }
  noteCreated([original, control, sameBody], identity);
  return {
    original,
    repeat,
    control,
    identity,
    fate: (reply) => fateOf(reply, [original, isSuccess(control) ? control : undefined], identity),
  };
});

async function whyRefused(original: Reply): Promise<string> {
  const refused = `The right customer is not let in: ${told(original)} is answered ${original.status}.`;
  if (!isRefusalOfContent(original)) return refused;
  const cause = await refusalOfTheRightCustomer();
  return `${refused} ${cause.sentence}`;
}

/** Writes down which customer came of which key, for the owner of the target. */
export function noteCreated(replies: readonly Reply[], identity: CustomerIdentity | undefined): void {
  if (!identity) return;
  for (const reply of replies.filter(isSuccess)) {
    const { idempotencyKey, change } = reply.asked;
    const value = identityOfCreated(reply, identity);
    if (value === undefined) continue;
    const { exchange } = reply;
    const tenant = change.caller ?? 'first';
    const key = { tenant, idempotencyKey: idempotencyKey ?? '', exchange };
    const entry = { entry: 'identity' as const, ...key, identity: value };
    run().journal.write(run().redactor.redactDeep(entry, ownShape));
  }
}

/** Whom an answer is about, as the owner of the target searches: by a member of the body, else by an address. */
export function identityOfCreated(reply: Reply, identity: CustomerIdentity | undefined): string | undefined {
  const found = identity ? [...identityIn(reply, identity)] : [];
  const [, value] = found.find(([pointer]) => pointer.startsWith('/')) ?? found[0] ?? [];
  return value;
}

/** @throws Undecided where the answers show no identity. Names the variable that would. */
export function identityKnown({ identity }: Acquainted): CustomerIdentity {
  if (identity) return identity;
  throw new Undecided(
    'No identity of a customer was found in the answers. Set CONFORMANCE_CUSTOMER_ID_POINTER if they hold one.',
  );
}
