/**
 * Authentication, items 1, 2, 5, 6 and 8; Errors: a request without valid authorization is answered 401, whatever else
 * is in it. A 401 counts only beside the same request that the valid key opened.
 */
import { isLoopback } from '../helpers/configuration/loopback.js';
import { acquaintance } from '../helpers/controls/acquaintance.js';
import { keyAccepted, rightListing } from '../helpers/controls/admission.js';
import { all401, badKeys, randomOfShape } from '../helpers/controls/bad-keys.js';
import { disclosed } from '../helpers/controls/disclosure.js';
import { guesses } from '../helpers/controls/guesses.js';
import { identitiesOfTheTenants } from '../helpers/controls/identities.js';
import { uuid } from '../helpers/controls/keys.js';
import { compare } from '../helpers/controls/listings.js';
import { anotherCharacter } from '../helpers/controls/nearly-right.js';
import { mustBe401, mustBe401ForBadKey, sentence } from '../helpers/controls/unauthorised.js';
import { freshCustomer } from '../helpers/customer/customer.js';
import type { Change } from '../helpers/engine/change.js';
import { check } from '../helpers/engine/check.js';
import { liveIsReadOnly, mayWrite } from '../helpers/engine/live.js';
import { Contradiction, Undecided, Withheld } from '../helpers/engine/outcome.js';
import { isSuccess, type Reply, told } from '../helpers/engine/reply.js';
import { run } from '../helpers/engine/run.js';
import { send } from '../helpers/engine/send.js';
import { sameCustomer } from '../helpers/identity/customer-identity.js';
import { accountPointer, type Item, readListing } from '../helpers/identity/listing.js';
import { createCustomer, listAccounts, type Operation } from '../schemas/operations.js';

const operations = [
  { operation: createCustomer, missing: 'AUTH-01', invalid: 'AUTH-03' },
  { operation: listAccounts, missing: 'AUTH-02', invalid: 'AUTH-04' },
] as const;

const wrongKeys = badKeys();

for (const { operation, missing, invalid } of operations) {
  check(missing, 'header absent', () => mustBe401(operation, { apiKey: null, purpose: 'without Api-Key' }));
  check(missing, 'header empty', () => mustBe401(operation, { apiKey: '', purpose: 'with an empty Api-Key' }));

  for (const { name, value, shell, lenient } of wrongKeys) {
    const purpose = `with an Api-Key that is wrong: ${name}`;
    const change = { apiKey: value, shellKey: shell, purpose, lenient };
    check(invalid, name, () => mustBe401ForBadKey(operation, change), 'late');
  }
}

/** Places other than the Api-Key header in which clients put keys. */
const names = ['Api-Key', 'api-key', 'api_key', 'apiKey', 'apikey', 'key', 'access_token', 'token', 'secret_key'];
const elsewhere: readonly (readonly [string, change: (key: string, operation: Operation) => Change | undefined])[] = [
  ['the query string', (key) => ({ query: names.map((name) => `${name}=${encodeURIComponent(key)}`).join('&') })],
  ['Authorization, bare', (key) => ({ headers: [['Authorization', key]] })],
  ['Authorization, Bearer', (key) => ({ headers: [['Authorization', `Bearer ${key}`]] })],
  ['Authorization, Basic', (key) => ({ headers: [['Authorization', `Basic ${base64(`${key}:${key}`)}`]] })],
  ['Authorization, Basic, as the user', (key) => ({ headers: [['Authorization', `Basic ${base64(`${key}:`)}`]] })],
  ['Authorization, ApiKey', (key) => ({ headers: [['Authorization', `ApiKey ${key}`]] })],
  ['Authorization, Token', (key) => ({ headers: [['Authorization', `Token ${key}`]] })],
  ['X-Api-Key and its like', (key) => ({ headers: alike.map((name) => [name, key]) })],
  ['a cookie', (key) => ({ headers: [['Cookie', names.map((name) => `${name}=${key}`).join('; ')]] })],
  [
    'the body',
    (key, { writes }) =>
      writes
        ? { customer: { ...freshCustomer(), ...Object.fromEntries(names.map((name) => [name, key])) } }
        : undefined,
  ],
];
const alike = ['X-Api-Key', 'ApiKey', 'api_key', 'X-Auth-Token', 'X-Access-Token', 'X-Secret-Key'];

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

for (const { operation } of operations) {
  for (const [name, place] of elsewhere) {
    if (name === 'the body' && !operation.writes) continue;
    check('AUTH-05', `${operation.name}: the key in ${name}`, async () => {
      const { configuration, connection } = run();
      if (name === 'the query string' && !mayBeInQuery()) {
        throw new Withheld(
          configuration.environment === 'live'
            ? 'A key in a query string may end in access logs, so it is not sent on live.'
            : `A key in a query string may end in the access logs of ${connection.base.host}. Set CONFORMANCE_ALLOW_KEY_IN_QUERY=true to allow it.`,
        );
      }
      if (operation.writes && !mayWrite(run())) throw new Withheld(liveIsReadOnly);
      const change = place(configuration.apiKey, operation) ?? {};
      await mustBe401(operation, {
        ...change,
        apiKey: null,
        purpose: `with the valid key in ${name} and no Api-Key header`,
      });
    });
  }
}

function mayBeInQuery(): boolean {
  const { configuration, connection } = run();
  if (configuration.environment === 'live') return false;
  return configuration.allowKeyInQuery || isLoopback(connection.base.hostname);
}

/** What else may be wrong with a request that has no valid key. Nothing of it is looked at before the key. */
const wrongInOtherWays: readonly (readonly [Operation, name: string, () => Change | Promise<Change>])[] = [
  [createCustomer, 'malformed JSON', () => ({ text: '{"first_name": "Ada", ' })],
  [createCustomer, 'an empty body', () => ({ text: '' })],
  [
    createCustomer,
    'another content type',
    () => ({ text: 'first_name=Ada', contentType: 'application/x-www-form-urlencoded' }),
  ],
  [createCustomer, 'no Idempotency-Key', () => ({ idempotencyKey: null })],
  [
    createCustomer,
    'a used Idempotency-Key',
    async () => {
      const { customer, idempotencyKey } = (await acquaintance()).original.asked;
      return { customer, idempotencyKey };
    },
  ],
  ...[createCustomer, listAccounts].flatMap(
    (operation) =>
      [
        [operation, 'no x-tenant-id', () => ({ tenant: null })],
        [operation, 'an unknown x-tenant-id', () => ({ tenant: guesses().random, guess: true })],
      ] as const,
  ),
];

for (const [operation, name, change] of wrongInOtherWays) {
  check('AUTH-06', `${operation.name}: no key, and ${name}`, async () =>
    mustBe401(operation, { ...(await change()), apiKey: null, purpose: `without Api-Key, and with ${name}` }),
  );
  check(
    'AUTH-06',
    `${operation.name}: a bad key, and ${name}`,
    async () =>
      mustBe401ForBadKey(operation, {
        ...(await change()),
        apiKey: randomOfShape(run().configuration.apiKey),
        purpose: `with a random Api-Key, and with ${name}`,
      }),
    'late',
  );
}

check(
  'AUTH-07',
  'no 401 holds an identity of the tenants, or the key that was sent',
  async () => {
    keyAccepted(await rightListing());
    const refusals = await all401();
    const identities = await identitiesOfTheTenants();
    for (const reply of refusals) {
      await mustHoldNothing(reply, identities);
      const { apiKey } = reply.asked;
      const came = [...reply.headers.values(), reply.text].join('\n');
      if (apiKey !== null && apiKey.length >= 16 && came.includes(apiKey)) {
        throw new Contradiction({
          found: 'A 401 repeats the Api-Key that was sent.',
          expected: 'a 401 that does not hold the key',
          received: '401, with the key in it, word for word',
          reply,
        });
      }
    }
  },
  'last',
);

/** @throws Contradiction where an answer holds identities, and holds some again when it is asked for twice more */
async function mustHoldNothing(reply: Reply, identities: readonly string[]): Promise<void> {
  const found = disclosed(reply, identities);
  if (found.length === 0) return;
  // A number may be met by chance, in a counter or a clock: what is disclosed is disclosed again.
  for (let more = 2; more > 0 && found.every((value) => /^\d+$/.test(value)); more -= 1) {
    const again = await send(reply.asked.operation, reply.asked.change);
    if (disclosed(again, found).length === 0) return;
  }
  throw new Contradiction({
    found: `${sentence(told(reply))} is answered ${reply.status} with ${found.length === 1 ? 'an identity' : `${found.length} identities`} of the tenant in it.`,
    expected: 'an answer that holds no identity of an account or a customer',
    received: `${reply.status}, with ${found.length === 1 ? 'one' : found.length} in it`,
    reply,
  });
}

/** Ways to an address that a filter for keys may have forgotten. Whatever they answer, they disclose nothing. */
const sideDoors: readonly (readonly [name: string, change: Change])[] = [
  ['HEAD', { method: 'HEAD' }],
  ['a slash at the end', { path: 'accounts/' }],
  ['a doubled slash', { path: '/accounts' }],
  ['a method override', { method: 'POST', headers: [['X-HTTP-Method-Override', 'GET']] }],
  ['a method override on a GET', { headers: [['X-HTTP-Method-Override', 'HEAD']] }],
];

for (const [name, change] of sideDoors) {
  check('AUTH-07', `side door: ${name}`, () => nothingBehind(name, change), 'last');
}

check(
  'AUTH-07',
  'side door: right after a good answer',
  async () => {
    await send(listAccounts, { purpose: 'just before the same without a key' });
    await nothingBehind('the same address right after a good answer', {});
  },
  'last',
);

async function nothingBehind(name: string, change: Change): Promise<void> {
  const listing = await rightListing();
  keyAccepted(listing);
  const identities = await identitiesOfTheTenants();
  const reply = await send(listAccounts, {
    ...change,
    apiKey: null,
    purpose: `without Api-Key, by a side door: ${name}`,
  });
  await mustHoldNothing(reply, identities);
  // Identities too short to be searched for still make a listing, account by account.
  const own = isSuccess(listing) ? readListing(listing) : undefined;
  const got = isSuccess(reply) ? readListing(reply) : undefined;
  const pointer = own && got && accountPointer([own, got].filter(({ items }) => items.length > 0));
  if (!own || !got || pointer === undefined || got.items.length === 0) return;
  const isOwn = (item: Item) => own.items.some((mine) => compare(item, mine, pointer) !== 'different');
  if (!got.items.every(isOwn)) return;
  throw new Contradiction({
    found: `${sentence(told(reply))} is answered with ${got.items.length} of the tenant’s accounts.`,
    expected: 'an answer that holds no account',
    received: `${reply.status}, with accounts of the tenant’s own listing`,
    reply,
  });
}

for (const [name, apiKey, phase] of [
  ['no Api-Key', () => null, 'early'],
  [
    'a bad Api-Key',
    () => run().configuration.apiKey.slice(0, -1) + anotherCharacter(run().configuration.apiKey.at(-1) ?? ''),
    'late',
  ],
] as const) {
  check(
    'AUTH-08',
    `refused with ${name}, then sent with the right one`,
    async () => {
      const known = await acquaintance();
      const change = { idempotencyKey: uuid(), customer: freshCustomer() };
      const key = apiKey();
      if (key !== null) run().redactor.addSecret(key, '‹a nearly right key: another character at the end›');
      const refused = await send(createCustomer, { ...change, apiKey: key, purpose: `with ${name}` });
      if (isSuccess(refused))
        throw new Undecided(
          `The write with ${name} was not refused (${refused.status}), so there was nothing to leave unused.`,
        );
      const reply = await send(createCustomer, {
        ...change,
        purpose: `with the key of a write that was refused for ${name}`,
      });
      const isOld = known.identity && isSuccess(reply) && sameCustomer(known.original, reply, known.identity) === true;
      if (known.fate(reply) === 'let in' && !isOld) return;
      if (isSuccess(reply) && !isOld && (reply.status === 202 || known.fate(reply) === 'unclear')) {
        throw new Undecided(`${told(reply)} is answered ${reply.status}, which does not say whether it was let in.`);
      }
      // A 401 for the right key is a lock-out, or the refused answer played again: the same customer, which nobody has
      // created, under a fresh key tells which.
      const control = await send(createCustomer, {
        customer: change.customer,
        purpose: 'the same under a fresh key, after the refused write',
      });
      if (known.fate(control) !== 'let in') {
        throw new Undecided(`After the refused write the same under a fresh key is answered ${control.status} too.`);
      }
      throw new Contradiction({
        found: `A write that was refused with ${name} has used up its Idempotency-Key: the same with the right Api-Key is answered ${reply.status}.`,
        expected: 'success, as for a write that was never tried',
        received: String(reply.status),
        control: `the same under a fresh Idempotency-Key: ${control.status}`,
        reply,
      });
    },
    phase,
  );
}

for (const { operation } of operations) {
  check(
    'AUTH-09',
    `${operation.name}: the rotated-out key`,
    async () => {
      const { revokedKey } = run().configuration;
      if (revokedKey === undefined) throw new Withheld('No rotated-out key was given. Set CONFORMANCE_REVOKED_KEY.');
      await mustBe401ForBadKey(operation, { apiKey: revokedKey, purpose: 'with the key that was rotated out' });
    },
    'late',
  );
}
