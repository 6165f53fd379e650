/**
 * Endpoints, common request headers: every POST carries an Idempotency-Key, so that a write can be retried without
 * creating a duplicate.
 *
 * The specification does not define the response to a repeat. So the suite judges a repeat by its effect, not by its
 * status: two identities under one key are two customers; a rejected repeat created none.
 */

import { perRun } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { isRejection, isSuccess, returned } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, Skipped, UnclearResponse } from '../../helpers/client/verdicts.js';
import { sameResource } from '../../helpers/identity/resource-identity.js';
import type { Fact } from '../../helpers/runner/fact.js';
import { fixtures } from '../../helpers/runner/fixture.js';
import { type AboutCheck, suite } from '../../helpers/runner/suite.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { list } from '../accounts/listing.js';
import { creationBaseline, isCanned, orNone, requireIdentity } from '../creation-baseline.js';
import { leaveUsedPhones } from '../customers/customer.js';
import { leapDay } from '../customers/must-be-rejected.js';
import { ofCustomers } from '../facts.js';
import { againOf, createValidCustomer, customerIn, freshKey } from '../requests.js';
import { disclosed } from '../traces.js';
import { customersByKey } from './customers-by-key.js';
import * as tries from './tries.js';
import { differences, type HowKeysDiffer, nearKey } from './two-keys.js';

export const idempotency = suite<typeof fsapi>();
const { check } = idempotency;

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
    await judged(afterPause);
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
async function judged(plan: Plan): Promise<Proof> {
  const known = await creationBaseline();
  // What plain retries show is judged by IDEM-01 alone.
  if (plan.send !== tries.rightAway) await tries.requireKeysTakeEffect(known);
  // Repeats that succeed without a customer's identity do not distinguish one customer from two.
  if (plan.id !== 'IDEM-01' && !tries.isRejectedRepeat(known.repeat)) requireIdentity(known);
  const isFirst = !begun().has(plan);
  begun().add(plan);
  return tries.mustShowOne(known, await (isFirst ? firstTries(plan) : plan.send(known)));
}

for (const plan of plans)
  check(plan.id, plan.name, { phase: 'early', ...plan.about, shown: ofCustomers }, () => judged(plan));

// Where each new customer has accounts, a duplicate shows in the listing, whatever the retry returned. Others may open
// accounts meanwhile: so the listing has to grow with the number of tries, exactly, in four rounds.
check('IDEM-01', 'accounts that retries open', { phase: 'last', shown: ofCustomers }, async () => {
  const known = await creationBaseline();
  await tries.requireKeysTakeEffect(known);
  // Where retries alone add nothing, no customer has to be created to see it.
  const retries = await growth(4, async () => known.control);
  if ((retries.grown ?? 1) <= 0) return retries.proof;
  const round = (times: number) => growth(times, () => createValidCustomer({ purpose: `to be sent ${times} times` }));
  const one = await round(1);
  const { grown = 0 } = one;
  if (grown <= 0) return one.proof;
  let last = one;
  for (const times of [3, 1, 4]) {
    last = await round(times);
    if (last.grown !== times * grown) return last.proof;
  }
  throw new Failed({
    ...last.proof,
    found: 'Retries returned the first customer again, but the listing grew with each retry.',
    control: { request: 'one POST under another key', response: one.response, outcome: `${grown} new accounts` },
  });
});

/**
 * By how many accounts the listing grows while a creation is sent so many times.
 * @param first makes it, where that is no customer of before
 * @returns undefined where the listing was not read whole, or no customer was accepted
 */
async function growth(times: number, first: () => Promise<Response>) {
  const { acceptance } = await creationBaseline();
  const before = await list({ purpose: `before ${times} tries` });
  const response = await first();
  for (let more = times; more > 1; more -= 1)
    await send(createCustomer, { ...againOf(response), purpose: 'again, same key' });
  const after = await list({ purpose: `after ${times} tries` });
  const isClear = !before.paged && !after.paged && acceptance(response) === 'accepted';
  const grown = isClear ? after.items.length - before.items.length : undefined;
  const received = `${grown ?? 'unclear'} new accounts after ${times} tries`;
  const proof = { expected: 'as many new accounts as for one try', received, response: after.response };
  return { response, grown, proof };
}

// Another key is another write.

for (const name of Object.keys(differences) as HowKeysDiffer[])
  check('IDEM-04', `keys that differ ${name}`, { shown: ofCustomers }, async ({ responses }) => {
    const known = await creationBaseline();
    await tries.requireKeysTakeEffect(known);
    const { base: makeBase, near } = differences[name];
    const base = await makeBase();
    const baseKey = base.request.idempotencyKey ?? '';
    const plan = plans.find((one) => one.near === name);
    await orNone<unknown>(plan ? firstTries(plan) : leapDay());
    const sent = responses.filter(({ request }) => request.idempotencyKey === near(baseKey, 0));
    // A repeat may show no customer, and the first try of a broken connection returned nothing.
    const shows = (one: Response) => !known.identity || sameResource(base, one, known.identity) !== undefined;
    const ofTries = sent.filter((one) => isSuccess(one) && shows(one));
    if (ofTries.length > 0) return mustBeAnother(base, ofTries, name, false);
    const fewest = sent.length === 0 ? 0 : 1;
    let response = base;
    for (let attempt = fewest; attempt < 5; attempt += 1) {
      const idempotencyKey = near(baseKey, attempt);
      response = await send(createCustomer, { idempotencyKey, purpose: `with a key that differs ${name}` });
      if (!isRejection(response)) return mustBeAnother(base, [response], name, true);
      // An earlier run may have used the number or the address.
      leaveUsedPhones();
    }
    const idempotencyKey = freshKey(baseKey.length);
    const control = await createValidCustomer({ idempotencyKey, purpose: 'under a key unlike any other' });
    if (known.acceptance(control) !== 'accepted')
      throw new Inconclusive(`A customer under a fresh key also returned ${control.status}.`);
    throw new Failed({
      found: `The service rejected customers under ${5 - fewest} keys that differ ${name} from a used one.`,
      expected: 'a second customer: another key is another write',
      control: { request: 'the same under a key unlike any other', response: control },
      response,
    });
  });

// Any response of the run, under a key never used before, may show a customer that another key made.
check('IDEM-04', 'keys of the whole run', { phase: 'last', shown: ofCustomers }, async () => {
  const known = await creationBaseline();
  const { identity, control } = known;
  const expected = 'a separate customer for each key';
  if (!identity) throw new Skipped('The responses show no customer id, so they cannot show a customer of another key.');
  const { mistaken, fresh } = customersByKey(identity);
  const [first] = mistaken;
  if (!first) {
    await tries.requireKeysTakeEffect(known);
    if (fresh === 0) throw new Skipped('No customer id in the responses is long enough to be unique.');
    return { expected, received: `no customer of another key in ${fresh} responses`, response: control };
  }
  throw new Failed({
    found: `Of creations under keys never used before, ${mistaken.length} returned a customer that another key had created.`,
    ...{ expected, received: `${first.response.status}, the customer of another key`, response: first.response },
    control: { request: 'the POST that created this customer', response: first.of, outcome: 'the same customer' },
    likelyCause: 'The service looks up a short digest or a part of the key, or returns prepared customers.',
  });
});

/**
 * @param sent the responses to a customer under another key @param isOwn whether it was sent for this alone, just now
 * @throws Failed where two keys return one customer, Inconclusive where the responses do not show it
 */
async function mustBeAnother(base: Response, sent: readonly Response[], name: string, isOwn: boolean): Promise<Proof> {
  const known = await creationBaseline();
  const [other, ...retries] = sent as [Response, ...Response[]];
  const failed = (response: Response, found: string, received: string) =>
    new Failed({
      ...{ found, expected: 'two customers, one for each key', received: `${response.status}, ${received}`, response },
      control: { request: 'one POST under a key unlike it', response: known.control },
    });
  const { email = '', phone = '' } = customerIn(base.request) ?? {};
  const mustNotBeFirst = (response: Response) => {
    const isFirst = known.identity && sameResource(base, response, known.identity);
    if (!isFirst && disclosed(response, [email, phone].map(String)).length === 0) return isFirst;
    const found = `The service treats keys that differ ${name} as one: the second write returned the first one’s customer.`;
    throw failed(response, found, 'the other key’s customer');
  };
  const [isFirst] = sent.map(mustNotBeFirst);
  // The service rejects repeats, and this was none: it distinguishes the keys.
  const rejectsRepeats = tries.isRejectedRepeat(known.repeat) && known.acceptance(other) === 'accepted';
  if (!known.identity && !isCanned(known) && rejectsRepeats) return { response: other };
  const identity = requireIdentity(known);
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
