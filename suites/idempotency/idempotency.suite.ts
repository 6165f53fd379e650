/**
 * Endpoints, common request headers: every POST carries an Idempotency-Key, so that a retry creates no duplicate.
 *
 * The response to a repeat is not defined, so the suite judges its effect, not its status: two identities under one key
 * are two customers; a rejected repeat created none.
 */

import { context, perRun, sleep } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { isRejection, isSuccess, returned } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, Skipped, UnclearResponse } from '../../helpers/client/verdicts.js';
import { fixture, fixtures } from '../../helpers/runner/fixture.js';
import type { AboutCheck } from '../../helpers/runner/suite.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { mustOpenAccountsOf, type Write } from '../shared/accounts-opened.js';
import {
  type CreationBaseline,
  creationBaseline,
  isCanned,
  orNone,
  requireIdentity,
} from '../shared/creation-baseline.js';
import { leaveUsedPhones } from '../shared/customer.js';
import { customersByKey, sameness } from '../shared/customers-by-key.js';
import { describe } from '../shared/describe.js';
import { ofCustomers, provedBy } from '../shared/facts.js';
import { again, isRejectedRepeat, requireKeysTakeEffect } from '../shared/retries.js';
import { disclosed } from '../shared/traces.js';
import { againOf, createValidCustomer, customerIn, freshKey } from '../shared/valid-requests.js';
import * as tries from './tries.js';
import { differences, type HowKeysDiffer, nearKey } from './two-keys.js';

// A retry creates no duplicate, even if it overtakes the first try or follows a lost answer.

interface Plan {
  readonly id: 'IDEM-01' | 'IDEM-02' | 'IDEM-03';
  readonly name: string;
  readonly about?: AboutCheck;
  /** How the key of the write differs from an earlier one, so that its customer serves IDEM-04 too. */
  readonly near?: HowKeysDiffer;
  readonly send: tries.SendTries;
}

const afterPause: Plan = {
  id: 'IDEM-01',
  name: 'a retry after a pause',
  near: 'in length alone',
  // How long a key is kept is not shown: a second is less than any client waits.
  about: { phase: 'patient', basis: 'inferred' },
  send: tries.afterPause,
};

/** A service that forgets keys after a while fails whether or not the connection breaks. */
const keysAreKept = provedBy('IDEM-01', 'a key is kept for more than a second', () => showsOneCustomer(afterPause));

/** @param starts as of `tries.atOnce` */
const race = (name: string, near: HowKeysDiffer, starts: readonly number[]): Plan => ({
  id: 'IDEM-02',
  name,
  near,
  send: tries.atOnce(starts),
});

/** @param share as of `tries.afterBreak` */
const broken = (moment: string, near: HowKeysDiffer, share: number): Plan => ({
  id: 'IDEM-03',
  name: `connection broken ${moment}`,
  near,
  about: { phase: 'patient', unless: [keysAreKept] },
  send: tries.afterBreak(moment, share),
});

const eightAtOnce = Array<number>(8).fill(0);

const plans: readonly Plan[] = [
  { id: 'IDEM-01', name: 'eight retries, some on connections of their own', send: tries.rightAway },
  afterPause,
  { id: 'IDEM-01', name: 'a retry with the members in another order', send: tries.reordered },
  // Three bursts hit a window of 30 ms, which a single one may miss.
  race('burst 1', 'at the front', eightAtOnce),
  race('burst 2', 'in the middle', eightAtOnce),
  race('burst 3', 'at the end', eightAtOnce),
  race('tries while the first one is being worked on', 'in the place of a hyphen alone', [0, 0.25, 0.5, 0.75, 1, 1.25]),
  broken('as soon as the request had left', 'at character 37', 0),
  broken('while it was being worked on', 'at character 65', 0.4),
  broken('shortly before the answer', 'at character 200', 0.8),
];

const sharedTries = fixtures<tries.Tries>();
/** Sent once a run, under a key that is near to an earlier one if the plan names how. */
const firstTries = ({ name, near, send: sendTries }: Plan): Promise<tries.Tries> =>
  sharedTries(name, async () => sendTries(await creationBaseline(), near && (await nearKey(near))));

const judgedPlans = perRun(() => new Set<Plan>());

/**
 * Sends the tries of a plan; new ones if called again, as after a server error.
 * @throws as `tries.mustShowOne`; Skipped if keys have no effect, Inconclusive if repeats show no customer
 */
async function showsOneCustomer(plan: Plan): Promise<Proof> {
  const baseline = await creationBaseline();
  // IDEM-01 alone judges what plain retries show.
  if (plan.send !== tries.rightAway) await requireKeysTakeEffect(baseline);
  // Successes without an identity do not distinguish one customer from two.
  if (plan.id !== 'IDEM-01' && !isRejectedRepeat(baseline.repeat)) requireIdentity(baseline);
  const isRepeated = judgedPlans().has(plan);
  judgedPlans().add(plan);
  return tries.mustShowOne(baseline, await (isRepeated ? plan.send(baseline) : firstTries(plan)));
}

// If each new customer has accounts, a duplicate shows in the listing, whatever the responses say.

/** A count of accounts, run once. @throws as `mustOpenAccountsOf`; Skipped if keys have no effect, or the earlier count failed */
const countOnce = (what: string, write: Write, earlier?: () => Promise<Proof>) =>
  fixture(what, async () => {
    await requireKeysTakeEffect(await creationBaseline());
    await earlier?.().catch((error: unknown) => {
      throw error instanceof Failed ? new Skipped(`${error.message} So this would show nothing new.`) : error;
    });
    return mustOpenAccountsOf(1, what, write);
  });

const lastTryOf =
  (sendTries: tries.SendTries): Write =>
  async (idempotencyKey) => {
    const { responses } = await sendTries(await creationBaseline(), idempotencyKey);
    return responses.at(-1) as Response;
  };

const countAfterRetries = countOnce('a customer and three retries', async (idempotencyKey) => {
  const first = await createValidCustomer({ idempotencyKey, purpose: 'to be sent four times' });
  for (const pauseMs of [0, 0, 1100]) {
    await sleep(pauseMs);
    await again(first, '', { fresh: pauseMs === 0 });
  }
  return first;
});
const countAfterBurst = countOnce('a burst of tries', lastTryOf(tries.atOnce(eightAtOnce)), countAfterRetries);
const breakAndRetries = lastTryOf(tries.afterBreak('while it was being worked on', 0.4));
const countAfterBreak = countOnce('a broken connection and its retries', breakAndRetries, countAfterBurst);

const plansOf = (id: Plan['id']) => plans.filter((plan) => plan.id === id);
const aboutOf = (plan: Plan) => ({ ...plan.about, shown: ofCustomers });
const atTheEnd = { phase: 'end', shown: ofCustomers } as const;

export const IDEM_01 = describe('IDEM-01', ({ test, id }) => {
  for (const plan of plansOf(id)) test(plan.name, aboutOf(plan), () => showsOneCustomer(plan));
  test('accounts that retries open', atTheEnd, countAfterRetries);
});

export const IDEM_02 = describe('IDEM-02', ({ test, id }) => {
  for (const plan of plansOf(id)) test(plan.name, aboutOf(plan), () => showsOneCustomer(plan));
  test('accounts that a burst opens', atTheEnd, countAfterBurst);
});

export const IDEM_03 = describe('IDEM-03', ({ test, id }) => {
  for (const plan of plansOf(id)) test(plan.name, aboutOf(plan), () => showsOneCustomer(plan));
  test('accounts that a broken connection opens', { ...atTheEnd, unless: [keysAreKept] }, countAfterBreak);
});

// Another key is another write.

interface NearKeys {
  readonly how: HowKeysDiffer;
  readonly first: Response;
  readonly second: Response;
  readonly retries: readonly Response[];
  /** Whether a check of tries sent the second one. */
  readonly isOfTries: boolean;
}

/** @throws as `mustBeTwoCustomers`; Failed if the service rejects all near keys, Skipped if keys have no effect */
async function otherKeyIsAnotherWrite(how: HowKeysDiffer): Promise<Proof> {
  const baseline = await creationBaseline();
  await requireKeysTakeEffect(baseline);
  const { base, near } = differences[how];
  const first = await base();
  const firstKey = first.request.idempotencyKey ?? '';
  const plan = plans.find((planned) => planned.near === how);
  if (plan) await orNone(firstTries(plan));
  const underNearKey = context().responses.filter(({ request }) => request.idempotencyKey === near(firstKey, 0));
  // A repeat may show no customer, and the first try of a broken connection returned nothing.
  const showsCustomer = (response: Response) =>
    isSuccess(response) && (!baseline.identity || sameness(first, response, baseline.identity) !== 'unknown');
  const [ofTries, ...retries] = underNearKey.filter(showsCustomer);
  if (ofTries) return mustBeTwoCustomers({ how, first, second: ofTries, retries, isOfTries: true });
  let second = first;
  // The tries have used the key of attempt 0.
  const attempts = underNearKey.length === 0 ? [0, 1, 2, 3, 4] : [1, 2, 3, 4];
  for (const attempt of attempts) {
    const idempotencyKey = near(firstKey, attempt);
    second = await send(createCustomer, { idempotencyKey, purpose: `with a key that differs ${how}` });
    if (!isRejection(second)) return mustBeTwoCustomers({ how, first, second, retries, isOfTries: false });
    // An earlier run may have used the number or the address.
    leaveUsedPhones();
  }
  const idempotencyKey = freshKey(firstKey.length);
  const control = await createValidCustomer({ idempotencyKey, purpose: 'under a key unlike any other' });
  if (baseline.acceptance(control) !== 'accepted')
    throw new Inconclusive(`A customer under a fresh key also returned ${control.status}.`);
  throw new Failed({
    found: `The service rejected customers under ${attempts.length} keys that differ ${how} from a used one.`,
    expected: 'a second customer: another key is another write',
    control: { request: 'the same under a key unlike any other', response: control },
    response: second,
  });
}

/** @throws Failed if a response under a fresh key shows a customer of another key, Skipped if no response can show it */
async function eachKeyHasItsOwn(): Promise<Proof> {
  const baseline = await creationBaseline();
  const { identity, control } = baseline;
  const expected = 'a separate customer for each key';
  if (!identity) throw new Skipped('The responses show no customer id, so they cannot show a customer of another key.');
  const { mistaken, fresh } = customersByKey(identity);
  const [first] = mistaken;
  if (!first) {
    await requireKeysTakeEffect(baseline);
    if (fresh === 0) throw new Skipped('No customer id in the responses is long enough to be unique.');
    return { expected, received: `no customer of another key in ${fresh} responses`, response: control };
  }
  const { response, owner } = first;
  throw new Failed({
    found: `Of creations under keys never used before, ${mistaken.length} returned a customer that another key had created.`,
    expected,
    received: `${response.status}, the customer of another key`,
    response,
    control: { request: 'the POST that created this customer', response: owner, outcome: 'the same customer' },
    likelyCause: 'The service looks up a short digest or a part of the key, or returns prepared customers.',
  });
}

export const IDEM_04 = describe('IDEM-04', ({ test }) => {
  for (const how of Object.keys(differences) as HowKeysDiffer[])
    test(`keys that differ ${how}`, { shown: ofCustomers }, () => otherKeyIsAnotherWrite(how));
  test('keys of the whole run', { phase: 'last', shown: ofCustomers }, eachKeyHasItsOwn);
});

/** @throws Failed if two keys show one customer, Inconclusive if the responses do not show it */
async function mustBeTwoCustomers(keys: NearKeys): Promise<Proof> {
  const { how, first, second, retries, isOfTries } = keys;
  const baseline = await creationBaseline();
  for (const response of [second, ...retries]) mustNotShowFirst(keys, baseline, response);
  // The service rejects repeats, and this was none: it distinguishes the keys.
  const rejectsRepeats = isRejectedRepeat(baseline.repeat) && baseline.acceptance(second) === 'accepted';
  if (!baseline.identity && !isCanned(baseline) && rejectsRepeats) return { response: second };
  const identity = requireIdentity(baseline);
  if (sameness(first, second, identity) === 'unknown')
    throw new UnclearResponse(`${returned(second)} without a customer id, so the keys cannot be compared.`, second);
  if (retries.length > 0) return { response: second };
  const purpose = `again, with the key that differs ${how}`;
  const response = await send(createCustomer, { ...againOf(second), purpose });
  if (!isSuccess(response) || sameness(second, response, identity) !== 'other') return { response };
  mustNotShowFirst(keys, baseline, response);
  if (isOfTries) return { response };
  // Plain retries gave the first customer again: what differs here is the form of the key.
  const found = `The service accepted a key of ${second.request.idempotencyKey?.length} characters, and its retry created another customer.`;
  throw notTwoCustomers(baseline, found, response, 'a third customer');
}

/** @throws Failed if a response under the second key shows the customer of the first */
function mustNotShowFirst({ how, first }: NearKeys, baseline: CreationBaseline, response: Response): void {
  const { email = '', phone = '' } = customerIn(first.request) ?? {};
  const isFirst = sameness(first, response, baseline.identity) === 'same';
  if (!isFirst && disclosed(response, [email, phone].map(String)).length === 0) return;
  const found = `The service treats keys that differ ${how} as one: the second write returned the first one’s customer.`;
  throw notTwoCustomers(baseline, found, response, 'the other key’s customer');
}

const notTwoCustomers = ({ control }: CreationBaseline, found: string, response: Response, customer: string) =>
  new Failed({
    found,
    expected: 'two customers, one for each key',
    received: `${response.status}, ${customer}`,
    response,
    control: { request: 'one POST under a key unlike it', response: control },
  });
