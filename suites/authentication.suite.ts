/**
 * Authentication, items 1, 2, 5, 6 and 8; Errors: a request without valid authorization returns 401, whatever else it
 * contains. A 401 counts only beside the same request that the service accepted with the valid key.
 */

import { context, prove } from '../helpers/client/context.js';
import { mayWrite, readOnly } from '../helpers/client/live-guard.js';
import type { RequestChange, Response } from '../helpers/client/message.js';
import { describeResponse, isSuccess } from '../helpers/client/response.js';
import { send } from '../helpers/client/send.js';
import { Failed, Inconclusive, Skipped } from '../helpers/client/verdicts.js';
import { isLoopback } from '../helpers/configuration/loopback.js';
import type { Configuration } from '../helpers/configuration/settings.js';
import { sameCustomer } from '../helpers/identity/customer-identity.js';
import { accountPointer, type Item, readListing } from '../helpers/identity/listing.js';
import { baselineListing, requireAcceptedKey } from '../helpers/probes/baseline-requests.js';
import { creationBaseline } from '../helpers/probes/creation-baseline.js';
import { expect401, expect401ForInvalidKey } from '../helpers/probes/keys/expect-401.js';
import { uuid } from '../helpers/probes/keys/idempotency-keys.js';
import { all401, invalidKey, invalidKeyNames, randomOfShape } from '../helpers/probes/keys/invalid-keys.js';
import { anotherCharacter, type InvalidKey } from '../helpers/probes/keys/near-miss-keys.js';
import { otherMistakes } from '../helpers/probes/keys/other-mistakes.js';
import { knownIdentities } from '../helpers/probes/known-identities.js';
import { disclosed } from '../helpers/probes/leak-detection.js';
import { compare } from '../helpers/probes/listings.js';
import { suite } from '../helpers/runner/suite.js';
import { freshCustomer } from '../helpers/test-data/customer.js';
import { code } from '../schemas/marked.js';
import { createCustomer, listAccounts, type Operation, operations, writes } from '../schemas/operations.js';

export const authentication = suite();
const { check } = authentication;

/** Operations for which the catalogue states the response without a valid key. */
const guarded = operations.flatMap((operation) =>
  operation.unauthorized ? [{ operation, ...operation.unauthorized }] : [],
);

for (const { operation, missingKey, invalidKey: invalid } of guarded) {
  check(missingKey, 'header absent', () => expect401(operation, { apiKey: null, purpose: 'without Api-Key' }));
  check(missingKey, 'header empty', () => expect401(operation, { apiKey: '', purpose: 'with an empty Api-Key' }));

  for (const name of invalidKeyNames) {
    const key = (configuration: Configuration) => invalidKey(name, configuration);
    const probe = async () => {
      const { value, shell, lenient } = key(context().configuration) as InvalidKey;
      const purpose = `with an invalid Api-Key: ${name}`;
      await expect401ForInvalidKey(operation, { apiKey: value, shellKey: shell, purpose, lenient });
    };
    check(invalid, name, probe, { phase: 'late', when: (configuration) => key(configuration) !== undefined });
  }
}

/** Places other than the Api-Key header in which clients put keys. */
const names = ['Api-Key', 'api-key', 'api_key', 'apiKey', 'apikey', 'key', 'access_token', 'token', 'secret_key'];
const elsewhere: readonly (readonly [
  string,
  change: (key: string, operation: Operation) => RequestChange | undefined,
])[] = [
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
    (key, { body }) =>
      body === 'customer'
        ? { customer: { ...freshCustomer(), ...Object.fromEntries(names.map((name) => [name, key])) } }
        : undefined,
  ],
];
const alike = ['X-Api-Key', 'ApiKey', 'api_key', 'X-Auth-Token', 'X-Access-Token', 'X-Secret-Key'];

const base64 = (text: string) => Buffer.from(text).toString('base64');

for (const { operation } of guarded) {
  for (const [name, place] of elsewhere) {
    if (name === 'the body' && operation.body === undefined) continue;
    check('AUTH-05', `${operation.name}: the key in ${name}`, async () => {
      const { configuration, connection } = context();
      if (name === 'the query string' && !mayBeInQuery()) {
        throw new Skipped(
          configuration.environment === 'live'
            ? 'A key in a query string may end up in access logs, so the suite does not send one on live.'
            : `A key in a query string may end up in the access logs of ${code(connection.base.host)}. Set ${code('CONFORMANCE_ALLOW_KEY_IN_QUERY=true')} to allow it.`,
        );
      }
      if (writes(operation) && !mayWrite(context())) throw readOnly(context());
      const change = place(configuration.apiKey, operation) ?? {};
      await expect401(operation, {
        ...change,
        apiKey: null,
        purpose: `with the valid key in ${name} and no Api-Key header`,
      });
    });
  }
}

function mayBeInQuery(): boolean {
  const { configuration, connection } = context();
  if (configuration.environment === 'live') return false;
  return configuration.allowKeyInQuery || isLoopback(connection.base.hostname);
}

/** AUTH-06: the service checks the key before anything else in the request. */
const wrongRequests = guarded.flatMap(({ operation }) =>
  otherMistakes.filter(({ applies }) => applies(operation)).map((mistake) => ({ operation, ...mistake })),
);

for (const { operation, name, change } of wrongRequests) {
  check('AUTH-06', `${operation.name}: no key, and ${name}`, async () =>
    expect401(operation, { ...(await change()), apiKey: null, purpose: `without Api-Key, and with ${name}` }),
  );
  check(
    'AUTH-06',
    `${operation.name}: a bad key, and ${name}`,
    async () =>
      expect401ForInvalidKey(operation, {
        ...(await change()),
        apiKey: randomOfShape(context().configuration.apiKey),
        purpose: `with a random Api-Key, and with ${name}`,
      }),
    'late',
  );
}

check(
  'AUTH-07',
  'no 401 holds an identity of the tenants, or the key that was sent',
  async () => {
    requireAcceptedKey(await baselineListing());
    const rejections = await all401();
    const identities = await knownIdentities();
    for (const response of rejections) {
      await mustHoldNothing(response, identities);
      const { apiKey } = response.request;
      const came = [...response.headers.values(), response.text].join('\n');
      if (apiKey !== null && apiKey.length >= 16 && came.includes(apiKey)) {
        throw new Failed({
          found: 'A 401 repeats the `Api-Key` of its request.',
          expected: 'a 401 without the key',
          received: '401, containing the key verbatim',
          response,
        });
      }
    }
    const [response] = rejections;
    if (response)
      prove({
        expected: 'no 401 with an identity or a key',
        received: `${rejections.length} responses with 401, none with an identity or a key`,
        response,
      });
  },
  'last',
);

/** @throws Failed where a response contains identities, and contains some again in two repeats */
async function mustHoldNothing(response: Response, identities: readonly string[]): Promise<void> {
  const found = disclosed(response, identities);
  if (found.length === 0) return;
  // A number may match by chance, in a counter or a clock: a real disclosure repeats.
  for (let more = 2; more > 0 && found.every((value) => /^\d+$/.test(value)); more -= 1) {
    const again = await send(response.request.operation, response.request.change);
    if (disclosed(again, found).length === 0) return;
  }
  throw new Failed({
    found: `${describeResponse(response)} returned ${response.status} with ${found.length === 1 ? 'an identity' : `${found.length} identities`} of the tenant.`,
    expected: 'a response without any identity of an account or a customer',
    received: `${response.status}, containing ${found.length === 1 ? 'one' : found.length}`,
    response,
  });
}

/** Ways to an address that a filter for keys may have missed. None of their responses may disclose anything. */
const sideDoors: readonly (readonly [name: string, change: RequestChange])[] = [
  ['HEAD', { method: 'HEAD' }],
  ['a slash at the end', { path: `${listAccounts.path.slice(1)}/` }],
  ['a doubled slash', { path: listAccounts.path }],
  ['a method override', { method: 'POST', headers: [['X-HTTP-Method-Override', 'GET']] }],
  ['a method override on a GET', { headers: [['X-HTTP-Method-Override', 'HEAD']] }],
];

for (const [name, change] of sideDoors) {
  check('AUTH-07', `side door: ${name}`, () => nothingBehind(name, change), 'last');
}

check(
  'AUTH-07',
  'side door: right after a successful response',
  async () => {
    await send(listAccounts, { purpose: 'just before the same without a key' });
    await nothingBehind('the same address right after a successful response', {});
  },
  'last',
);

async function nothingBehind(name: string, change: RequestChange): Promise<void> {
  const listing = await baselineListing();
  requireAcceptedKey(listing);
  const identities = await knownIdentities();
  const response = await send(listAccounts, {
    ...change,
    apiKey: null,
    purpose: `without Api-Key, by a side door: ${name}`,
  });
  await mustHoldNothing(response, identities);
  // Identities too short for a search can still be compared, account by account.
  const own = isSuccess(listing) ? readListing(listing) : undefined;
  const got = isSuccess(response) ? readListing(response) : undefined;
  const pointer = own && got && accountPointer([own, got].filter(({ items }) => items.length > 0));
  prove({
    expected: 'a response without accounts and identities',
    received: `${response.status}, without any of them`,
    control: { request: 'with the valid key', response: listing },
    response,
  });
  if (!own || !got || pointer === undefined || got.items.length === 0) return;
  const isOwn = (item: Item) => own.items.some((mine) => compare(item, mine, pointer) !== 'different');
  if (!got.items.every(isOwn)) return;
  throw new Failed({
    found: `${describeResponse(response)} returned ${got.items.length} of the tenant’s accounts.`,
    expected: 'a response without accounts',
    received: `${response.status}, with accounts of the tenant’s own listing`,
    response,
  });
}

for (const [name, apiKey, phase] of [
  ['no Api-Key', () => null, 'early'],
  [
    'a bad Api-Key',
    () => context().configuration.apiKey.slice(0, -1) + anotherCharacter(context().configuration.apiKey.at(-1) ?? ''),
    'late',
  ],
] as const) {
  check(
    'AUTH-08',
    `rejected with ${name}, then sent with a valid one`,
    async () => {
      const known = await creationBaseline();
      const change = { idempotencyKey: uuid(), customer: freshCustomer() };
      const key = apiKey();
      if (key !== null) context().redactor.addSecret(key, '‹a near miss of the key: another character at the end›');
      const rejected = await send(createCustomer, { ...change, apiKey: key, purpose: `with ${name}` });
      if (isSuccess(rejected))
        throw new Inconclusive(
          `The write with ${name} was not rejected (${rejected.status}), so its Idempotency-Key was used legitimately.`,
        );
      const response = await send(createCustomer, {
        ...change,
        purpose: `with the Idempotency-Key of a write rejected for ${name}`,
      });
      const isOld =
        known.identity && isSuccess(response) && sameCustomer(known.original, response, known.identity) === true;
      if (known.acceptance(response) === 'accepted' && !isOld)
        return prove({
          expected: 'success, as for a first try',
          control: { request: `the same with ${name}`, response: rejected },
          response,
        });
      if (isSuccess(response) && !isOld && (response.status === 202 || known.acceptance(response) === 'unclear')) {
        throw new Inconclusive(
          `${describeResponse(response)} returned ${response.status}, which does not show whether the service accepted it.`,
        );
      }
      // A 401 is a lock-out or a replay of the rejection: the same customer under a fresh key shows which.
      const control = await send(createCustomer, {
        customer: change.customer,
        purpose: 'the same under a fresh key, after the rejected write',
      });
      if (known.acceptance(control) !== 'accepted') {
        throw new Inconclusive(`After the rejected write the same under a fresh key also returned ${control.status}.`);
      }
      throw new Failed({
        found: `A request rejected for ${name} consumed its ${code('Idempotency-Key')}: the retry with a valid key returned ${response.status}.`,
        expected: 'success, as for a first try',
        received: String(response.status),
        control: { request: 'the same under a fresh `Idempotency-Key`', response: control },
        response,
      });
    },
    phase,
  );
}

for (const { operation } of guarded) {
  check(
    'AUTH-09',
    `${operation.name}: the revoked key`,
    async () => {
      const { revokedKey } = context().configuration;
      if (revokedKey === undefined) throw new Skipped('No revoked key is configured. Set `CONFORMANCE_REVOKED_KEY`.');
      await expect401ForInvalidKey(operation, { apiKey: revokedKey, purpose: 'with the revoked key' });
    },
    'late',
  );
}
