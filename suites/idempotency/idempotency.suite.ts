/**
 * Endpoints, common request headers: every POST carries an Idempotency-Key, so that a write can be retried without
 * creating a duplicate.
 *
 * The specification does not define the response to a repeat. So the suite judges a repeat by its effect, not by its
 * status: two identities under one key are two customers; a rejected repeat created none.
 */

import type { Response } from '../../helpers/client/message.js';
import { describeResponse, isRejection, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, UnclearResponse } from '../../helpers/client/verdicts.js';
import { sameResource } from '../../helpers/identity/resource-identity.js';
import type { Fact } from '../../helpers/runner/fact.js';
import { type AboutCheck, suite } from '../../helpers/runner/suite.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { customerIn } from '../creation.js';
import { type CreationBaseline, creationBaseline, isCanned, requireIdentity } from '../creation-baseline.js';
import { leaveUsedPhones } from '../customers/test-data/phone.js';
import { disclosed } from '../disclosure/search.js';
import { ofCustomers } from '../facts.js';
import { createValidCustomer } from '../requests.js';
import { expectOwnCustomers } from './another-customer.js';
import { expectNoHiddenDuplicate } from './hidden-duplicates.js';
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
import { differences, originalKey } from './two-keys.js';

export const idempotency = suite<typeof fsapi>();
const { check } = idempotency;

// A write can be retried without creating a duplicate; and a retry may overtake the first try, or follow a lost answer.

/** Tries of one write: when each leaves, on which connection, and where it is cut. */
interface Plan {
  readonly name: string;
  /** Whether a plain retry, alone, has to show the first customer: else what these tries show adds nothing. */
  readonly beyondPlain?: true;
  readonly make: (known: CreationBaseline) => Promise<Tries>;
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
    phase: 'patient',
    // How long a key is kept is not shown: a second is less than any client waits.
    basis: 'inferred',
    beyondPlain: true,
    make: triesAfterPause,
  },
  { name: 'a retry with the members in another order', beyondPlain: true, make: triesInAnotherOrder },
];

for (const { name, make, beyondPlain, ...about } of retries)
  check('IDEM-01', name, { ...about, shown: ofCustomers }, async () => {
    const known = await creationBaseline();
    if (beyondPlain) await requireKeysTakeEffect(known);
    return mustShowOne(known, await make(known));
  });

check('IDEM-01', 'accounts that retries open', { phase: 'last', shown: ofCustomers }, expectNoHiddenDuplicate);

const burstOfEight: Plan['make'] = (known) => triesAtOnce(known, Array(8).fill(0), 'at once');

/** Bursts are so many that they hit a window of 30 ms, which a single one may miss. */
const concurrent: readonly Plan[] = [
  ...[1, 2, 3].map((number) => ({ name: `burst ${number}`, make: burstOfEight })),
  {
    name: 'tries while the first one is being worked on',
    make: (known) =>
      triesAtOnce(
        known,
        [0, 0.25, 0.5, 0.75, 1, 1.25],
        'at 0, 25, 50, 75, 100 and 125 % of the time of a valid response',
      ),
  },
];

/** Moments of the break, with shares of the time that a valid response takes. */
const broken: readonly Plan[] = (
  [
    ['as soon as the request had left', 0],
    ['while it was being worked on', 0.4],
    ['shortly before the answer', 0.8],
  ] as const
).map(([moment, share]) => ({
  name: `connection broken ${moment}`,
  make: (known) => triesAfterBreak(known, moment, share),
}));

/** Where keys are forgotten after a while, a break changes nothing. */
const keysAreKept: Fact = {
  name: 'a key is kept for more than a second',
  owner: 'IDEM-01',
  establish: async () => {
    const { response } = mustShowOne(await creationBaseline(), await triesAfterPause());
    return { sentence: 'A retry after 1.1 s showed no second customer.', responses: response ? [response] : [] };
  },
};

for (const [id, plans, rests] of [
  ['IDEM-02', concurrent, { phase: 'early' }],
  ['IDEM-03', broken, { phase: 'patient', unless: [keysAreKept] }],
] as const)
  for (const { name, make } of plans)
    check(id, name, { ...rests, shown: ofCustomers }, async () => {
      const known = await creationBaseline();
      requireDistinguishableRepeats(known);
      await requireKeysTakeEffect(known);
      return mustShowOne(known, await make(known));
    });

// Another key is another write.

for (const [name, makeBase, near] of differences) {
  check('IDEM-04', `keys that differ ${name}`, { shown: ofCustomers }, async () => {
    const known = await creationBaseline();
    await requireKeysTakeEffect(known);
    const base = await makeBase();
    const purpose = `with a key that differs ${name}`;
    const rejections: Response[] = [];
    // An earlier run may have used the number or the address, so a rejection is retried with others.
    for (const attempt of [0, 1, 2, 3, 4]) {
      const idempotencyKey = near(base.request.idempotencyKey ?? '', attempt);
      const other = await send(createCustomer, { idempotencyKey, purpose });
      if (!isRejection(other)) return mustBeAnother(known, base, other, name);
      rejections.push(other);
      leaveUsedPhones();
    }
    const [response] = rejections as [Response];
    const idempotencyKey = makeBase === originalKey ? uuid() : longKey(base.request.idempotencyKey?.length);
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

/** @throws Failed where two keys return one customer, Inconclusive where the responses do not show it */
async function mustBeAnother(known: CreationBaseline, base: Response, other: Response, name: string): Promise<Proof> {
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
  // Plain retries gave the first customer again: what differs here is the form of the key.
  throw new Failed({
    found: `The service accepted a key of ${idempotencyKey?.length} characters, and its retry created another customer.`,
    expected: 'the customer of that key, or a rejection',
    received: `${retry.status}, a third customer`,
    control: { request: 'one POST under a key unlike it', response: known.control },
    response: retry,
  });
}
