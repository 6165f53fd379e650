import { context, perRun } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { inItsWords, isServerError, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, Skipped, UnclearResponse } from '../../helpers/client/verdicts.js';
import { spokenOf } from '../../helpers/identity/candidates.js';
import { type Leaf, leavesOf } from '../../helpers/json/json-leaves.js';
import { belongsToAnswer } from '../../helpers/json/member-names.js';
import { bracket, fixtures } from '../../helpers/runner/fixture.js';
import { isLoopback } from '../../helpers/settings/loopback.js';
import { nameOf } from '../../schemas/fsapi/members.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import type { Customer } from '../../schemas/types.js';
import { validator } from '../../schemas/validate.js';
import { creationBaseline } from '../shared/creation-baseline.js';
import { freshCustomer, isNamedLike, memberAt, withMember, without } from '../shared/customer.js';
import { returnedCreation } from '../shared/customers-by-key.js';
import { createValidCustomer, customerIn, oneByOne } from '../shared/valid-requests.js';
import { shownAsStored } from './checked-later.js';
import { type Mutation, mutate } from './invalid-values.js';

/** What each mutated customer was made of. */
const valid = perRun(() => new WeakMap<object, Customer>());

/** @param value undefined for a customer without the member */
export const createWith = (pointer: string, value: unknown): Promise<Response> =>
  createValidCustomer({ purpose: inWords(pointer, value) }, (fresh) => withMember(fresh, pointer, value));

const inWords = (pointer: string, value: unknown) =>
  value === undefined ? `without ${nameOf(pointer)}` : `with "${nameOf(pointer)}": ${JSON.stringify(value)}`;

/** If the service accepts it, no quota caused the rejections. Its values save other controls. */
const afterInvalidOnes = bracket('a valid customer after the invalid ones', async () => {
  const { acceptance } = await creationBaseline();
  const body = without(withMember(freshCustomer(), '/date_of_birth', '2023-02-28'), '/address/state');
  const purpose = 'with "date_of_birth": "2023-02-28", without address.state';
  const control = await send(createCustomer, { purpose, body });
  return acceptance(control) === 'accepted' ? control : createValidCustomer();
});

/** Invalid values of one member that may become customers off loopback, where no operation deletes them. */
const mostAccepted = 3;

const acceptedOf = perRun(() => new Map<string, number>());

/** @throws Skipped off loopback once enough values of the member were accepted: there its rows come one after another */
function sendValues(mutation: Mutation) {
  const { pointer } = mutation;
  if (isLoopback(context().connection.base.hostname)) return untilAccepted(mutation);
  return oneByOne(`invalid values of ${pointer}`, async () => {
    const accepted = acceptedOf().get(pointer) ?? 0;
    if (accepted >= mostAccepted)
      throw new Skipped(
        `The service accepted and stored ${mostAccepted} invalid values of ${code(nameOf(pointer))}, so no more were sent.`,
      );
    const responses = await untilAccepted(mutation);
    const { acceptance } = await creationBaseline();
    if (responses.some((response) => acceptance(response) === 'accepted')) acceptedOf().set(pointer, accepted + 1);
    return responses;
  });
}

/** The place of the value that broke the service: a repeat sends that alone, so that chance errors do not add up. */
const broken = perRun(() => new Map<Mutation, number>());

/** Sends values until one may have become a customer, or broke the service. */
async function untilAccepted(mutation: Mutation) {
  const { pointer, together, without: omitted } = mutation;
  const { acceptance } = await creationBaseline();
  const again = broken().get(mutation);
  const responses: Response[] = [];
  for (let at = again ?? 0; again === undefined || at === again; at += 1) {
    const customer = freshCustomer('', 'rejected');
    const body = mutate(mutation, customer)[at];
    if (!body) break;
    valid().set(body, customer);
    const changed = [pointer, together, omitted].filter((place) => place !== undefined);
    const purpose = changed.map((place) => inWords(place, memberAt(body, place))).join(', ');
    const response = await send(createCustomer, { purpose, body, mayBreak: true });
    responses.push(response);
    if (isServerError(response)) broken().set(mutation, at);
    if (isServerError(response) || (isSuccess(response) && acceptance(response) !== 'rejected')) break;
  }
  return responses;
}

/** @throws Failed if the service accepts an invalid value, or always breaks on it; Inconclusive, Skipped in doubt */
export async function mustBeRejected(mutation: Mutation): Promise<Proof> {
  const [responses, after] = await afterInvalidOnes(() => sendValues(mutation));
  // Only the last may have been accepted, and counts before what decides nothing.
  const [last, ...earlier] = responses.toReversed();
  const proof = await rejected(mutation, last as Response, after);
  for (const response of earlier) await rejected(mutation, response, after);
  return proof;
}

async function rejected(mutation: Mutation, response: Response, after: Response): Promise<Proof> {
  const { original, identity, acceptance } = await creationBaseline();
  const { name, pointer } = mutation;
  const { status, request } = response;
  const value = memberAt(customerIn(request), pointer);
  const became = acceptance(response);
  // What repeats the request shows nothing of the customer.
  const isShown = (leaf: Leaf) => leaf.value === value && !belongsToAnswer(leaf, spokenOf(response));
  const isPutRight = () => showsNormalised(response, original, pointer, valid().get(request.body ?? {}));
  const mayBeStored = isSuccess(response) && became !== 'rejected';
  if (mutation.isJudgedAsShown && mayBeStored && (!leavesOf(response.json).some(isShown) || isPutRight()))
    throw new Skipped('The response does not show the value as it was sent: the service may have put it right.');
  // If the control got a 202 too, the service checks the content later, or not at all: repeats may show it.
  const isPromised = became === 'accepted' && status === 202 && original.status === 202;
  const stored = isPromised ? await shownAsStored(response, pointer) : undefined;
  const isAccepted = became === 'accepted' && (!isPromised || stored !== undefined);
  // If a server error repeats, the service breaks on the value.
  if (!isAccepted && became !== 'rejected' && !isServerError(response))
    throw new UnclearResponse(
      `${returnedCreation(response, identity)}, which does not show whether the service accepted the value.`,
      response,
    );
  if (!isAccepted && acceptance(after) !== 'accepted')
    throw new Inconclusive(
      `A valid customer sent afterwards returned ${after.status}, so the rejections may have another cause.${inItsWords(after)}`,
    );
  const mayNormalise = mutation.mayNormalise && typeof value !== 'object';
  const expected = `rejection (any 4xx)${mayNormalise ? ', or a response that shows the value normalised' : ''}`;
  const control = validCustomer(isAccepted ? original : await controlOf(mutation, after), pointer);
  const isNormalised = isAccepted && mayNormalise && isPutRight();
  if (isNormalised || became === 'rejected') {
    const how = isNormalised ? 'normalised' : 'rejected';
    const noted = { response, pointer, mutation: name, became: how } as const;
    return { expected, received: `${status}, ${how}`, control, response, noted };
  }
  const did = isAccepted ? 'accepted' : `returned ${status} for`;
  throw new Failed({
    found: `The service ${did} an invalid ${code(nameOf(pointer))} (${name}): ${code(JSON.stringify(value))}.`,
    received: `${status}${stored ? `, then ${stored.status}` : ''}${isAccepted ? ', same as for a valid customer' : ''}`,
    expected,
    control,
    response,
  });
}

/** Controls other than the plain valid customer, each sent once. */
const controls = fixtures<Response>();

/** The valid customer with the neighbour, or without the omitted member. @throws Skipped if the service rejects it too */
async function controlOf(mutation: Mutation, after: Response): Promise<Response> {
  const { neighbour, without: omitted } = mutation;
  const { original, acceptance } = await creationBaseline();
  if (neighbour === undefined && omitted === undefined) return original;
  const pointer = omitted ?? mutation.pointer;
  const purpose = inWords(pointer, neighbour);
  const response =
    [after, original].find(({ request }) => memberAt(customerIn(request), pointer) === neighbour) ??
    (await controls(purpose, () => createWith(pointer, neighbour)));
  if (acceptance(response) === 'accepted') return response;
  throw new Skipped(
    `A valid customer ${purpose} was rejected too (${response.status}), so this rejection proves nothing.`,
  );
}

/** As a control, with its value of a member unless that is configured: it may be private. */
export function validCustomer(response: Response, pointer: string) {
  const isConfigured = memberAt(context().configuration.customer, pointer) !== undefined;
  const value = code(JSON.stringify(memberAt(customerIn(response.request), pointer)));
  return { request: `a valid customer${isConfigured ? '' : ` with ${code(nameOf(pointer))} ${value}`}`, response };
}

/**
 * Whether a response shows, in place of an invalid value, the one before the mutation, or a valid one of the same letters
 * and digits; under the member's name, or where the control shows it.
 */
export function showsNormalised(response: Response, control: Response, pointer: string, before?: Customer): boolean {
  const isWellFormed = validator('customer');
  const [sent, shownByControl] = [response, control].map(({ request }) => memberAt(customerIn(request), pointer));
  const places = leavesOf(control.json).flatMap((leaf) => (leaf.value === shownByControl ? [leaf.pointer] : []));
  const signs = pointer === '/phone' ? dialled : lettersAndDigits;
  const alike = [memberAt(before, pointer), sent].map((value) => signs(String(value)));
  return leavesOf(response.json).some((leaf) => {
    if (typeof leaf.value !== 'string' || !(places.includes(leaf.pointer) || isNamedLike(leaf, pointer))) return false;
    // A phone may come as an address of RFC 3966.
    const value = leaf.value.replace(/^tel:/i, '');
    return value !== sent && isWellFormed(withMember({ address: {} }, pointer, value)) && alike.includes(signs(value));
  });
}

/** Letters and digits in lower case, without leading zeros: normalising may not change them. */
const lettersAndDigits = (value: string) => value.toLowerCase().replace(/^[^\p{L}1-9]+|[^\p{L}\p{N}]/gu, '');

/** The digits of a number; letters stand for those of a telephone’s keypad (ITU-T E.161). */
const dialled = (value: string) =>
  lettersAndDigits(value.replace(/[a-z]/gi, (letter) => `${'22233344455566677778889999'[parseInt(letter, 36) - 10]}`));
