import { code } from '../../schemas/marked.js';
import { nameOf } from '../../schemas/members.js';
import { createCustomer } from '../../schemas/operations.js';
import type { Address, Customer } from '../../schemas/types.js';
import { validator } from '../../schemas/validate.js';
import type { Generated, Response } from '../client/message.js';
import { describeResponse } from '../client/response.js';
import { send } from '../client/send.js';
import { Failed, Inconclusive, Skipped, UnclearResponse } from '../client/verdicts.js';
import type { Acceptance } from '../identity/acceptance.js';
import { bracket, fixtures } from '../runner/fixture.js';
import { freshCustomer } from '../test-data/customer.js';
import { memberAt, withMember, without } from '../test-data/member.js';
import { type Mutation, mutate } from '../test-data/mutation.js';
import { createValidCustomer } from './baseline-requests.js';
import { type CreationBaseline, creationBaseline } from './creation-baseline.js';
import { normalisedValue } from './normalised.js';
import { note } from './side-observations.js';

/** A valid customer sent after all invalid ones: if the service accepts it, no quota caused the rejections. */
export const closing = bracket('a valid customer after the invalid ones', () => createValidCustomer());

/** Controls other than the plain right customer, each asked once. */
const controls = fixtures<Response>();

/**
 * Sends a customer with an invalid value of one member, beside the same customer without the mutation.
 * @throws Failed where the service accepts the value as it is
 * @throws Inconclusive, Skipped where the responses, or the control, do not decide
 */
export async function expectRejected(mutation: Mutation): Promise<void> {
  const known = await creationBaseline();
  const mutated = mutateAgain(mutation);
  const { purpose, customer } = mutated;
  const [response, after] = await closing(() => send(createCustomer, { purpose, customer }));
  switch (outcomeOfMutation(mutated, response, known)) {
    case 'unclear':
      throw unclear(response);
    case 'refused':
      note('refused', { pointer: mutation.pointer, status: response.status });
      expectStillAccepted(after, known);
      return provenByControl(mutation);
    case 'put right':
      return note('put right', { pointer: mutation.pointer, bend: mutation.name });
    case 'let in':
      throw acceptance(mutated, response, known);
  }
}

/** A fresh customer with one mutation, as it is sent. */
export interface MutatedRequest {
  readonly of: Mutation;
  readonly purpose: string;
  readonly customer: Customer;
  readonly value: unknown;
  /** What stood there before. */
  readonly before: unknown;
}

/** Mutates a member of a fresh customer. @throws Error as `mutate` */
export function mutateAgain(mutation: Mutation): MutatedRequest {
  const customer = freshCustomer();
  const { customer: mutated, value } = mutate(mutation, customer);
  const matching = mutation.together ? ` and "${nameOf(mutation.together.pointer)}" to match` : '';
  const purpose = `${purposeOf(mutation, value)}${matching}`;
  return { of: mutation, purpose, customer: mutated, value, before: memberAt(customer, mutation.pointer) };
}

/** Whether the service accepted an invalid value as it is, or normalised it as the response shows. */
export function outcomeOfMutation(
  { of, value, before }: MutatedRequest,
  response: Response,
  known: CreationBaseline,
): Acceptance | 'put right' {
  const fate = known.acceptance(response);
  if (fate !== 'let in' || !of.mayNormalise) return fate;
  const mutated = { pointer: of.pointer, before, sent: value, isWellFormed: isWellFormed(of) };
  return normalisedValue(response, known.original, mutated) === undefined ? 'let in' : 'put right';
}

/** The service accepted an invalid value as it is. */
export function acceptance({ of, value, before }: MutatedRequest, response: Response, known: CreationBaseline): Failed {
  return new Failed({
    found: `${code(nameOf(of.pointer))} is accepted with ${of.name}: ${code(JSON.stringify(value))}.`,
    expected: of.mayNormalise
      ? 'a refusal, any 4xx, or an answer that shows the value put right'
      : 'a refusal, any 4xx',
    received: `${response.status}, as for a right customer`,
    control: { request: `${code(JSON.stringify(before))} in the same request`, response: known.original },
    response,
  });
}

/** A response that neither accepts nor rejects. */
export function unclear(response: Response): UnclearResponse {
  return new UnclearResponse(
    `${describeResponse(response)} returned ${response.status}: neither accepted nor rejected.`,
    response,
  );
}

/** @throws Inconclusive where the service no longer accepts a valid customer */
export function expectStillAccepted(after: Response, known: CreationBaseline): void {
  if (known.acceptance(after) === 'let in') return;
  throw new Inconclusive(
    `A valid customer sent afterwards returned ${after.status}, so the rejections may have had another cause.`,
  );
}

/**
 * A rejection counts only beside the same request without the mutation, which the service accepts. It has accepted the
 * plain valid customer already.
 * @param generated set for a generated mutation, so that its control is counted as one too
 * @throws Skipped where the service rejects the control too
 */
export async function provenByControl(mutation: Mutation, generated?: Generated): Promise<void> {
  const edit = mutation.neighbour ?? (mutation.without === undefined ? undefined : `without ${mutation.without}`);
  if (edit === undefined) return;
  const response = await controls(`control: ${edit}`, () => {
    const customer = freshCustomer();
    const unbent =
      mutation.neighbour === undefined
        ? without(customer, mutation.without ?? '')
        : withMember(customer, mutation.pointer, mutation.neighbour);
    const purpose =
      mutation.neighbour === undefined
        ? `without ${nameOf(mutation.without ?? '')}`
        : purposeOf(mutation, mutation.neighbour);
    // The plain right customer has this very value: it need not be asked for twice.
    if (mutation.neighbour !== undefined && mutation.neighbour === memberAt(customer, mutation.pointer))
      return creationBaseline().then(({ original }) => original);
    return send(createCustomer, { purpose, customer: unbent, ...(generated && { generated }) });
  });
  if ((await creationBaseline()).acceptance(response) === 'let in') return;
  const possible =
    mutation.neighbour === undefined
      ? `A customer without ${code(nameOf(mutation.without ?? ''))}`
      : `The valid date ${code(mutation.neighbour)}`;
  throw new Skipped(
    `${possible} was rejected too (${response.status}), so this rejection says nothing about the format.`,
  );
}

function purposeOf(mutation: Mutation, value: unknown): string {
  return `with "${nameOf(mutation.pointer)}": ${JSON.stringify(value)}${mutation.without ? `, without ${nameOf(mutation.without)}` : ''}`;
}

function isWellFormed({ pointer }: Mutation): (value: unknown) => boolean {
  const [first, second] = pointer.slice(1).split('/') as [keyof Customer & string, string?];
  return (value) => {
    const customer: Customer = second === undefined ? { [first]: value } : { address: { [second]: value } as Address };
    return validator('customer')(customer);
  };
}
