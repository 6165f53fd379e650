/**
 * Endpoints with a shown shape, GET {base_url}/accounts; Endpoints, common request headers: the listing is asked for
 * with Api-Key and x-tenant-id, and is that tenant's.
 *
 * Accounts are told apart by what identifies an account. Isolation is decided only between listings that are not empty.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { hasOwnKeys, keyAccepted, needsSecondTenant, otherThan, rightListing } from '../helpers/controls/admission.js';
import { guesses, mayGuess } from '../helpers/controls/guesses.js';
import {
  compare,
  givesNothing,
  list,
  notEmpty,
  pointerOf,
  type ReadListing,
  read,
  shared,
} from '../helpers/controls/listings.js';
import { secondListing } from '../helpers/controls/other-tenant.js';
import { changesOf, mustBeQuiet, readings, vanished } from '../helpers/controls/readings.js';
import { proveRight } from '../helpers/controls/right-request.js';
import { type Caller, credentials } from '../helpers/engine/change.js';
import { check } from '../helpers/engine/check.js';
import { fixture } from '../helpers/engine/fixture.js';
import { note } from '../helpers/engine/notes.js';
import { Contradiction, Undecided, Withheld } from '../helpers/engine/outcome.js';
import { hasJsonType, isRefusal, isSuccess, type Reply } from '../helpers/engine/reply.js';
import { run } from '../helpers/engine/run.js';
import { send } from '../helpers/engine/send.js';
import { saysNo } from '../helpers/identity/let-in.js';
import type { Item } from '../helpers/identity/listing.js';
import { listAccounts } from '../schemas/operations.js';

check('ACCT-01', 'with Api-Key and x-tenant-id', async () => {
  const reply = await rightListing();
  keyAccepted(reply);
  proveRight(reply.asked);
  if (isSuccess(reply) && (reply.text === '' || (hasJsonType(reply) && (reply.isJson || reply.cut)))) return;
  throw new Contradiction({
    found: isSuccess(reply)
      ? 'The listing is answered with success, but not with JSON.'
      : `The listing is answered ${reply.status}.`,
    expected: 'success, any 2xx, and JSON',
    received: `${reply.status}, ${reply.headers.get('content-type') ?? 'no Content-Type'}`,
    reply,
  });
});

/** Both tenants' listings as they are, none of them empty. */
async function bothListings(): Promise<{ first: ReadListing; second: ReadListing }> {
  needsSecondTenant();
  const [first, second] = [read(await rightListing()), read(await secondListing())];
  notEmpty(first, 'The first tenant’s');
  notEmpty(second, 'The second tenant’s');
  return { first, second };
}

const names = { first: 'first', second: 'second' } as const;

/** @throws Contradiction where two listings of different tenants share an account, Undecided where that is in doubt */
function mustShareNothing(a: ReadListing, b: ReadListing, how: string): void {
  const pointer = pointerOf([a, b]);
  const { same, doubtful } = shared(a, b, pointer);
  if (same.length > 0) {
    throw new Contradiction({
      found: `${same.length === 1 ? 'One account stands' : `${same.length} accounts stand`} in the listings of both tenants, ${how}.`,
      expected: 'no account in both',
      received: `${same.length} of ${a.items.length} accounts agree in ${pointer} and in every stable member`,
      control: `the other tenant’s listing: ${b.reply.status}, ${b.items.length} accounts`,
      reply: a.reply,
    });
  }
  if (doubtful.length > 0) {
    throw new Undecided(
      `Accounts of both tenants have the same ${pointer}, and nothing else tells whether they are one. Set CONFORMANCE_ACCOUNT_ID_POINTER to what identifies an account.`,
    );
  }
}

check('ACCT-02', 'asked in turn, on the same connections', async () => {
  await bothListings();
  for (const [one, other] of [
    ['first', 'second'],
    ['second', 'first'],
  ] as const) {
    const a = await list({ caller: one, purpose: `for the ${names[one]} tenant, in turn` });
    const b = await list({ caller: other, purpose: `for the ${names[other]} tenant, in turn` });
    mustShareNothing(a, b, 'asked in turn');
  }
});

check('ACCT-02', 'asked at the same time', async () => {
  const { first, second } = await bothListings();
  mustShareNothing(first, second, 'asked once each');
  const callers: readonly Caller[] = ['first', 'second', 'first', 'second', 'first', 'second', 'first', 'second'];
  const replies = await Promise.all(
    callers.map((caller) => list({ caller, purpose: `for the ${names[caller]} tenant, at the same time` })),
  );
  callers.forEach((caller, at) => {
    const reading = replies[at] as ReadListing;
    mustShareNothing(reading, caller === 'first' ? second : first, 'asked at the same time');
  });
});

for (const caller of ['first', 'second'] as const) {
  check('ACCT-03', `the ${caller} tenant’s key with the other’s id`, async () => {
    needsSecondTenant();
    if (!hasOwnKeys()) {
      throw new Withheld(
        'Both tenants are configured with one key, which the specification does not exclude. Set CONFORMANCE_OTHER_API_KEY.',
      );
    }
    const { first, second } = await bothListings();
    const [own, others] = caller === 'first' ? [first, second] : [second, first];
    const pointer = pointerOf([own, others]);
    const tenant = credentials(run(), otherThan(caller)).tenant;
    const reply = await send(listAccounts, {
      caller,
      tenant,
      purpose: `with the key of the ${caller} tenant and the id of the other`,
    });
    if (givesNothing(reply)) return;
    const got = read(reply);
    const theirs = shared(got, others, pointer);
    if (theirs.same.length > 0) {
      throw new Contradiction({
        found: `With its own key and the other’s id, the ${caller} tenant is given ${theirs.same.length} of the other tenant’s accounts.`,
        expected: 'a refusal, an empty listing, or the caller’s own accounts',
        received: `${reply.status}, ${theirs.same.length} accounts of the other tenant`,
        control: `the ${caller} tenant’s own listing: ${own.reply.status}, ${own.items.length} accounts`,
        reply,
      });
    }
    if (theirs.doubtful.length > 0 && shared(got, own, pointer).same.length < got.items.length) {
      throw new Undecided(
        `Accounts are given whose ${pointer} both tenants use. Set CONFORMANCE_ACCOUNT_ID_POINTER to what identifies an account.`,
      );
    }
  });
}

check('ACCT-04', 'a random id of the same shape', async () => {
  const own = read(await rightListing());
  const reply = await randomGuess.first();
  if (isRefusal(reply) || reply.status === 401)
    return note('unknown tenant', { status: reply.status, gave: 'a refusal' });
  await opensNothingButOwn(reply, own, 'a random id');
});

for (const { name, needsLongIds, make } of guesses().near) {
  for (const caller of ['first', 'second'] as const) {
    check('ACCT-04', `${name}, with the ${caller} tenant’s key`, async () => {
      if (caller === 'second') needsSecondTenant();
      const tenant = make(caller);
      if (needsLongIds && !mayGuess()) {
        throw new Withheld(
          'Tenant ids are short here, so a guess may name a stranger. Set CONFORMANCE_ALLOW_GUESSES=true to allow it.',
        );
      }
      const own = read(caller === 'first' ? await rightListing() : await secondListing());
      const reply = await guess(caller, tenant, name);
      if (isRefusal(reply) || reply.status === 401) return;
      const random = await randomGuess[caller]();
      await opensNothingButOwn(reply, own, name);
      if (isSuccess(reply) && (isRefusal(random) || random.status === 401)) {
        throw new Contradiction({
          found: `An id that names no tenant (${name}) is let in, where a random one is refused.`,
          expected: 'a refusal, as for any id that names no tenant',
          received: String(reply.status),
          control: `a random id of the same shape: ${random.status}`,
          reply,
        });
      }
    });
  }
}

const randomGuess = {
  first: fixture('a random tenant id, first key', () => guess('first', guesses().random, 'a random id')),
  second: fixture('a random tenant id, second key', () => guess('second', guesses().random, 'a random id')),
};

function guess(caller: Caller, tenant: string, name: string): Promise<Reply> {
  return send(listAccounts, {
    caller,
    tenant,
    guess: true,
    purpose: `with an x-tenant-id that names no tenant: ${name}`,
  });
}

/** @throws Contradiction where an answer to an id that names no tenant holds accounts that are not the caller's */
async function opensNothingButOwn(reply: Reply, own: ReadListing, name: string): Promise<void> {
  if (givesNothing(reply)) {
    note('unknown tenant', { status: reply.status, gave: 'no accounts' });
    if (!isSuccess(reply) || saysNo(reply) || own.items.length > 0 || (await othersHaveAny(own))) return;
    throw new Undecided(
      'No tenant that is configured has an account, so an id that opens none is answered as any. Open an account there.',
    );
  }
  const got = read(reply);
  const caller = own.reply.asked.change.caller ?? 'first';
  const second = run().configuration.otherTenantId === undefined ? [] : [await others(own)];
  const pointer = pointerOf([got, own, ...second].filter(({ items }) => items.length > 0));
  const theirs = second.map((listing) => shared(got, listing, pointer));
  const foreign = theirs.flatMap(({ same }) => same);
  const given = (what: string) =>
    new Contradiction({
      found: `An id that names no tenant (${name}) opens ${what}.`,
      expected: 'a refusal, an empty listing, or the caller’s own accounts',
      received: `${reply.status}, ${got.items.length} accounts`,
      control: `the caller’s own listing: ${own.reply.status}, ${own.items.length} accounts`,
      reply,
    });
  // With one key for both tenants the accounts of either are the caller's, but not those of both in one listing.
  if (foreign.length > 0 && (hasOwnKeys() || foreign.length < got.items.length))
    throw given('another tenant’s accounts');
  if (second.length === 0) {
    throw new Withheld(
      'The id is answered with accounts, and with one tenant configured it cannot be told whose they may be. Set CONFORMANCE_OTHER_TENANT_ID and CONFORMANCE_OTHER_API_KEY.',
    );
  }
  // Accounts may have been opened since: what stands in the caller's listing before or after is the caller's.
  const after = await list({ caller, purpose: 'once more, after the guess' });
  const knows = (item: Item) =>
    [own, after].some(({ items }) => items.some((mine) => compare(item, mine, pointer) !== 'different'));
  const strangers = got.items.filter((item) => !knows(item) && !foreign.includes(item));
  if (strangers.length > 0) {
    if ([got, own, after].some(({ paged }) => paged)) {
      throw new Undecided(
        'The id is answered with accounts that are not on the page of the caller’s own listing, so whose they are cannot be told.',
      );
    }
    throw given('accounts that are not the caller’s');
  }
  if (theirs.some(({ doubtful }) => doubtful.length > 0) && shared(got, own, pointer).same.length < got.items.length) {
    throw new Undecided(
      `Accounts are given whose ${pointer} both tenants use. Set CONFORMANCE_ACCOUNT_ID_POINTER to what identifies an account.`,
    );
  }
  note('unknown tenant', { status: reply.status, gave: 'the caller’s accounts' });
}

async function othersHaveAny(own: ReadListing): Promise<boolean> {
  return run().configuration.otherTenantId !== undefined && (await others(own)).items.length > 0;
}

async function others(own: ReadListing): Promise<ReadListing> {
  return read(own.reply.asked.change.caller === 'second' ? await rightListing() : await secondListing());
}

/** Four readings as early as can be: what a reading changes may soon have come to its end. */
const fourReadings = fixture('four readings of a listing', () => readings(4));

check('ACCT-05', 'listed four times', async () => {
  const made = await fourReadings();
  const [change] = changesOf(made);
  // Growth alone may come of customers that are created meanwhile: the other check looks at it in quiet.
  if (change === undefined || change.removed === 0) return;
  mustBeQuiet(made, 'four times');
});

check(
  'ACCT-05',
  'listed again when nothing else is asked',
  async () => {
    const first = await fourReadings();
    const early = changesOf(first);
    if (early.length === 0) return;
    const made = await readings(3);
    // What was closed at each reading may all be closed by now, other readings of this run included.
    const isGone = made.every(({ items }) => items.length === 0);
    if (isGone && early.every(({ added, removed }) => added === 0 && removed > 0)) throw vanished(first);
    // A change that comes of reading does not wait: one that comes of others is larger after a pause.
    await sleep(600);
    made.push(...(await readings(2)));
    mustBeQuiet(made, 'five times, with a pause before the last two');
  },
  'last',
);
