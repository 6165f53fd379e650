/**
 * Endpoints, common request headers: every POST carries an Idempotency-Key, so that a write can be retried without
 * creating a duplicate.
 *
 * What a repeat answers is not shown. So a repeat is judged by what came to be, not by its status: two identities under
 * one key are two customers; a repeat that is refused made none.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Acquainted, acquaintance, identityKnown } from '../helpers/controls/acquaintance.js';
import { longKey, nearKey, reordered, uuid } from '../helpers/controls/keys.js';
import { mustNotDisclose } from '../helpers/controls/other-tenant.js';
import { freshCustomer } from '../helpers/customer/customer.js';
import { check } from '../helpers/engine/check.js';
import { fixture } from '../helpers/engine/fixture.js';
import { Contradiction, Undecided, Withheld } from '../helpers/engine/outcome.js';
import { isRefusal, isSuccess, type Reply, told } from '../helpers/engine/reply.js';
import { run } from '../helpers/engine/run.js';
import { burst, send, sendAndBreak } from '../helpers/engine/send.js';
import { identityIn } from '../helpers/identity/customer-identity.js';
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
  sameCustomer(known, known.original, replies);
});

check('IDEM-01', 'a retry after a pause', async () => {
  const { known, again } = await firstTry();
  await sleep(1100);
  sameCustomer(known, known.original, [
    await send(createCustomer, { ...again, purpose: 'again, same key, after 1.1 s', urgent: true }),
    await send(createCustomer, { ...again, purpose: 'again, same key, after 1.1 s', fresh: true, urgent: true }),
  ]);
});

check('IDEM-01', 'a retry with the members in another order', async () => {
  const { known, again } = await firstTry();
  const { idempotencyKey, customer = {} } = again;
  sameCustomer(known, known.original, [
    await send(createCustomer, {
      idempotencyKey,
      text: reordered(customer),
      purpose: 'again, same key, members in another order and other white space',
    }),
  ]);
});

/** @throws Contradiction where a retry answers for another customer, Undecided where none of them tells */
function sameCustomer(known: Acquainted, first: Reply, retries: readonly Reply[]): void {
  let told_ = retries.some((retry) => isRefusal(retry) && retry.status !== 403);
  for (const retry of retries.filter(
    (reply) => isSuccess(reply) && reply.text + (reply.headers.get('location') ?? '') !== '',
  )) {
    const identity = identityKnown(known);
    const [before, now] = [identityIn(first, identity), identityIn(retry, identity)];
    if (before === undefined || now === undefined) continue;
    if (before !== now) throw secondCustomer(known, retry, 'One customer, however often the write is tried.');
    told_ = true;
  }
  if (told_) return;
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
    const made = new Map<string, Reply>();
    for (const reply of replies.filter(isSuccess)) {
      const one = identityIn(reply, identity);
      if (one !== undefined && !made.has(one)) made.set(one, reply);
    }
    const [, second] = [...made.values()];
    if (second) {
      const told = new Contradiction({
        found: `${made.size === 2 ? 'Two' : made.size} customers were made under one Idempotency-Key by ${tries} tries at once.`,
        expected: 'One customer. Every success answers for it; a refusal of the later tries would do as well.',
        received: `${made.size} customers among ${replies.filter(isSuccess).length} successes`,
        control: `one POST alone under another key: ${known.control.status}, one customer`,
        sent: `${tries} × POST /${createCustomer.path}, at once, same Idempotency-Key and body`,
        reply: second,
      });
      throw told;
    }
    if (made.size === 0) {
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
    const [a, b] = [soon, later].map((reply) => (isSuccess(reply) ? identityIn(reply, identity) : undefined));
    if (a !== undefined && b !== undefined && a !== b) {
      const sent = 'POST /customers, connection broken before the answer; the same again, twice';
      throw secondCustomer(known, later, 'One customer: both retries answer for the same.', sent);
    }
    const silent = [soon, later].find((reply) => !isRefusal(reply) && identityIn(reply, identity) === undefined);
    if (a === undefined && b === undefined && silent) {
      throw new Undecided(
        `${told(silent)} is answered ${silent.status}, with nothing that says which customer it is about.`,
      );
    }
  });
}

/** Where a key is changed, in one character. Places beyond 36 need a service that takes keys as long as that. */
const places: readonly (readonly [name: string, at: number, long: boolean])[] = [
  ['at the front', 0, false],
  ['in the middle', 10, false],
  ['at the end', 35, false],
  ['at character 37', 36, true],
  ['at character 65', 64, true],
  ['at character 200', 199, true],
];

for (const [name, at, long] of places) {
  check('IDEM-04', `keys that differ ${name}`, async () => {
    const known = await acquaintance();
    const identity = identityKnown(known);
    const base = long ? await underLongKey(at + 1) : known.original;
    const idempotencyKey = nearKey(base.asked.idempotencyKey ?? '', at);
    const purpose = `with a key that differs ${name}`;
    const other = await send(createCustomer, { idempotencyKey, purpose });
    const [ofBase, ofOther] = [identityIn(base, identity), identityIn(other, identity)];
    if (known.fate(other) === 'refused') {
      // Only a refusal that a wholly different key does not meet is due to the likeness of the keys.
      const control = await send(createCustomer, {
        purpose: 'under a key unlike any other',
        idempotencyKey: long ? longKey(idempotencyKey.length) : uuid(),
      });
      if (known.fate(control) !== 'let in')
        throw new Undecided(`A customer under a fresh key is answered ${control.status} too.`);
      throw new Contradiction({
        found: `A customer is refused under a key that differs ${name} from one used before.`,
        expected: 'a second customer, since another key is another write',
        received: String(other.status),
        control: `the same under a key unlike any other: ${control.status}`,
        reply: other,
      });
    }
    if (ofBase === undefined || ofOther === undefined) {
      throw new Undecided(
        `${told(other)} is answered ${other.status}, with nothing that says which customer it is about.`,
      );
    }
    const swallowed = (reply: Reply, whose: string) =>
      new Contradiction({
        found: `Keys that differ ${name} are taken for one: ${whose}.`,
        expected: 'two customers, each key answering for its own',
        received: `${reply.status}, for the other key’s customer`,
        control: `one POST under a key unlike it: ${known.control.status}, another customer`,
        reply,
      });
    if (ofBase === ofOther) throw swallowed(other, 'the second write is answered with the first one’s customer');
    const retry = await send(createCustomer, {
      idempotencyKey,
      customer: other.asked.customer,
      purpose: `again, with the key that differs ${name}`,
    });
    if (isSuccess(retry) && identityIn(retry, identity) === ofBase) {
      throw swallowed(retry, 'the retry of the second write is answered with the first one’s customer');
    }
  });
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
  check('IDEM-05', `a key of the first tenant, sent by the second with ${name}`, () =>
    mustNotDisclose((of) =>
      send(createCustomer, {
        caller: 'second',
        idempotencyKey: of.asked.idempotencyKey,
        customer: sameBody ? of.asked.customer : freshCustomer(),
        purpose: `with another tenant’s Idempotency-Key and ${name}`,
      }),
    ),
  );
}
