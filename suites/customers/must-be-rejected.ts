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
import { bracket, fixture, fixtures } from '../../helpers/runner/fixture.js';
import { isLoopback } from '../../helpers/settings/loopback.js';
import { nameOf } from '../../schemas/fsapi/members.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import type { Customer } from '../../schemas/types.js';
import { customerIn } from '../creation.js';
import { type CreationBaseline, creationBaseline } from '../creation-baseline.js';
import { returned } from '../idempotency/customers-by-key.js';
import { nearKey } from '../idempotency/two-keys.js';
import { createValidCustomer } from '../requests.js';
import { type Beside, sendVariation } from '../variation.js';
import { normalisedValue } from './normalised.js';
import { freshCustomer } from './test-data/customer.js';
import { createDice } from './test-data/dice.js';
import { type InvalidMember, invalidMember, type Mutation, validBefore } from './test-data/invalid-member.js';
import { memberAt, withMember, without } from './test-data/member.js';

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
  const { id, name, pointer, draw } = row.mutation;
  if (!draw) return proof;
  const { seed } = target.configuration;
  const drawn = invalidMember(draw(createDice(seed, `${id} ${name}`)), `drawn by seed ${seed}, like: `);
  try {
    const another = await sendInvalid(pointer, () => sendVariation(createCustomer, drawn, target));
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
  row: InvalidMember,
  response: Response,
  after: Response | undefined,
  valid: Response | undefined,
): Promise<Proof> {
  const known = await creationBaseline();
  const { mutation, origin } = row;
  const { pointer, name, mayNormalise } = mutation;
  const value = code(JSON.stringify(memberAt(customerIn(response.request) ?? {}, pointer)));
  const of = `an invalid ${code(nameOf(pointer))} (${origin}${name})`;
  const expected = `rejection (any 4xx)${mayNormalise ? ', or a response that shows the value normalised' : ''}`;
  const noted = { response, pointer, mutation: name } as const;
  // A 202 accepts for processing, beside a control that got one: the content is checked later, or not at all.
  const isDeferred = response.status === 202 && known.original.status === 202;
  const shown = known.acceptance(response);
  const acceptance = shown === 'accepted' && isDeferred ? 'unclear' : shown;
  if (acceptance === 'accepted') {
    if (mayNormalise && normalisedValue(response, known.original, pointer, validBefore(response)) !== undefined)
      return {
        ...{ expected, received: `${response.status}, normalised`, response },
        noted: { ...noted, became: 'normalised' },
      };
    throw new Failed({
      found: `The service accepted ${of}: ${value}.`,
      expected,
      received: `${response.status}, same as for a valid customer`,
      control: validCustomer(known.original, mutation),
      response,
    });
  }
  // A server error is no rejection: where it repeats, the service breaks on the value.
  if (acceptance === 'unclear' && !isServerError(response))
    throw new UnclearResponse(
      `${returned(response, known.identity)}, which does not show whether the service accepted the value.`,
      response,
    );
  if (after) mustStillBeAccepted(after, known);
  const control = (await ownControl(mutation, valid)) ?? validCustomer(known.original, mutation);
  if (acceptance === 'unclear')
    throw new Failed({
      found: `Instead of rejecting ${of}, ${value}, the service returned ${response.status}.`,
      expected: 'rejection (any 4xx)',
      received: String(response.status),
      control: after ? { request: 'a valid customer, right after it', response: after } : control,
      response,
    });
  return {
    ...{ expected, received: `${response.status}, rejected`, control, response },
    noted: { ...noted, became: 'rejected' },
  };
}

/** @throws Inconclusive where the service no longer accepts a valid customer */
function mustStillBeAccepted(after: Response, known: CreationBaseline): void {
  if (known.acceptance(after) === 'accepted') return;
  throw new Inconclusive(
    `A valid customer sent afterwards returned ${after.status}, so the rejections may have had another cause.${inItsWords(after)}`,
  );
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
  const isOf = (customer: Customer) =>
    neighbour === undefined ? memberAt(customer, omitted) === undefined : memberAt(customer, pointer) === neighbour;
  if (valid && isOf(customerIn(valid.request) as Customer)) return validCustomer(valid, mutation);
  const response = await controls(`control: ${neighbour ?? `without ${omitted}`}`, async () => {
    const customer = freshCustomer();
    if (neighbour === undefined)
      return send(createCustomer, { purpose: `without ${nameOf(omitted)}`, body: without(customer, omitted) });
    // The baseline customer has this very value, so its response is the control.
    if (neighbour === memberAt(customer, pointer)) return known.original;
    const purpose = `with "${nameOf(pointer)}": ${JSON.stringify(neighbour)}`;
    return send(createCustomer, { purpose, body: withMember(customer, pointer, neighbour) });
  });
  if (known.acceptance(response) === 'accepted') return validCustomer(response, mutation);
  const possible =
    neighbour === undefined ? `A customer without ${code(nameOf(omitted))}` : `The valid date ${code(neighbour)}`;
  throw new Skipped(
    `${possible} was rejected too (${response.status}), so this rejection says nothing about the format.`,
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
