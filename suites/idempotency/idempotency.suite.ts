/**
 * Endpoints, common request headers: every POST carries an Idempotency-Key, so that a write can be retried without
 * creating a duplicate.
 *
 * The specification does not define the response to a repeat. So the suite judges a repeat by its effect, not by its
 * status: two identities under one key are two customers; a rejected repeat created none.
 */

import { perRun } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { describeResponse, isRejection, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, UnclearResponse } from '../../helpers/client/verdicts.js';
import { sameResource } from '../../helpers/identity/resource-identity.js';
import type { Fact } from '../../helpers/runner/fact.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { suite } from '../../helpers/runner/suite.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { type CreationBaseline, creationBaseline, isCanned, orNone, requireIdentity } from '../creation-baseline.js';
import { leaveUsedPhones } from '../customers/customer.js';
import { leapDay } from '../customers/must-be-rejected.js';
import { ofCustomers } from '../facts.js';
import { againOf, createValidCustomer, customerIn, longKey, uuid } from '../requests.js';
import { disclosed } from '../traces.js';

import { isRejectedRepeat, mustShowOne, type Plan, requireKeysTakeEffect, type Tries, triesOf } from './tries.js';
import { differences, expectNoHiddenDuplicate, expectOwnCustomers, type HowKeysDiffer, nearKey } from './two-keys.js';

export const idempotency = suite<typeof fsapi>();
const { check } = idempotency;

// A write can be retried without creating a duplicate; and a retry may overtake the first try, or follow a lost answer.

/** Tries of one write, as a check. */
interface CheckedPlan extends Plan {
  /** How the key of the write differs from an earlier one, so that one customer serves IDEM-04 too. */
  readonly near?: HowKeysDiffer;
  readonly basis?: 'inferred';
}

const retries: readonly CheckedPlan[] = [
  {
    name: 'eight retries, some on connections of their own',
    how: 'right away',
    likelyCause: 'The service ignores the key, or forgets it after the first response.',
  },
  {
    name: 'a retry after a pause',
    how: 'after 1.1 s',
    near: 'in length alone',
    // How long a key is kept is not shown: a second is less than any client waits.
    basis: 'inferred',
    pauseMs: 1100,
    likelyCause: 'Keys are kept for too short a time, such as a time to live in milliseconds instead of seconds.',
  },
  {
    name: 'a retry with the members in another order',
    how: 'with the members in another order and other white space',
    inAnotherOrder: true,
    likelyCause: 'The service identifies a retry by the key and the exact bytes of the body.',
  },
];

/** Bursts are so many that they hit a window of 30 ms, which a single one may miss. */
const concurrent: readonly CheckedPlan[] = [
  ...(['at the front', 'in the middle', 'at the end'] as const).map((near, at) => ({
    ...{ name: `burst ${at + 1}`, how: 'at once', near, atOnce: Array(8).fill(0) },
  })),
  {
    name: 'tries while the first one is being worked on',
    how: 'at 0, 25, 50, 75, 100 and 125 % of the time of a valid response',
    near: 'in the place of a hyphen alone',
    atOnce: [0, 0.25, 0.5, 0.75, 1, 1.25],
  },
];

/** Moments of the break, with shares of the time that a valid response takes. */
const broken: readonly CheckedPlan[] = (
  [
    ['as soon as the request had left', 0, 'at character 37'],
    ['while it was being worked on', 0.4, 'at character 65'],
    ['shortly before the answer', 0.8, 'at character 200'],
  ] as const
).map(([moment, cutAt, near]) => ({
  ...{ name: `connection broken ${moment}`, how: 'after a broken connection', near, cutAt },
}));

/** The first tries of each plan that has a key near to an earlier one. */
const firstTries = Object.fromEntries(
  [...retries, ...concurrent, ...broken].flatMap((plan) => {
    const { near, name } = plan;
    return near
      ? [[near, fixture(name, async () => triesOf(plan, await creationBaseline(), await nearKey(near)))]]
      : [];
  }),
) as Readonly<Partial<Record<HowKeysDiffer, () => Promise<Tries>>>>;

/** The responses to a customer under the first key that differs so: of a plan, or of whoever else creates one. */
const responsesUnder = async (how: HowKeysDiffer): Promise<readonly Response[]> =>
  (await orNone(firstTries[how]?.().then(({ responses }) => responses) ?? leapDay().then((one) => [one]))) ?? [];

const begun = perRun(() => new Set<Plan>());

/** The tries of a plan show one customer; whoever asks once more, since a server error decided nothing, gets others. */
async function judged(plan: CheckedPlan): Promise<Proof> {
  const known = await creationBaseline();
  // What plain retries show is judged by IDEM-01 alone.
  if (plan !== retries[0]) await requireKeysTakeEffect(known);
  // Repeats that succeed without a customer's identity do not distinguish one customer from two.
  if (!retries.includes(plan) && !isRejectedRepeat(known.repeat)) requireIdentity(known);
  const first = plan.near && firstTries[plan.near];
  if (!first || begun().has(plan)) return mustShowOne(known, await triesOf(plan, known));
  begun().add(plan);
  return mustShowOne(known, await first());
}

/** Where keys are forgotten after a while, a break changes nothing. */
const keysAreKept: Fact = {
  name: 'a key is kept for more than a second',
  owner: 'IDEM-01',
  establish: async () => {
    const tries = await firstTries['in length alone']?.();
    const { response } = tries ? mustShowOne(await creationBaseline(), tries) : {};
    return { sentence: 'A retry after 1.1 s showed no second customer.', responses: response ? [response] : [] };
  },
};

for (const plan of retries) {
  const { basis, pauseMs, name } = plan;
  const about = { ...(pauseMs && { phase: 'patient' as const }), ...(basis && { basis }), shown: ofCustomers };
  check('IDEM-01', name, about, () => judged(plan));
}

check('IDEM-01', 'accounts that retries open', { phase: 'last', shown: ofCustomers }, expectNoHiddenDuplicate);

for (const plan of concurrent) check('IDEM-02', plan.name, { phase: 'early', shown: ofCustomers }, () => judged(plan));

for (const plan of broken)
  check('IDEM-03', plan.name, { phase: 'patient', unless: [keysAreKept], shown: ofCustomers }, () => judged(plan));

// Another key is another write.

for (const name of Object.keys(differences) as HowKeysDiffer[])
  check('IDEM-04', `keys that differ ${name}`, { shown: ofCustomers }, async () => {
    const known = await creationBaseline();
    await requireKeysTakeEffect(known);
    const { base: makeBase, near } = differences[name];
    const base = await makeBase();
    const keys = [0, 1, 2, 3, 4].map((attempt) => near(base.request.idempotencyKey ?? '', attempt));
    const shared = (await responsesUnder(name)).filter(({ request }) => request.idempotencyKey === keys[0]);
    // A repeat may show no customer, and the first try of a broken connection returned nothing.
    const shows = (one: Response) => !known.identity || sameResource(base, one, known.identity) !== undefined;
    const other = shared.find((one) => isSuccess(one) && shows(one));
    if (other) return mustBeAnother(known, base, other, name, true);
    const rejections: Response[] = [];
    // An earlier run may have used the number or the address, so a rejection is retried with others.
    for (const idempotencyKey of keys.slice(shared.length === 0 ? 0 : 1)) {
      const response = await send(createCustomer, { idempotencyKey, purpose: `with a key that differs ${name}` });
      if (!isRejection(response)) return mustBeAnother(known, base, response, name);
      rejections.push(response);
      leaveUsedPhones();
    }
    const [response] = rejections as [Response];
    const idempotencyKey = base === known.original ? uuid() : longKey(base.request.idempotencyKey?.length);
    const control = await createValidCustomer({ idempotencyKey, purpose: 'under a key unlike any other' });
    if (known.acceptance(control) !== 'accepted')
      throw new Inconclusive(`A customer under a fresh key also returned ${control.status}.`);
    throw new Failed({
      found: `The service rejected customers under ${rejections.length} keys that differ ${name} from a used one.`,
      expected: 'a second customer: another key is another write',
      received: String(response.status),
      control: { request: 'the same under a key unlike any other', response: control },
      response,
    });
  });

check('IDEM-04', 'keys of the whole run', { phase: 'last', shown: ofCustomers }, expectOwnCustomers);

/**
 * @param isOfTries whether several tries made it
 * @throws Failed where two keys return one customer, Inconclusive where the responses do not show it
 */
async function mustBeAnother(
  known: CreationBaseline,
  base: Response,
  other: Response,
  name: string,
  isOfTries = false,
): Promise<Proof> {
  const control = { request: 'one POST under a key unlike it', response: known.control };
  const swallowed = (response: Response, what: string) =>
    new Failed({
      found: `The service treats keys that differ ${name} as one: ${what}.`,
      expected: 'two customers, one for each key',
      received: `${response.status}, the other key’s customer`,
      ...{ control, response },
    });
  const { email, phone } = customerIn(base.request) ?? {};
  const personal = [email, phone].filter((value) => typeof value === 'string');
  if (disclosed(other, personal).length > 0) throw swallowed(other, 'the second write returned the first one’s data');
  // The service rejects repeats, and this was none: it distinguishes the keys.
  if (!known.identity && !isCanned(known) && isRejectedRepeat(known.repeat) && known.acceptance(other) === 'accepted')
    return { response: other };
  const identity = requireIdentity(known);
  const same = sameResource(base, other, identity);
  if (same) throw swallowed(other, 'the second write returned the first one’s customer');
  if (same === undefined)
    throw new UnclearResponse(
      `${describeResponse(other)} returned ${other.status} without a customer id, so the keys cannot be compared.`,
      other,
    );
  const response = await send(createCustomer, {
    ...againOf(other),
    purpose: `again, with the key that differs ${name}`,
  });
  if (!isSuccess(response) || sameResource(other, response, identity) !== false) return { response };
  if (sameResource(base, response, identity))
    throw swallowed(response, 'the retry of the second write returned the first one’s customer');
  // Keys of this form have an effect (`nearKey`): the race, or the break, of these tries made two customers (IDEM-02, IDEM-03).
  if (isOfTries) return { response };
  // Plain retries gave the first customer again: what differs here is the form of the key.
  throw new Failed({
    found: `The service accepted a key of ${other.request.idempotencyKey?.length} characters, and its retry created another customer.`,
    expected: 'the customer of that key, or a rejection',
    received: `${response.status}, a third customer`,
    ...{ control, response },
  });
}
