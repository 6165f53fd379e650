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
import { type AboutCheck, suite } from '../../helpers/runner/suite.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { customerIn } from '../creation.js';
import { type CreationBaseline, creationBaseline, isCanned, orNone, requireIdentity } from '../creation-baseline.js';
import { leaveUsedPhones } from '../customers/customer.js';
import { leapDay } from '../customers/must-be-rejected.js';
import { disclosed } from '../disclosure/search.js';
import { ofCustomers } from '../facts.js';
import { createValidCustomer } from '../requests.js';
import { longKey, uuid } from './keys.js';
import {
  guessOfMany,
  isRejectedRepeat,
  mustShowOne,
  plainRetries,
  requireDistinguishableRepeats,
  requireKeysTakeEffect,
  type Tries,
  triesAfterBreak,
  triesAfterPause,
  triesAtOnce,
  triesInAnotherOrder,
} from './tries.js';
import { differences, type HowKeysDiffer, nearKey } from './two-keys.js';
import { expectNoHiddenDuplicate, expectOwnCustomers } from './whole-run.js';

export const idempotency = suite<typeof fsapi>();
const { check } = idempotency;

// A write can be retried without creating a duplicate; and a retry may overtake the first try, or follow a lost answer.

/** Tries of one write: when each leaves, on which connection, and where it is cut. */
interface Plan {
  readonly name: string;
  /** How the key of the write differs from an earlier one, so that one customer serves IDEM-04 too. */
  readonly near?: HowKeysDiffer;
  /** Whether a plain retry, alone, has to show the first customer: else what these tries show adds nothing. */
  readonly beyondPlain?: true;
  readonly make: (known: CreationBaseline, key?: string) => Promise<Tries>;
}

const retries: readonly (Plan & Pick<AboutCheck, 'phase' | 'basis'>)[] = [
  {
    name: 'eight retries, some on connections of their own',
    make: async ({ original }) => ({
      how: 'right away',
      first: original,
      responses: await plainRetries(),
      guess: guessOfMany,
    }),
  },
  {
    name: 'a retry after a pause',
    near: 'in length alone',
    phase: 'patient',
    // How long a key is kept is not shown: a second is less than any client waits.
    basis: 'inferred',
    beyondPlain: true,
    make: triesAfterPause,
  },
  { name: 'a retry with the members in another order', beyondPlain: true, make: triesInAnotherOrder },
];

/** Bursts are so many that they hit a window of 30 ms, which a single one may miss. */
const concurrent: readonly Plan[] = [
  ...(['at the front', 'in the middle', 'at the end'] as const).map((near, at) => ({
    ...{ name: `burst ${at + 1}`, near },
    make: (known: CreationBaseline, key?: string) => triesAtOnce(known, Array(8).fill(0), 'at once', key),
  })),
  {
    name: 'tries while the first one is being worked on',
    near: 'in the place of a hyphen alone',
    make: (known, key) => {
      const when = 'at 0, 25, 50, 75, 100 and 125 % of the time of a valid response';
      return triesAtOnce(known, [0, 0.25, 0.5, 0.75, 1, 1.25], when, key);
    },
  },
];

/** Moments of the break, with shares of the time that a valid response takes. */
const broken: readonly Plan[] = (
  [
    ['as soon as the request had left', 0, 'at character 37'],
    ['while it was being worked on', 0.4, 'at character 65'],
    ['shortly before the answer', 0.8, 'at character 200'],
  ] as const
).map(([moment, share, near]) => ({
  ...{ name: `connection broken ${moment}`, near },
  make: (known, key) => triesAfterBreak(known, moment, share, key),
}));

/** The first tries of each plan that has a key near to an earlier one. */
const firstTries = Object.fromEntries(
  [...retries, ...concurrent, ...broken].flatMap(({ name, near, make }) =>
    near ? [[near, fixture(name, async () => make(await creationBaseline(), await nearKey(near)))] as const] : [],
  ),
) as Readonly<Partial<Record<HowKeysDiffer, () => Promise<Tries>>>>;

/** The responses to a customer under the first key that differs so: of a plan, or of whoever else creates one. */
const responsesUnder = async (how: HowKeysDiffer): Promise<readonly Response[]> => {
  const tries = await orNone<Pick<Tries, 'responses'> | undefined>(
    firstTries[how]?.() ?? leapDay().then((response) => ({ responses: [response] })),
  );
  return tries?.responses ?? [];
};

const begun = perRun(() => new Set<Plan>());

/** The tries of a plan; whoever asks once more, since a server error decided nothing, gets others. */
function triesOf(plan: Plan, known: CreationBaseline): Promise<Tries> {
  const first = plan.near && firstTries[plan.near];
  if (!first || begun().has(plan)) return plan.make(known);
  begun().add(plan);
  return first();
}

for (const plan of retries) {
  const { name, beyondPlain, phase, basis } = plan;
  check('IDEM-01', name, { ...(phase && { phase }), ...(basis && { basis }), shown: ofCustomers }, async () => {
    const known = await creationBaseline();
    if (beyondPlain) await requireKeysTakeEffect(known);
    return mustShowOne(known, await triesOf(plan, known));
  });
}

check('IDEM-01', 'accounts that retries open', { phase: 'last', shown: ofCustomers }, expectNoHiddenDuplicate);

/** Where keys are forgotten after a while, a break changes nothing. */
const keysAreKept: Fact = {
  name: 'a key is kept for more than a second',
  owner: 'IDEM-01',
  establish: async () => {
    const known = await creationBaseline();
    const tries = (await firstTries['in length alone']?.()) ?? (await triesAfterPause(known));
    const { response } = mustShowOne(known, tries);
    return { sentence: 'A retry after 1.1 s showed no second customer.', responses: response ? [response] : [] };
  },
};

for (const [id, plans, rests] of [
  ['IDEM-02', concurrent, { phase: 'early' }],
  ['IDEM-03', broken, { phase: 'patient', unless: [keysAreKept] }],
] as const)
  for (const plan of plans)
    check(id, plan.name, { ...rests, shown: ofCustomers }, async () => {
      const known = await creationBaseline();
      requireDistinguishableRepeats(known);
      await requireKeysTakeEffect(known);
      return mustShowOne(known, await triesOf(plan, known));
    });

// Another key is another write.

for (const name of Object.keys(differences) as HowKeysDiffer[]) {
  check('IDEM-04', `keys that differ ${name}`, { shown: ofCustomers }, async () => {
    const known = await creationBaseline();
    await requireKeysTakeEffect(known);
    const { base: makeBase, near } = differences[name];
    const base = await makeBase();
    const idempotencyKeys = [0, 1, 2, 3, 4].map((attempt) => near(base.request.idempotencyKey ?? '', attempt));
    const shared = (await responsesUnder(name)).filter(({ request }) => request.idempotencyKey === idempotencyKeys[0]);
    // A repeat may show no customer, and the first try of a broken connection returned nothing.
    const shows = (one: Response) => !known.identity || sameResource(base, one, known.identity) !== undefined;
    const other = shared.find((one) => isSuccess(one) && shows(one));
    if (other) return mustBeAnother(known, base, other, name, true);
    const purpose = `with a key that differs ${name}`;
    const rejections: Response[] = [];
    // An earlier run may have used the number or the address, so a rejection is retried with others.
    for (const idempotencyKey of idempotencyKeys.slice(shared.length === 0 ? 0 : 1)) {
      const response = await send(createCustomer, { idempotencyKey, purpose });
      if (!isRejection(response)) return mustBeAnother(known, base, response, name);
      rejections.push(response);
      leaveUsedPhones();
    }
    const [response] = rejections as [Response];
    const idempotencyKey = base === known.original ? uuid() : longKey(base.request.idempotencyKey?.length);
    const control = await createValidCustomer({ idempotencyKey, purpose: 'under a key unlike any other' });
    if (known.acceptance(control) !== 'accepted') {
      throw new Inconclusive(`A customer under a fresh key also returned ${control.status}.`);
    }
    throw new Failed({
      found: `The service rejected customers under ${rejections.length} keys that differ ${name} from a used one.`,
      expected: 'a second customer: another key is another write',
      received: String(response.status),
      control: { request: 'the same under a key unlike any other', response: control },
      response,
    });
  });
}

check('IDEM-04', 'keys of the whole run', { phase: 'last', shown: ofCustomers }, expectOwnCustomers);

/** @param isOfTries whether several tries made it @throws Failed where two keys return one customer, Inconclusive where the responses do not show it */
async function mustBeAnother(
  known: CreationBaseline,
  base: Response,
  other: Response,
  name: string,
  isOfTries = false,
): Promise<Proof> {
  const swallowed = (response: Response, whose: string) =>
    new Failed({
      found: `The service treats keys that differ ${name} as one: ${whose}.`,
      expected: 'two customers, one for each key',
      received: `${response.status}, the other key’s customer`,
      control: { request: 'one POST under a key unlike it', response: known.control },
      response,
    });
  const { email, phone } = customerIn(base.request) ?? {};
  const personal = [email, phone].filter((value) => typeof value === 'string');
  if (disclosed(other, personal).length > 0) throw swallowed(other, 'the second write returned the first one’s data');
  // The service rejects repeats, and this was none: it distinguishes the keys.
  if (!known.identity && !isCanned(known) && isRejectedRepeat(known.repeat) && known.acceptance(other) === 'accepted')
    return { response: other };
  const identity = requireIdentity(known);
  const same = sameResource(base, other, identity);
  if (same === undefined) {
    throw new UnclearResponse(
      `${describeResponse(other)} returned ${other.status} without a customer id, so the keys cannot be compared.`,
      other,
    );
  }
  if (same) throw swallowed(other, 'the second write returned the first one’s customer');
  const { body, idempotencyKey } = other.request;
  const retry = await send(createCustomer, {
    idempotencyKey,
    body,
    purpose: `again, with the key that differs ${name}`,
  });
  if (!isSuccess(retry) || sameResource(other, retry, identity) !== false) return { response: retry };
  if (sameResource(base, retry, identity))
    throw swallowed(retry, 'the retry of the second write returned the first one’s customer');
  // Keys of this form have an effect (`nearKey`): the race, or the break, of these tries made two customers (IDEM-02, IDEM-03).
  if (isOfTries) return { response: retry };
  // Plain retries gave the first customer again: what differs here is the form of the key.
  throw new Failed({
    found: `The service accepted a key of ${idempotencyKey?.length} characters, and its retry created another customer.`,
    expected: 'the customer of that key, or a rejection',
    received: `${retry.status}, a third customer`,
    control: { request: 'one POST under a key unlike it', response: known.control },
    response: retry,
  });
}
