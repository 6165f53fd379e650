/**
 * Authentication, items 1, 2, 5, 6 and 8; Errors: a request without valid authorization is answered 401, whatever else
 * is in it. A 401 counts only beside the same request that the valid key opened.
 */

import { context } from '../helpers/client/context.js';
import { liveIsReadOnly, mayWrite } from '../helpers/client/live-guard.js';
import type { RequestChange } from '../helpers/client/request.js';
import { describeResponse, isSuccess, type Response } from '../helpers/client/response.js';
import { send } from '../helpers/client/send.js';
import { Failed, Inconclusive, Skipped } from '../helpers/client/verdicts.js';
import { isLoopback } from '../helpers/configuration/loopback.js';
import { sameCustomer } from '../helpers/identity/customer-identity.js';
import { accountPointer, type Item, readListing } from '../helpers/identity/listing.js';
import { baselineListing, requireAcceptedKey } from '../helpers/probes/baseline-requests.js';
import { creationBaseline } from '../helpers/probes/creation-baseline.js';
import { expect401, expect401ForInvalidKey } from '../helpers/probes/expect-401.js';
import { uuid } from '../helpers/probes/idempotency-keys.js';
import { all401, invalidKey, invalidKeyNames, randomOfShape } from '../helpers/probes/invalid-keys.js';
import { knownIdentities } from '../helpers/probes/known-identities.js';
import { disclosed } from '../helpers/probes/leak-detection.js';
import { compare } from '../helpers/probes/listings.js';
import { anotherCharacter, type InvalidKey } from '../helpers/probes/near-miss-keys.js';
import { otherMistakes } from '../helpers/probes/other-mistakes.js';
import { suite } from '../helpers/runner/suite.js';
import { freshCustomer } from '../helpers/test-data/customer.js';
import { code } from '../schemas/marked.js';
import { createCustomer, listAccounts, type Operation, operations, writes } from '../schemas/operations.js';
import type { Configuration } from '../schemas/types.js';

export const authentication = suite();
const { check } = authentication;

/** Operations of which the catalogue states what they return without a valid key. */
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
      const purpose = `with an Api-Key that is wrong: ${name}`;
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

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

for (const { operation } of guarded) {
  for (const [name, place] of elsewhere) {
    if (name === 'the body' && operation.body === undefined) continue;
    check('AUTH-05', `${operation.name}: the key in ${name}`, async () => {
      const { configuration, connection } = context();
      if (name === 'the query string' && !mayBeInQuery()) {
        throw new Skipped(
          configuration.environment === 'live'
            ? 'A key in a query string may end in access logs, so it is not sent on live.'
            : `A key in a query string may end in the access logs of ${code(connection.base.host)}. Set ${code('CONFORMANCE_ALLOW_KEY_IN_QUERY=true')} to allow it.`,
        );
      }
      if (writes(operation) && !mayWrite(context())) throw new Skipped(liveIsReadOnly);
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

/** Nothing else that is wrong with a request is looked at before the key. */
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
    const refusals = await all401();
    const identities = await knownIdentities();
    for (const response of refusals) {
      await mustHoldNothing(response, identities);
      const { apiKey } = response.request;
      const came = [...response.headers.values(), response.text].join('\n');
      if (apiKey !== null && apiKey.length >= 16 && came.includes(apiKey)) {
        throw new Failed({
          found: 'A 401 repeats the Api-Key that was sent.',
          expected: 'a 401 that does not hold the key',
          received: '401, with the key in it, word for word',
          response,
        });
      }
    }
  },
  'last',
);

/** @throws Failed where an answer holds identities, and holds some again when it is asked for twice more */
async function mustHoldNothing(response: Response, identities: readonly string[]): Promise<void> {
  const found = disclosed(response, identities);
  if (found.length === 0) return;
  // A number may be met by chance, in a counter or a clock: what is disclosed is disclosed again.
  for (let more = 2; more > 0 && found.every((value) => /^\d+$/.test(value)); more -= 1) {
    const again = await send(response.request.operation, response.request.change);
    if (disclosed(again, found).length === 0) return;
  }
  throw new Failed({
    found: `${describeResponse(response)} is answered ${response.status} with ${found.length === 1 ? 'an identity' : `${found.length} identities`} of the tenant in it.`,
    expected: 'an answer that holds no identity of an account or a customer',
    received: `${response.status}, with ${found.length === 1 ? 'one' : found.length} in it`,
    response,
  });
}

/** Ways to an address that a filter for keys may have forgotten. Whatever they answer, they disclose nothing. */
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
  'side door: right after a good answer',
  async () => {
    await send(listAccounts, { purpose: 'just before the same without a key' });
    await nothingBehind('the same address right after a good answer', {});
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
  // Identities too short to be searched for still make a listing, account by account.
  const own = isSuccess(listing) ? readListing(listing) : undefined;
  const got = isSuccess(response) ? readListing(response) : undefined;
  const pointer = own && got && accountPointer([own, got].filter(({ items }) => items.length > 0));
  if (!own || !got || pointer === undefined || got.items.length === 0) return;
  const isOwn = (item: Item) => own.items.some((mine) => compare(item, mine, pointer) !== 'different');
  if (!got.items.every(isOwn)) return;
  throw new Failed({
    found: `${describeResponse(response)} is answered with ${got.items.length} of the tenant’s accounts.`,
    expected: 'an answer that holds no account',
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
    `refused with ${name}, then sent with the right one`,
    async () => {
      const known = await creationBaseline();
      const change = { idempotencyKey: uuid(), customer: freshCustomer() };
      const key = apiKey();
      if (key !== null) context().redactor.addSecret(key, '‹a nearly right key: another character at the end›');
      const refused = await send(createCustomer, { ...change, apiKey: key, purpose: `with ${name}` });
      if (isSuccess(refused))
        throw new Inconclusive(
          `The write with ${name} was not refused (${refused.status}), so there was nothing to leave unused.`,
        );
      const response = await send(createCustomer, {
        ...change,
        purpose: `with the key of a write that was refused for ${name}`,
      });
      const isOld =
        known.identity && isSuccess(response) && sameCustomer(known.original, response, known.identity) === true;
      if (known.acceptance(response) === 'let in' && !isOld) return;
      if (isSuccess(response) && !isOld && (response.status === 202 || known.acceptance(response) === 'unclear')) {
        throw new Inconclusive(
          `${describeResponse(response)} is answered ${response.status}, which does not say whether it was let in.`,
        );
      }
      // A 401 for the right key is a lock-out, or the refused answer played again: the same customer, which nobody has
      // created, under a fresh key tells which.
      const control = await send(createCustomer, {
        customer: change.customer,
        purpose: 'the same under a fresh key, after the refused write',
      });
      if (known.acceptance(control) !== 'let in') {
        throw new Inconclusive(`After the refused write the same under a fresh key is answered ${control.status} too.`);
      }
      throw new Failed({
        found: `A write that was refused with ${name} has used up its ${code('Idempotency-Key')}: the same with the right ${code('Api-Key')} is answered ${response.status}.`,
        expected: 'success, as for a write that was never tried',
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
    `${operation.name}: the rotated-out key`,
    async () => {
      const { revokedKey } = context().configuration;
      if (revokedKey === undefined) throw new Skipped('No rotated-out key was given. Set `CONFORMANCE_REVOKED_KEY`.');
      await expect401ForInvalidKey(operation, { apiKey: revokedKey, purpose: 'with the key that was rotated out' });
    },
    'late',
  );
}
