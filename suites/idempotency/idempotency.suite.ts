/**
 * Endpoints, common request headers: every POST carries an Idempotency-Key, so that a write can be retried without
 * creating a duplicate.
 *
 * The specification does not define the response to a repeat. So the suite judges a repeat by its effect, not by its
 * status: two identities under one key are two customers; a rejected repeat created none.
 */

import { perRun, sleep, type Target } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { isRejection, isSuccess, returned } from '../../helpers/client/response.js';
import { Failed, Inconclusive, type Proof, Skipped, UnclearResponse } from '../../helpers/client/verdicts.js';
import { sameResource } from '../../helpers/identity/resource-identity.js';
import { type Fact, fixtures } from '../../helpers/runner/fixture.js';
import type { AboutCheck } from '../../helpers/runner/suite.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { mustOpenAccountsOf } from '../shared/accounts-opened.js';
import { creationBaseline, isCanned, orNone, requireIdentity } from '../shared/creation-baseline.js';
import { leaveUsedPhones } from '../shared/customer.js';
import { customersByKey } from '../shared/customers-by-key.js';
import { describe } from '../shared/describe.js';
import { ofCustomers } from '../shared/facts.js';
import { isRejectedRepeat, requireKeysTakeEffect } from '../shared/retries.js';
import { disclosed } from '../shared/traces.js';
import { againOf, createValidCustomer, customerIn, freshKey } from '../shared/valid-requests.js';
import * as tries from './tries.js';
import { differences, type HowKeysDiffer, nearKey } from './two-keys.js';

// A write can be retried without creating a duplicate; and a retry may overtake the first try, or follow a lost answer.

/** Tries of one write, as a check. */
interface Plan {
  readonly id: 'IDEM-01' | 'IDEM-02' | 'IDEM-03';
  readonly name: string;
  readonly about?: AboutCheck;
  /** How the key of the write differs from an earlier one, so that one customer serves IDEM-04 too. */
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

/** Where keys are forgotten after a while, a break changes nothing. */
const keysAreKept: Fact = {
  name: 'a key is kept for more than a second',
  owner: 'IDEM-01',
  establish: async () => {
    await showsOneCustomer(afterPause);
    return [];
  },
};

/** @param starts when each try leaves, as a share of the time that a valid response takes */
const race = (name: string, near: HowKeysDiffer, starts: readonly number[]): Plan => ({
  ...{ id: 'IDEM-02', name, near, send: tries.atOnce(starts) },
});

/** @param share when the connection breaks, as such a share */
const broken = (moment: string, near: HowKeysDiffer, share: number): Plan => ({
  ...{ id: 'IDEM-03', name: `connection broken ${moment}`, near, send: tries.afterBreak(moment, share) },
  about: { phase: 'patient', unless: [keysAreKept] },
});

const plans: readonly Plan[] = [
  { id: 'IDEM-01', name: 'eight retries, some on connections of their own', send: tries.rightAway },
  afterPause,
  { id: 'IDEM-01', name: 'a retry with the members in another order', send: tries.reordered },
  // So many that they hit a window of 30 ms, which a single one may miss.
  race('burst 1', 'at the front', Array(8).fill(0)),
  race('burst 2', 'in the middle', Array(8).fill(0)),
  race('burst 3', 'at the end', Array(8).fill(0)),
  race('tries while the first one is being worked on', 'in the place of a hyphen alone', [0, 0.25, 0.5, 0.75, 1, 1.25]),
  broken('as soon as the request had left', 'at character 37', 0),
  broken('while it was being worked on', 'at character 65', 0.4),
  broken('shortly before the answer', 'at character 200', 0.8),
];

const shared = fixtures<tries.Tries>();
/** The first tries of a plan, under a key near to an earlier one, where it names one. */
const firstTries = ({ name, near, send: sendTries }: Plan): Promise<tries.Tries> =>
  shared(name, async () => sendTries(await creationBaseline(), near && (await nearKey(near))));

const begun = perRun(() => new Set<Plan>());

/** The tries of a plan show one customer; whoever asks once more, since a server error decided nothing, gets others. */
async function showsOneCustomer(plan: Plan): Promise<Proof> {
  const baseline = await creationBaseline();
  // What plain retries show is judged by IDEM-01 alone.
  if (plan.send !== tries.rightAway) await requireKeysTakeEffect(baseline);
  // Repeats that succeed without a customer's identity do not distinguish one customer from two.
  if (plan.id !== 'IDEM-01' && !isRejectedRepeat(baseline.repeat)) requireIdentity(baseline);
  const isFirst = !begun().has(plan);
  begun().add(plan);
  return tries.mustShowOne(baseline, await (isFirst ? firstTries(plan) : plan.send(baseline)));
}

const plansOf = (id: Plan['id']) => plans.filter((plan) => plan.id === id);
const aboutOf = (plan: Plan) => ({ ...plan.about, shown: ofCustomers });

// Where each new customer has accounts, a duplicate shows in the listing, whatever the responses say.

const counts = fixtures<Proof>();

type WriteOf = (idempotencyKey: string, target: Target) => Promise<Response>;

/** Counts once a run. @param earlier a count whose failure says that this one would show nothing new */
const openedBy = (what: string, write: WriteOf, earlier?: (target: Target) => Promise<Proof>) => (target: Target) =>
  counts(what, async () => {
    await requireKeysTakeEffect(await creationBaseline());
    await earlier?.(target).catch((error: unknown) => {
      throw error instanceof Failed ? new Skipped(`${error.message} So this would show nothing new.`) : error;
    });
    return mustOpenAccountsOf(1, what, target, (key) => write(key, target));
  });

const ofTries =
  (sendTries: tries.SendTries): WriteOf =>
  async (idempotencyKey) => {
    const { responses } = await sendTries(await creationBaseline(), idempotencyKey);
    return responses.at(-1) as Response;
  };

const openedByRetries = openedBy('a customer and three retries', async (idempotencyKey, { send }) => {
  const first = await createValidCustomer({ idempotencyKey, purpose: 'to be sent four times' });
  for (const pauseMs of [0, 0, 1100]) {
    await sleep(pauseMs);
    await send(createCustomer, { ...againOf(first), purpose: 'again, same key', fresh: pauseMs === 0 });
  }
  return first;
});
const openedByBurst = openedBy('a burst of tries', ofTries(tries.atOnce(Array(8).fill(0))), openedByRetries);
const triesAfterBreak = tries.afterBreak('while it was being worked on', 0.4);
const openedByBreak = openedBy('a broken connection and its retries', ofTries(triesAfterBreak), openedByBurst);

const atTheEnd = { phase: 'end', shown: ofCustomers } as const;

export const IDEM_01 = describe('IDEM-01', ({ test, id }) => {
  for (const plan of plansOf(id)) test(plan.name, aboutOf(plan), () => showsOneCustomer(plan));
  test('accounts that retries open', atTheEnd, openedByRetries);
});

export const IDEM_02 = describe('IDEM-02', ({ test, id }) => {
  for (const plan of plansOf(id)) test(plan.name, aboutOf(plan), () => showsOneCustomer(plan));
  test('accounts that a burst opens', atTheEnd, openedByBurst);
});

export const IDEM_03 = describe('IDEM-03', ({ test, id }) => {
  for (const plan of plansOf(id)) test(plan.name, aboutOf(plan), () => showsOneCustomer(plan));
  test('accounts that a broken connection opens', { ...atTheEnd, unless: [keysAreKept] }, openedByBreak);
});

// Another key is another write.

async function otherKeyIsAnotherWrite(name: HowKeysDiffer, target: Target): Promise<Proof> {
  const baseline = await creationBaseline();
  await requireKeysTakeEffect(baseline);
  const { base: makeBase, near } = differences[name];
  const base = await makeBase();
  const baseKey = base.request.idempotencyKey ?? '';
  const plan = plans.find(({ near }) => near === name);
  if (plan) await orNone(firstTries(plan));
  const sent = target.responses.filter(({ request }) => request.idempotencyKey === near(baseKey, 0));
  // A repeat may show no customer, and the first try of a broken connection returned nothing.
  const showsCustomer = (response: Response) =>
    !baseline.identity || sameResource(base, response, baseline.identity) !== undefined;
  const ofTries = sent.filter((response) => isSuccess(response) && showsCustomer(response));
  if (ofTries.length > 0) return mustBeAnother(target, base, ofTries, name, false);
  const fewest = sent.length === 0 ? 0 : 1;
  let response = base;
  for (let attempt = fewest; attempt < 5; attempt += 1) {
    const idempotencyKey = near(baseKey, attempt);
    response = await target.send(createCustomer, { idempotencyKey, purpose: `with a key that differs ${name}` });
    if (!isRejection(response)) return mustBeAnother(target, base, [response], name, true);
    // An earlier run may have used the number or the address.
    leaveUsedPhones();
  }
  const idempotencyKey = freshKey(baseKey.length);
  const control = await createValidCustomer({ idempotencyKey, purpose: 'under a key unlike any other' });
  if (baseline.acceptance(control) !== 'accepted')
    throw new Inconclusive(`A customer under a fresh key also returned ${control.status}.`);
  throw new Failed({
    found: `The service rejected customers under ${5 - fewest} keys that differ ${name} from a used one.`,
    expected: 'a second customer: another key is another write',
    control: { request: 'the same under a key unlike any other', response: control },
    response,
  });
}

// Any response of the run, under a key never used before, may show a customer that another key made.
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
  throw new Failed({
    found: `Of creations under keys never used before, ${mistaken.length} returned a customer that another key had created.`,
    ...{ expected, received: `${first.response.status}, the customer of another key`, response: first.response },
    control: { request: 'the POST that created this customer', response: first.of, outcome: 'the same customer' },
    likelyCause: 'The service looks up a short digest or a part of the key, or returns prepared customers.',
  });
}

export const IDEM_04 = describe('IDEM-04', ({ test }) => {
  for (const name of Object.keys(differences) as HowKeysDiffer[])
    test(`keys that differ ${name}`, { shown: ofCustomers }, (target) => otherKeyIsAnotherWrite(name, target));
  test('keys of the whole run', { phase: 'last', shown: ofCustomers }, eachKeyHasItsOwn);
});

/**
 * @param sent the responses to a customer under another key @param isOwn whether it was sent for this alone, just now
 * @throws Failed where two keys return one customer, Inconclusive where the responses do not show it
 */
async function mustBeAnother(
  { send }: Target,
  base: Response,
  sent: readonly Response[],
  name: string,
  isOwn: boolean,
): Promise<Proof> {
  const baseline = await creationBaseline();
  const [other, ...retries] = sent as [Response, ...Response[]];
  const failed = (response: Response, found: string, received: string) =>
    new Failed({
      ...{ found, expected: 'two customers, one for each key', received: `${response.status}, ${received}`, response },
      control: { request: 'one POST under a key unlike it', response: baseline.control },
    });
  const { email = '', phone = '' } = customerIn(base.request) ?? {};
  const mustNotBeFirst = (response: Response) => {
    const isFirst = baseline.identity && sameResource(base, response, baseline.identity);
    if (!isFirst && disclosed(response, [email, phone].map(String)).length === 0) return isFirst;
    const found = `The service treats keys that differ ${name} as one: the second write returned the first one’s customer.`;
    throw failed(response, found, 'the other key’s customer');
  };
  const [isFirst] = sent.map(mustNotBeFirst);
  // The service rejects repeats, and this was none: it distinguishes the keys.
  const rejectsRepeats = isRejectedRepeat(baseline.repeat) && baseline.acceptance(other) === 'accepted';
  if (!baseline.identity && !isCanned(baseline) && rejectsRepeats) return { response: other };
  const identity = requireIdentity(baseline);
  if (isFirst === undefined)
    throw new UnclearResponse(`${returned(other)} without a customer id, so the keys cannot be compared.`, other);
  // Its retries are among what was sent.
  if (retries.length > 0) return { response: other };
  const purpose = `again, with the key that differs ${name}`;
  const response = await send(createCustomer, { ...againOf(other), purpose });
  if (!isSuccess(response) || sameResource(other, response, identity) !== false) return { response };
  mustNotBeFirst(response);
  // Whether tries of another check made two customers is judged there.
  if (!isOwn) return { response };
  // Plain retries gave the first customer again: what differs here is the form of the key.
  const found = `The service accepted a key of ${other.request.idempotencyKey?.length} characters, and its retry created another customer.`;
  throw failed(response, found, 'a third customer');
}
