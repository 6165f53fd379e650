/**
 * Endpoints, common request headers: every POST carries an Idempotency-Key, so that a write can be retried without
 * creating a duplicate.
 *
 * The specification does not define the response to a repeat. So the suite judges a repeat by its effect, not by its
 * status: two identities under one key are two customers; a rejected repeat created none.
 */

import { context } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { describeResponse, isRejection, isSuccess } from '../../helpers/client/response.js';
import { burst, send } from '../../helpers/client/send.js';
import { TransportError } from '../../helpers/client/transport-error.js';
import { Failed, Inconclusive, type Proof, Skipped, UnclearResponse } from '../../helpers/client/verdicts.js';
import { sameResource } from '../../helpers/identity/resource-identity.js';
import { suite } from '../../helpers/runner/suite.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import type { Customer } from '../../schemas/types.js';
import { freshCustomer } from '../customers/test-data/customer.js';
import { leaveUsedPhones } from '../customers/test-data/phone.js';
import { tenantInQuery, tenantInSecondHeader } from '../probes/accounts/unknown-tenant-ids.js';
import { createValidCustomer, drawnAgain } from '../probes/baseline-requests.js';
import {
  type CreationBaseline,
  creationBaseline,
  customerToProbe,
  isCanned,
  requireIdentity,
} from '../probes/creation-baseline.js';
import { customerIn } from '../probes/customers/creation.js';
import { longKey, reordered, uuid } from '../probes/keys/idempotency-keys.js';
import { disclosed } from '../probes/leak-detection.js';
import {
  againOf,
  customersMade,
  guessOfMany,
  isRejectedRepeat,
  mustBeSame,
  plainRetries,
  requireDistinguishableRepeats,
  requireKeysTakeEffect,
  retriesAfterPause,
  usualDuration,
} from '../probes/retries.js';
import { ofCustomers } from '../probes/witnesses.js';
import { expectOwnCustomers } from './another-customer.js';
import { retriedAfterBreak } from './broken-connection.js';
import { expectNoHiddenDuplicate } from './hidden-duplicates.js';
import { keepsApart, keepsApartAtOnce, type UseOfAKey } from './key-of-another-tenant.js';
import { differences, originalKey } from './two-keys.js';

export const idempotency = suite<typeof fsapi>();
const { check } = idempotency;

check('IDEM-01', 'eight retries, some on connections of their own', { witnesses: ofCustomers }, async () => {
  const known = await creationBaseline();
  return mustBeSame(known, { how: 'right away', responses: await plainRetries(), guess: guessOfMany });
});

check('IDEM-01', 'a retry after a pause', { phase: 'patient', witnesses: ofCustomers }, async () => {
  const known = await creationBaseline();
  await requireKeysTakeEffect(known);
  const responses = await retriesAfterPause();
  const guess = (differs: readonly boolean[]) =>
    differs.every(Boolean)
      ? 'keys are kept for too short a time, such as a time to live in milliseconds instead of seconds'
      : guessOfMany(differs);
  return mustBeSame(known, { how: 'after 1.1 s', responses, guess });
});

check('IDEM-01', 'a retry with the members in another order', { witnesses: ofCustomers }, async () => {
  const known = await creationBaseline();
  await requireKeysTakeEffect(known);
  const how = 'with the members in another order and other white space';
  const guess = () => 'the store looks up a digest of the body’s bytes together with the key';
  const expectSame = async (original: Response) => {
    const { idempotencyKey, body = {} } = againOf(original);
    const purpose = `again, same key, ${how}`;
    const change = { idempotencyKey, text: reordered(body as Customer), purpose, urgent: true, circumstance: how };
    return mustBeSame({ ...known, original }, { how, responses: [await send(createCustomer, change)], guess });
  };
  return expectSame(known.original).catch(async (error: unknown) => {
    if (!(error instanceof Failed)) throw error;
    // The service may have forgotten the key meanwhile: the specification does not define how long it is kept.
    return expectSame(await customerToProbe('before a retry in another order'));
  });
});

check('IDEM-01', 'accounts that retries open', { phase: 'last', witnesses: ofCustomers }, expectNoHiddenDuplicate);

/** Number of bursts: enough to hit a window of 30 ms, which a single one may miss. */
for (const number of [1, 2, 3]) {
  check('IDEM-02', `burst ${number}`, { witnesses: ofCustomers }, () => expectOneCustomer(Array(8).fill(0), 'at once'));
}

check('IDEM-02', 'tries while the first one is being worked on', { witnesses: ofCustomers }, () =>
  expectOneCustomer([0, 0.25, 0.5, 0.75, 1, 1.25], 'at 0, 25, 50, 75, 100 and 125 % of the time of a valid response'),
);

/**
 * Sends one write several times, and once more after all of them.
 * @param starts when each try starts, as a share of the time that a valid response takes
 * @throws Failed where the responses show two customers
 */
async function expectOneCustomer(starts: readonly number[], when: string): Promise<Proof> {
  const tries = Math.min(starts.length, context().rateLimiter.places);
  if (tries < 2)
    throw new Skipped('A burst needs two concurrent requests. Set `--concurrency` (and `--rate`) to 2 or more.');
  const known = await creationBaseline();
  requireDistinguishableRepeats(known);
  await requireKeysTakeEffect(known);
  const usual = usualDuration(known.control);
  const manner = `${tries} times ${when}, same key`;
  let errors: readonly TransportError[] = [];
  let made: readonly Response[][] = [];
  const deciding = await drawnAgain(async () => {
    const write = { idempotencyKey: uuid(), body: freshCustomer() };
    const answers = await burst(
      createCustomer,
      starts.slice(0, tries).map(() => ({ ...write, purpose: manner })),
      starts.map((share) => share * usual),
    );
    // One more, alone: it shows which customer exists, where the service rejected the others.
    const closing = await send(createCustomer, { ...write, purpose: 'again, same key, after the burst' });
    const responses = [...answers, closing].filter((answer): answer is Response => !(answer instanceof TransportError));
    errors = answers.filter((answer) => answer instanceof TransportError);
    made = customersMade(responses, known);
    if (made.length > 1) throw severalAtOnce(known, made, manner, tries);
    return made[0]?.[0] ?? responses.find(isRejection) ?? closing;
  });
  if (made.length > 0)
    return {
      expected: 'one customer',
      received: `${deciding.status}, one customer in all responses`,
      control: { request: 'one POST alone under another key', response: known.control, outcome: 'another customer' },
      response: deciding,
    };
  const why = errors[0] ? ` (${errors.length} broke off: ${errors[0].message})` : '';
  throw new Inconclusive(`None of ${tries} concurrent requests, and none after them, shows a customer${why}.`);
}

function severalAtOnce(known: CreationBaseline, made: readonly Response[][], manner: string, times: number): Failed {
  const response = made[1]?.[0] as Response;
  return new Failed({
    found: `The service created ${made.length === 2 ? 'two' : made.length} customers under one ${code('Idempotency-Key')} for concurrent requests and one after them.`,
    expected: 'one customer\nEvery success returns it; rejecting the later requests is fine too.',
    received: `${made.length} customers among ${made.flat().length} successes`,
    control: { request: 'one POST alone under another key', response: known.control, outcome: 'one customer' },
    sent: { request: `${createCustomer.method} ${createCustomer.path}`, change: `${manner} and body` },
    repeated: { times, atOnce: true, identity: known.identity?.pointers[0] ?? '' },
    response,
  });
}

/** Moments of the break: shares of the time that a valid response took. */
for (const [moment, share] of [
  ['as soon as the request had left', 0],
  ['while it was being worked on', 0.4],
  ['shortly before the answer', 0.8],
] as const) {
  const probe = async () => {
    const known = await creationBaseline();
    requireDistinguishableRepeats(known);
    return retriedAfterBreak(known, moment, share);
  };
  check('IDEM-03', `connection broken ${moment}`, { phase: 'patient', witnesses: ofCustomers }, probe);
}

for (const [name, makeBase, near] of differences) {
  check('IDEM-04', `keys that differ ${name}`, { witnesses: ofCustomers }, async () => {
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

check('IDEM-04', 'keys of the whole run', { phase: 'last', witnesses: ofCustomers }, expectOwnCustomers);

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

const uses: readonly (readonly [name: string, use: UseOfAKey])[] = [
  ['the same body', { sameBody: true }],
  ['another body', { sameBody: false }],
  ['the first one’s tenant id', { sameBody: true, named: (tenant) => ({ tenant }) }],
  ['the first one’s tenant id in the query and the body', { sameBody: true, named: tenantInQuery, inBody: true }],
  ['the first one’s tenant id in a second header', { sameBody: true, named: tenantInSecondHeader }],
];

for (const [name, use] of uses)
  check(
    'IDEM-05',
    `a key of the first tenant, sent by the second with ${name}`,
    { phase: 'patient', witnesses: ofCustomers },
    () => keepsApart(name, use),
  );

check(
  'IDEM-05',
  'a key that both tenants send at the same time',
  { phase: 'patient', witnesses: ofCustomers },
  keepsApartAtOnce,
);
