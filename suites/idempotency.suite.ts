/**
 * Endpoints, common request headers: every POST carries an Idempotency-Key, so that a write can be retried without
 * creating a duplicate.
 *
 * What a repeat answers is not shown. So a repeat is judged by what came to be, not by its status: two identities under
 * one key are two customers; a repeat that is refused made none.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Acquainted, acquaintance, identityKnown } from '../helpers/controls/acquaintance.js';
import { create, needsSecondTenant } from '../helpers/controls/admission.js';
import { disclosed } from '../helpers/controls/disclosure.js';
import { longKey, nearKey, reordered, uuid } from '../helpers/controls/keys.js';
import { mustNotDisclose } from '../helpers/controls/other-tenant.js';
import { freshCustomer } from '../helpers/customer/customer.js';
import { check } from '../helpers/engine/check.js';
import { fixture } from '../helpers/engine/fixture.js';
import { Contradiction, Undecided, Withheld } from '../helpers/engine/outcome.js';
import { isRefusal, isSuccess, type Reply, told } from '../helpers/engine/reply.js';
import { run } from '../helpers/engine/run.js';
import { burst, send, sendAndBreak } from '../helpers/engine/send.js';
import { byCustomer, hasIdentity, sameCustomer } from '../helpers/identity/customer-identity.js';
import { TransportFault } from '../helpers/target/transport-fault.js';
import { createCustomer } from '../schemas/operations.js';

/** The write that every retry of IDEM-01 repeats, as it was sent first. */
async function firstTry() {
  const known = await acquaintance();
  const { customer, idempotencyKey } = known.original.asked;
  return { known, again: { customer, idempotencyKey } };
}

check('IDEM-01', 'five retries, some on connections of their own', async () => {
  const { known, again } = await firstTry();
  const replies: Reply[] = [known.repeat];
  for (const fresh of [false, true, false, true]) {
    replies.push(await send(createCustomer, { ...again, purpose: 'again, same key', fresh }));
  }
  mustBeSame(known, known.original, replies);
});

check(
  'IDEM-01',
  'a retry after a pause',
  async () => {
    const { known, again } = await firstTry();
    await sleep(1100);
    mustBeSame(known, known.original, [
      await send(createCustomer, { ...again, purpose: 'again, same key, after 1.1 s', urgent: true }),
      await send(createCustomer, { ...again, purpose: 'again, same key, after 1.1 s', fresh: true, urgent: true }),
    ]);
  },
  'patient',
);

check('IDEM-01', 'a retry with the members in another order', async () => {
  const { known, again } = await firstTry();
  const { idempotencyKey, customer = {} } = again;
  mustBeSame(known, known.original, [
    await send(createCustomer, {
      idempotencyKey,
      text: reordered(customer),
      purpose: 'again, same key, members in another order and other white space',
    }),
  ]);
});

/** @throws Contradiction where a retry answers for another customer, Undecided where none of them tells */
function mustBeSame(known: Acquainted, first: Reply, retries: readonly Reply[]): void {
  let tells = retries.some((retry) => isRefusal(retry) && retry.status !== 403);
  for (const retry of retries.filter(isSuccess)) {
    const same = known.identity && sameCustomer(first, retry, known.identity);
    if (same === false) throw secondCustomer(known, retry, 'One customer, however often the write is tried.');
    tells ||= same === true;
  }
  if (tells) return;
  const [retry] = retries;
  throw new Undecided(
    `A retry is answered ${retry?.status} with nothing that says which customer it is about, so a duplicate could not be seen. Set CONFORMANCE_CUSTOMER_ID_POINTER if the answer holds an identity.`,
  );
}

function secondCustomer(known: Acquainted, reply: Reply, expected: string, sent?: string): Contradiction {
  return new Contradiction({
    found: 'Two customers were made under one Idempotency-Key.',
    expected,
    received: `${reply.status}, for another customer: ${known.identity?.pointers[0]} differs from the first answer’s`,
    control: `one POST under another key: ${known.control.status}, one customer`,
    reply,
    sent,
  });
}

/** Bursts that are sent: enough to catch a window of 30 ms that only some of them meet. */
for (const number of [1, 2, 3]) {
  check('IDEM-02', `burst ${number}`, async () => {
    const tries = Math.min(8, run().pace.places);
    if (tries < 2)
      throw new Withheld('A burst needs two requests in flight. Set --concurrency (and --rate) to 2 or more.');
    const known = await acquaintance();
    const identity = identityKnown(known);
    const idempotencyKey = uuid();
    const customer = freshCustomer();
    const purpose = `${tries} at once, same key`;
    const answers = await burst(
      createCustomer,
      Array.from({ length: tries }, () => ({ idempotencyKey, customer, purpose })),
    );
    // One more, alone: it tells which customer stayed, where the burst itself was refused.
    const closing = await send(createCustomer, {
      idempotencyKey,
      customer,
      purpose: 'again, same key, after the burst',
    });
    const replies = [...answers, closing].filter((answer): answer is Reply => !(answer instanceof TransportFault));
    const made = byCustomer(replies.filter(isSuccess), identity);
    const [, [second] = []] = made;
    if (second) {
      const told = new Contradiction({
        found: `${made.length === 2 ? 'Two' : made.length} customers were made under one Idempotency-Key by ${tries} tries at once and one after them.`,
        expected: 'One customer. Every success answers for it; a refusal of the later tries would do as well.',
        received: `${made.length} customers among ${replies.filter(isSuccess).length} successes`,
        control: `one POST alone under another key: ${known.control.status}, one customer`,
        sent: `${tries} × POST /${createCustomer.path}, at once, same Idempotency-Key and body`,
        reply: second,
      });
      throw told;
    }
    if (made.length === 0) {
      const faults = answers.filter((answer) => answer instanceof TransportFault);
      const why = faults[0] ? ` (${faults.length} broke: ${faults[0].message})` : '';
      throw new Undecided(`None of ${tries} tries at once, and none after them, shows a customer${why}.`);
    }
  });
}

/** Moments of the cut: shares of the time that a right answer took. */
for (const [moment, share] of [
  ['as soon as the request had left', 0],
  ['while it was being worked on', 0.4],
  ['shortly before the answer', 0.8],
] as const) {
  check('IDEM-03', `connection broken ${moment}`, async () => {
    const known = await acquaintance();
    const identity = identityKnown(known);
    const change = { idempotencyKey: uuid(), customer: freshCustomer() };
    const afterMs = Math.round(Math.min(known.control.durationMs * share, 2000));
    await sendAndBreak(createCustomer, { ...change, purpose: `connection broken ${moment}` }, afterMs);
    const soon = await send(createCustomer, { ...change, purpose: 'again, same key, after the break', fresh: true });
    await sleep(400);
    const later = await send(createCustomer, {
      ...change,
      purpose: 'again, same key, 0.4 s after the break',
      fresh: true,
    });
    if (isSuccess(soon) && isSuccess(later) && sameCustomer(soon, later, identity) === false) {
      const sent = 'POST /customers, connection broken before the answer; the same again, twice';
      throw secondCustomer(known, later, 'One customer: both retries answer for the same.', sent);
    }
    const shown = [soon, later].some((reply) => isSuccess(reply) && hasIdentity(reply, identity));
    const silent = [soon, later].find((reply) => !isRefusal(reply));
    if (!shown && silent) {
      throw new Undecided(
        `${told(silent)} is answered ${silent.status}, with nothing that says which customer it is about.`,
      );
    }
  });
}

/** Where a key is changed, in one character. Places beyond 36 need a service that takes keys as long as that. */
const places: readonly (readonly [name: string, at: number, long: boolean])[] = [
  ['at the front', 0, false],
  ['in the middle', 16, false],
  ['at the end', 35, false],
  ['at character 37', 36, true],
  ['at character 65', 64, true],
  ['at character 200', 199, true],
];

for (const [name, at, long] of places) {
  check('IDEM-04', `keys that differ ${name}`, async () => {
    const known = await acquaintance();
    const base = long ? await underLongKey(at + 1) : known.original;
    const purpose = `with a key that differs ${name}`;
    const refused: Reply[] = [];
    // A refusal may be of a number or an address that an earlier run has used, so it is tried with others.
    for (const distance of [8, 4, 2]) {
      const idempotencyKey = nearKey(base.asked.idempotencyKey ?? '', at, distance);
      const other = await send(createCustomer, { idempotencyKey, purpose });
      if (!isRefusal(other)) return mustBeAnother(known, base, other, name);
      refused.push(other);
    }
    const [reply] = refused as [Reply];
    const idempotencyKey = long ? longKey(base.asked.idempotencyKey?.length) : uuid();
    const control = await create({ idempotencyKey, purpose: 'under a key unlike any other' });
    if (known.fate(control) !== 'let in') {
      throw new Undecided(`A customer under a fresh key is answered ${control.status} too.`);
    }
    throw new Contradiction({
      found: `Customers are refused under ${refused.length} keys that differ ${name} from one used before.`,
      expected: 'a second customer, since another key is another write',
      received: String(reply.status),
      control: `the same under a key unlike any other: ${control.status}`,
      reply,
    });
  });
}

/** @throws Contradiction where two keys answer for one customer, Undecided where the answers do not tell */
async function mustBeAnother(known: Acquainted, base: Reply, other: Reply, name: string): Promise<void> {
  const swallowed = (reply: Reply, whose: string) =>
    new Contradiction({
      found: `Keys that differ ${name} are taken for one: ${whose}.`,
      expected: 'two customers, each key answering for its own',
      received: `${reply.status}, for the other key’s customer`,
      control: `one POST under a key unlike it: ${known.control.status}`,
      reply,
    });
  const { email, phone } = base.asked.customer ?? {};
  const personal = [email, phone].filter((value) => typeof value === 'string');
  if (disclosed(other, personal).length > 0)
    throw swallowed(other, 'the second write is answered with the first one’s data');
  const identity = identityKnown(known);
  const same = sameCustomer(base, other, identity);
  if (same === undefined) {
    throw new Undecided(
      `${told(other)} is answered ${other.status}, with nothing that says which customer it is about.`,
    );
  }
  if (same) throw swallowed(other, 'the second write is answered with the first one’s customer');
  const { customer, idempotencyKey } = other.asked;
  const retry = await send(createCustomer, {
    idempotencyKey,
    customer,
    purpose: `again, with the key that differs ${name}`,
  });
  if (!isSuccess(retry) || sameCustomer(other, retry, identity) !== false) return;
  if (sameCustomer(base, retry, identity))
    throw swallowed(retry, 'the retry of the second write is answered with the first one’s customer');
  // Where each write makes a customer whatever its key, keys are neither told apart nor mixed up.
  throw new Undecided('A retry is answered for a customer of its own, so keys tell nothing apart here (IDEM-01).');
}

const longKeyed = [210, 72, 40].map((length) => ({
  length,
  create: fixture(`a customer under a key of ${length} characters`, () =>
    send(createCustomer, { idempotencyKey: longKey(length), purpose: `with a key of ${length} characters` }),
  ),
}));

/** A customer under the longest key that the service takes, of those tried. @throws Withheld if it is shorter than needed */
async function underLongKey(needed: number): Promise<Reply> {
  const known = await acquaintance();
  for (const { create } of longKeyed.filter(({ length }) => length >= needed)) {
    const reply = await create();
    if (known.fate(reply) === 'let in') return reply;
  }
  throw new Withheld(`Keys of ${needed} characters and more are not taken here, which the specification leaves open.`);
}

for (const [name, sameBody] of [
  ['the same body', true],
  ['another body', false],
] as const) {
  check('IDEM-05', `a key of the first tenant, sent by the second with ${name}`, async () => {
    needsSecondTenant();
    // What the second tenant has sent is its own from then on: this pair, and CUST-23, each ask about something else.
    const { original, control } = await acquaintance();
    const customer = sameBody ? original : control;
    await mustNotDisclose(customer, (of) =>
      send(createCustomer, {
        caller: 'second',
        idempotencyKey: of.asked.idempotencyKey,
        customer: sameBody ? of.asked.customer : freshCustomer(),
        purpose: `with another tenant’s Idempotency-Key and ${name}`,
      }),
    );
  });
}
