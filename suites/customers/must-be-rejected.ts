import { context, perRun } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { inItsWords, isServerError } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { TransportError } from '../../helpers/client/transport-error.js';
import {
  type ControlResponse,
  Failed,
  Inconclusive,
  type Proof,
  Skipped,
  UnclearResponse,
} from '../../helpers/client/verdicts.js';
import { leavesOf } from '../../helpers/json/json-leaves.js';
import { wordsOf } from '../../helpers/json/member-names.js';
import { bracket, fixture, fixtures } from '../../helpers/runner/fixture.js';
import { isLoopback } from '../../helpers/settings/loopback.js';
import { nameOf } from '../../schemas/fsapi/members.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import type { Customer } from '../../schemas/types.js';
import { validator } from '../../schemas/validate.js';
import { creationBaseline } from '../creation-baseline.js';
import { returned } from '../idempotency/customers-by-key.js';
import { nearKey } from '../idempotency/two-keys.js';
import { createValidCustomer, customerIn } from '../requests.js';
import { type Beside, sendVariation } from '../variation.js';
import { freshCustomer, memberAt, withMember, without } from './customer.js';
import { drawnLike, type InvalidMember, type Mutation, validBefore } from './invalid-member.js';

/** A valid customer with a day of birth. */
export const bornOn = (date: string, idempotencyKey?: string): Promise<Response> =>
  createValidCustomer(
    { purpose: `with "date_of_birth": "${date}"`, ...(idempotencyKey && { idempotencyKey }) },
    (fresh) => withMember(fresh, '/date_of_birth', date),
  );

/** A customer born on a leap day. */
export const leapDay = fixture('a customer born on a leap day', async () =>
  bornOn('2000-02-29', await nearKey('in a letter, and in no digit')),
);

/**
 * A valid customer sent after all invalid ones: if the service accepts it, no quota caused the rejections. First one that is
 * the control of some of them too, since no operation deletes a customer; a service may have rules against it.
 */
const afterInvalidOnes = bracket('a valid customer after the invalid ones', async () => {
  const { acceptance } = await creationBaseline();
  const body = without(withMember(freshCustomer(), '/date_of_birth', '2023-02-28'), '/address/state');
  const purpose = 'with "date_of_birth": "2023-02-28", without address.state';
  const control = await send(createCustomer, { purpose, body });
  return acceptance(control) === 'accepted' ? control : createValidCustomer();
});

/** So many invalid values of one member may become customers off loopback, where somebody keeps them: they show enough. */
const mostAccepted = 3;

/** What invalid values of each member came to so far, and the one that is under way. */
const sentOf = perRun(() => new Map<string, { accepted: number; last: Promise<unknown> }>());

/**
 * Sends an invalid value of a member; off loopback one after another, and no more of them once so many became customers.
 * @throws Skipped for those that are left out
 */
function sendInvalid(pointer: string, work: () => Promise<Response>): Promise<Response> {
  if (isLoopback(context().connection.base.hostname)) return work();
  const sent = sentOf().get(pointer) ?? { accepted: 0, last: Promise.resolve() };
  sentOf().set(pointer, sent);
  const own = sent.last.then(async () => {
    if (sent.accepted >= mostAccepted)
      throw new Skipped(
        `The service accepted ${mostAccepted} invalid values of ${code(nameOf(pointer))} and stored a customer with each, so no more were sent.`,
      );
    const response = await work();
    if ((await creationBaseline()).acceptance(response) === 'accepted') sent.accepted += 1;
    return response;
  });
  sent.last = own.catch(() => undefined);
  return own;
}

/** As `sendInvalid`, before a closing control. */
export const closingOf = (pointer: string) => (work: () => Promise<Response>) =>
  afterInvalidOnes(() => sendInvalid(pointer, work));

/**
 * An invalid value of one member is rejected, beside a valid customer that the service accepted; and another value of the
 * same way, where the run's seed draws one.
 * @throws Failed where the service accepts the value as it is, or breaks on it each time
 * @throws Inconclusive, Skipped where the responses, or the control, do not decide
 */
export async function mustBeRejected(
  response: Response,
  { row, after, target }: Beside<InvalidMember>,
): Promise<Proof> {
  const proof = await rejected(row, response, after, after);
  const drawn = drawnLike(row, target.configuration.seed);
  if (!drawn) return proof;
  try {
    const another = await sendInvalid(row.mutation.pointer, () => sendVariation(createCustomer, drawn, target));
    await rejected(drawn, another, undefined, after);
  } catch (error) {
    // A drawn value only adds failures: where it decides nothing, what was written by hand decides.
    const isDoubt = [Skipped, Inconclusive, TransportError].some((kind) => error instanceof kind);
    if (!isDoubt) throw error;
  }
  // Without the drawn value: observations of two nights compare the same requests.
  return proof;
}

/** @param after a valid customer after the response @param valid one that may be the control, whenever it was sent */
async function rejected(
  { mutation, origin }: InvalidMember,
  response: Response,
  after: Response | undefined,
  valid: Response | undefined,
): Promise<Proof> {
  const known = await creationBaseline();
  const { pointer, name, mayNormalise } = mutation;
  const value = code(JSON.stringify(memberAt(customerIn(response.request) ?? {}, pointer)));
  const of = `an invalid ${code(nameOf(pointer))} (${origin}${name})`;
  const sides = {
    expected: `rejection (any 4xx)${mayNormalise ? ', or a response that shows the value normalised' : ''}`,
    control: validCustomer(known.original, mutation),
    response,
  };
  const passed = (became: 'normalised' | 'rejected'): Proof => ({
    ...{ ...sides, received: `${response.status}, ${became}` },
    noted: { response, pointer, mutation: name, became },
  });
  // A 202 accepts for processing, beside a control that got one: the content is checked later, or not at all.
  const isDeferred = response.status === 202 && known.original.status === 202;
  const shown = known.acceptance(response);
  const acceptance = shown === 'accepted' && isDeferred ? 'unclear' : shown;
  if (acceptance === 'accepted') {
    const isNormalised = normalisedValue(response, known.original, pointer, validBefore(response)) !== undefined;
    if (mayNormalise && isNormalised) return passed('normalised');
    throw new Failed({
      ...sides,
      found: `The service accepted ${of}: ${value}.`,
      received: `${response.status}, same as for a valid customer`,
    });
  }
  // A server error is no rejection: where it repeats, the service breaks on the value.
  if (acceptance === 'unclear' && !isServerError(response))
    throw new UnclearResponse(
      `${returned(response, known.identity)}, which does not show whether the service accepted the value.`,
      response,
    );
  if (after && known.acceptance(after) !== 'accepted')
    throw new Inconclusive(
      `A valid customer sent afterwards returned ${after.status}, so the rejections may have had another cause.${inItsWords(after)}`,
    );
  sides.control = (await ownControl(mutation, valid)) ?? sides.control;
  if (acceptance === 'rejected') return passed('rejected');
  throw new Failed({
    ...sides,
    found: `Instead of rejecting ${of}, ${value}, the service returned ${response.status}.`,
    received: String(response.status),
    ...(after && { control: { request: 'a valid customer, right after it', response: after } }),
  });
}

/** Controls other than the plain valid customer, each sent once. */
const controls = fixtures<Response>();

/**
 * A rejection counts only beside a valid customer, which the service accepts. It has accepted the plain one already; a
 * mutation next to a valid value, or without a member, needs one with that value, or without that member.
 * @returns the control, where the mutation has one of its own
 * @throws Skipped where the service rejects the control too
 */
async function ownControl(mutation: Mutation, valid: Response | undefined): Promise<ControlResponse | undefined> {
  const { pointer, neighbour, without: omitted = '' } = mutation;
  if (neighbour === undefined && omitted === '') return undefined;
  const known = await creationBaseline();
  const isOf = ({ request }: Response) => {
    const customer = customerIn(request) ?? {};
    return neighbour === undefined
      ? memberAt(customer, omitted) === undefined
      : memberAt(customer, pointer) === neighbour;
  };
  const changed = (customer: Customer) =>
    neighbour === undefined ? without(customer, omitted) : withMember(customer, pointer, neighbour);
  const purpose =
    neighbour === undefined ? `without ${nameOf(omitted)}` : `with "${nameOf(pointer)}": ${JSON.stringify(neighbour)}`;
  // One that was sent anyway, such as the baseline customer, may have this very value.
  const response =
    [valid, known.original].find((one) => one && isOf(one)) ??
    (await controls(purpose, () => send(createCustomer, { purpose, body: changed(freshCustomer()) })));
  if (known.acceptance(response) === 'accepted') return validCustomer(response, mutation);
  throw new Skipped(
    `A valid customer ${purpose} was rejected too (${response.status}), so this rejection says nothing about the format.`,
  );
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

/**
 * The valid value that a response shows in place of an invalid one: at the place where the control's response shows the
 * member, or under its own name; and either the value before the mutation, or the same letters and digits. Undefined
 * where the response does not show it.
 * @param valid the customer before the mutation
 */
export function normalisedValue(
  response: Response,
  control: Response,
  pointer: string,
  valid: Customer | undefined,
): string | undefined {
  const isWellFormed = validator('customer');
  const [sent, before] = [customerIn(response.request), valid].map((one) => memberAt(one ?? {}, pointer));
  const lastWord = (name = '') => wordsOf(name).join('');
  const member = lastWord(pointer.split('/').at(-1));
  const shownByControl = memberAt(customerIn(control.request) ?? {}, pointer);
  const places = leavesOf(control.json).flatMap((leaf) => (leaf.value === shownByControl ? [leaf.pointer] : []));
  const signs = pointer === '/phone' ? dialled : lettersAndDigits;
  const isSame = (shown: string) => [before, sent].some((one) => signs(String(one)) === signs(shown));
  const shown = leavesOf(response.json).find(
    (leaf) =>
      typeof leaf.value === 'string' &&
      (places.includes(leaf.pointer) || lastWord(leaf.names.at(-1)) === member) &&
      leaf.value !== sent &&
      isWellFormed(withMember({ address: {} }, pointer, leaf.value)) &&
      isSame(leaf.value),
  );
  return shown && String(shown.value);
}

/** In lower case, without leading zeros: normalising may not change them. */
const lettersAndDigits = (value: string) =>
  value
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+/, '');

/** The digits of a number, letters as on a telephone's keypad (ITU-T E.161). */
function dialled(value: string): string {
  const keypad = (letter: string) => '22233344455566677778889999'[letter.toLowerCase().charCodeAt(0) - 97] ?? '';
  return value.replace(/[a-z]/gi, keypad).replace(/\D/g, '').replace(/^0+/, '');
}
