import { code } from '../../schemas/marked.js';
import { nameOf } from '../../schemas/members.js';
import { createCustomer } from '../../schemas/operations.js';
import type { Address, Customer } from '../../schemas/types.js';
import { validator } from '../../schemas/validate.js';
import type { Generated } from '../client/request.js';
import { describeResponse, type Response } from '../client/response.js';
import { send } from '../client/send.js';
import { Failed, Inconclusive, Skipped, UnclearResponse } from '../client/verdicts.js';
import type { Acceptance } from '../identity/acceptance.js';
import { bracket, fixtures } from '../runner/fixture.js';
import { note } from '../runner/side-observations.js';
import { freshCustomer } from '../test-data/customer.js';
import { memberAt, withMember, without } from '../test-data/member.js';
import { type Mutation, mutate } from '../test-data/mutation.js';
import { createValidCustomer } from './baseline-requests.js';
import { type CreationBaseline, creationBaseline } from './creation-baseline.js';
import { normalisedValue } from './normalised.js';

/** One customer that is let in after all the malformed ones: what was refused between was not refused by a quota. */
export const closing = bracket('a right customer after the malformed ones', () => createValidCustomer());

/** Controls other than the plain right customer, each asked once. */
const controls = fixtures<Response>();

/**
 * Asks whether a malformed value of one member is refused, beside the same customer without the bend.
 * @throws Failed where it is let in as it is
 * @throws Undecided, Withheld where the answers, or the control, do not decide
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

/** A fresh customer with a bend in it, as it is sent. */
export interface MutatedRequest {
  readonly of: Mutation;
  readonly purpose: string;
  readonly customer: Customer;
  readonly value: unknown;
  /** What stood there before. */
  readonly before: unknown;
}

/** Bends a member of a fresh customer. @throws Error as `applyBend` */
export function mutateAgain(mutation: Mutation): MutatedRequest {
  const customer = freshCustomer();
  const { customer: mutated, value } = mutate(mutation, customer);
  const matching = mutation.together ? ` and "${nameOf(mutation.together.pointer)}" to match` : '';
  const purpose = `${purposeOf(mutation, value)}${matching}`;
  return { of: mutation, purpose, customer: mutated, value, before: memberAt(customer, mutation.pointer) };
}

/** What became of a malformed value: let in as it is, or put right as the answer shows. */
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

/** A malformed value that was let in as it is. */
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

/** An answer that says neither yes nor no. */
export function unclear(response: Response): UnclearResponse {
  return new UnclearResponse(
    `${describeResponse(response)} is answered ${response.status}, which neither lets it in nor refuses it.`,
    response,
  );
}

/** @throws Undecided where a right customer is not let in any more */
export function expectStillAccepted(after: Response, known: CreationBaseline): void {
  if (known.acceptance(after) === 'let in') return;
  throw new Inconclusive(
    `A right customer sent after the malformed ones is answered ${after.status}, so the refusals may have been of something else.`,
  );
}

/**
 * A refusal counts only beside the same request, unbent, that was let in. The plain right customer was already.
 * @param generated where the bend is, so that its control is counted as such too
 * @throws Withheld where the unbent one is refused too
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
      ? `A customer ${edit.replace('/address/', 'address.')}`
      : `${mutation.neighbour}, a possible date,`;
  throw new Skipped(`${possible} is refused too (${response.status}), so this refusal shows nothing about the form.`);
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
