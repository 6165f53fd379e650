import { context } from '../../helpers/client/context.js';
import type { Generated, Response } from '../../helpers/client/message.js';
import { inItsWords, isServerError } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import {
  type ControlResponse,
  Failed,
  Inconclusive,
  type Noted,
  type Proof,
  Skipped,
  UnclearResponse,
} from '../../helpers/client/verdicts.js';
import type { Acceptance } from '../../helpers/identity/acceptance.js';
import { leavesOf } from '../../helpers/json/json-leaves.js';
import { wordsOf } from '../../helpers/json/member-names.js';
import { bracket, fixtures } from '../../helpers/runner/fixture.js';
import { nameOf } from '../../schemas/fsapi/members.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import type { Customer } from '../../schemas/types.js';
import { validator } from '../../schemas/validate.js';
import { createValidCustomer } from '../probes/baseline-requests.js';
import { type CreationBaseline, creationBaseline } from '../probes/creation-baseline.js';
import { customerIn } from '../probes/customers/creation.js';
import { returned } from '../probes/keys/customers-by-key.js';
import { freshCustomer } from './test-data/customer.js';
import { memberAt, withMember, without } from './test-data/member.js';
import { type Mutation, mutate } from './test-data/mutation.js';

/** A valid customer sent after all invalid ones: if the service accepts it, no quota caused the rejections. */
export const closing = bracket('a valid customer after the invalid ones', () => createValidCustomer());

/** Controls other than the plain valid customer, each sent once. */
const controls = fixtures<Response>();

/**
 * Sends a customer with an invalid value of one member, beside a valid customer.
 * @throws Failed where the service accepts the value as it is
 * @throws Inconclusive, Skipped where the responses, or the control, do not decide
 */
export async function expectRejected(mutation: Mutation): Promise<Proof> {
  const known = await creationBaseline();
  const mutated = mutateAgain(mutation);
  const { purpose, customer } = mutated;
  const [response, after] = await closing(() => send(createCustomer, { purpose, body: customer, mayBreak: true }));
  const noted = (became: Noted['became']): Noted => {
    const { pointer, name } = mutation;
    return { response, pointer, mutation: name, became };
  };
  switch (outcomeOfMutation(mutated, response, known)) {
    case 'unclear':
      if (!isServerError(response)) throw unclear(response, known);
      expectStillAccepted(after, known);
      await provenByControl(mutation);
      throw breaksOn(mutated, response, after);
    case 'rejected':
      expectStillAccepted(after, known);
      return {
        expected: expectedOf(mutation),
        received: `${response.status}, rejected`,
        control: (await provenByControl(mutation)) ?? validCustomer(known.original, mutation),
        response,
        noted: noted('rejected'),
      };
    case 'normalised':
      return {
        expected: expectedOf(mutation),
        received: `${response.status}, normalised`,
        response,
        noted: noted('normalised'),
      };
    case 'accepted':
      throw acceptedInvalid(mutated, response, known);
  }
}

interface MutatedRequest {
  readonly of: Mutation;
  readonly purpose: string;
  readonly customer: Customer;
  readonly value: unknown;
  readonly before: unknown;
}

/** Mutates a member of a fresh customer. @throws Error as `mutate` */
export function mutateAgain(mutation: Mutation): MutatedRequest {
  const customer = freshCustomer('', 'rejected');
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
): Acceptance | 'normalised' {
  const acceptance = known.acceptance(response);
  if (acceptance !== 'accepted' || !of.mayNormalise) return acceptance;
  const mutated = { pointer: of.pointer, before, sent: value };
  return normalisedValue(response, known.original, mutated) === undefined ? 'accepted' : 'normalised';
}

export function acceptedInvalid({ of, value }: MutatedRequest, response: Response, known: CreationBaseline): Failed {
  return new Failed({
    found: `The service accepted an invalid ${code(nameOf(of.pointer))} (${of.name}): ${code(JSON.stringify(value))}.`,
    expected: expectedOf(of),
    received: `${response.status}, same as for a valid customer`,
    control: validCustomer(known.original, of),
    response,
  });
}

/** A server error is no rejection: where it repeats, the service breaks on the value. */
function breaksOn({ of, value }: MutatedRequest, response: Response, after: Response): Failed {
  return new Failed({
    found: `The service breaks on an invalid ${code(nameOf(of.pointer))} (${of.name}) instead of rejecting it: ${code(JSON.stringify(value))} returned ${response.status}.`,
    expected: 'rejection (any 4xx)',
    received: String(response.status),
    control: { request: 'a valid customer, right after it', response: after },
    response,
  });
}

function expectedOf({ mayNormalise }: Mutation): string {
  return mayNormalise ? 'rejection (any 4xx), or a response that shows the value normalised' : 'rejection (any 4xx)';
}

/**
 * A valid customer as a control, in the words of its own request: the value that it had of the member, and what it lacked.
 * A configured value may be nobody else's business, so it is quoted only where the evidence is recorded in full.
 */
export function validCustomer(
  response: Response,
  { pointer, neighbour, without: omitted }: Pick<Mutation, 'pointer' | 'neighbour' | 'without'>,
): ControlResponse {
  const customer = customerIn(response.request);
  const { customer: configured, evidence } = context().configuration;
  const sent = (at: string) => customer && memberAt(customer, at);
  const isPrivate =
    evidence !== 'full' && sent(pointer) !== neighbour && memberAt({ ...configured }, pointer) !== undefined;
  const value = isPrivate ? `from ${code('CONFORMANCE_CUSTOMER')}` : code(JSON.stringify(sent(pointer)));
  const lacking = [pointer, omitted].filter((at) => at !== undefined && sent(at) === undefined) as string[];
  const words = [
    ...(sent(pointer) === undefined ? [] : [`with ${code(nameOf(pointer))} ${value}`]),
    ...lacking.map((at) => `without ${code(nameOf(at))}`),
  ];
  return { request: ['a valid customer', words.join(' and ')].filter(Boolean).join(' '), response };
}

/** A response that neither accepts nor rejects. */
export function unclear(response: Response, { identity }: CreationBaseline): UnclearResponse {
  return new UnclearResponse(
    `${returned(response, identity)}, which does not show whether the service accepted the value.`,
    response,
  );
}

/** @throws Inconclusive where the service no longer accepts a valid customer */
export function expectStillAccepted(after: Response, known: CreationBaseline): void {
  if (known.acceptance(after) === 'accepted') return;
  throw new Inconclusive(
    `A valid customer sent afterwards returned ${after.status}, so the rejections may have had another cause.${inItsWords(after)}`,
  );
}

/**
 * A rejection counts only beside a valid customer, which the service accepts. It has accepted the plain one already; a
 * mutation next to a valid value, or without a member, needs one with that value, or without that member.
 * @param generated set for a generated mutation, so that its control is counted as one too
 * @returns the control, where the mutation has one of its own
 * @throws Skipped where the service rejects the control too
 */
export async function provenByControl(mutation: Mutation, generated?: Generated): Promise<ControlResponse | undefined> {
  const { pointer, neighbour, without: omitted = '' } = mutation;
  if (neighbour === undefined && omitted === '') return undefined;
  const response = await controls(`control: ${neighbour ?? `without ${omitted}`}`, async () => {
    const customer = freshCustomer();
    const more = generated && { generated };
    if (neighbour === undefined)
      return send(createCustomer, {
        purpose: `without ${nameOf(omitted)}`,
        body: without(customer, omitted),
        ...more,
      });
    // The baseline customer has this very value, so its response is the control.
    if (neighbour === memberAt(customer, pointer)) return (await creationBaseline()).original;
    const purpose = purposeOf(mutation, neighbour);
    return send(createCustomer, { purpose, body: withMember(customer, pointer, neighbour), ...more });
  });
  if ((await creationBaseline()).acceptance(response) === 'accepted') return validCustomer(response, mutation);
  const possible =
    neighbour === undefined ? `A customer without ${code(nameOf(omitted))}` : `The valid date ${code(neighbour)}`;
  throw new Skipped(
    `${possible} was rejected too (${response.status}), so this rejection says nothing about the format.`,
  );
}

function purposeOf(mutation: Mutation, value: unknown): string {
  return `with "${nameOf(mutation.pointer)}": ${JSON.stringify(value)}${mutation.without ? `, without ${nameOf(mutation.without)}` : ''}`;
}

function isWellFormed(pointer: string, value: unknown): boolean {
  return validator('customer')(withMember({ address: {} }, pointer, value));
}

/** A mutated member: its value before, and the one that was sent. */
interface Mutated {
  readonly pointer: string;
  readonly before: unknown;
  readonly sent: unknown;
}

/**
 * The valid value that a response shows in place of an invalid one: at the place where the control's response shows the
 * member, or under its own name; and either the value before the mutation, or the same letters and digits. Undefined
 * where the response does not show it.
 */
export function normalisedValue(
  response: Response,
  control: Response,
  { pointer, before, sent }: Mutated,
): string | undefined {
  const member = wordsOf(pointer.split('/').at(-1) ?? '').join('');
  const valid = memberAt(customerIn(control.request) ?? {}, pointer);
  const places = new Set(leavesOf(control.json).flatMap((leaf) => (leaf.value === valid ? [leaf.pointer] : [])));
  const shown = leavesOf(response.json).find(
    (leaf) =>
      typeof leaf.value === 'string' &&
      (places.has(leaf.pointer) || wordsOf(leaf.names.at(-1) ?? '').join('') === member) &&
      leaf.value !== sent &&
      isWellFormed(pointer, leaf.value) &&
      (alike(leaf.value, String(before), pointer) || alike(leaf.value, String(sent), pointer)),
  );
  return typeof shown?.value === 'string' ? shown.value : undefined;
}

function alike(shown: string, sent: string, pointer: string): boolean {
  if (pointer === '/phone') return digits(shown) === digits(sent);
  return folded(shown) === folded(sent);
}

/** Letters and digits only, in lower case, without leading zeros: normalising may not change them. */
function folded(value: string): string {
  return value
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+/, '');
}

/** The digits of a number, letters as on a telephone's keypad (ITU-T E.161). */
function digits(value: string): string {
  const keypad = (letter: string) => '22233344455566677778889999'[letter.toLowerCase().charCodeAt(0) - 97] ?? '';
  return value.replace(/[a-z]/gi, keypad).replace(/\D/g, '').replace(/^0+/, '');
}
