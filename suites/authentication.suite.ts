/**
 * Authentication, items 1, 2, 5, 6 and 8; Errors: a request without valid authorization returns 401, whatever else it
 * contains. A 401 counts only beside the same request that the service accepted with the valid key.
 */

import { context } from '../helpers/client/context.js';
import { mayWrite, readOnly } from '../helpers/client/live-guard.js';
import type { RequestChange } from '../helpers/client/message.js';
import { Failed, Skipped } from '../helpers/client/verdicts.js';
import { isLoopback } from '../helpers/configuration/loopback.js';
import type { Configuration } from '../helpers/configuration/settings.js';
import { baselineListing } from '../helpers/probes/baseline-requests.js';
import { creationBaseline } from '../helpers/probes/creation-baseline.js';
import {
  closedDoor,
  expect401,
  expect401First,
  expect401ForInvalidKey,
  withoutKey,
} from '../helpers/probes/keys/expect-401.js';
import { invalidKey, invalidKeyNames, randomOfShape } from '../helpers/probes/keys/invalid-keys.js';
import type { InvalidKey } from '../helpers/probes/keys/near-miss-keys.js';
import { cookiesOfTheRun, expectNothingDone } from '../helpers/probes/keys/side-doors.js';
import { againOf } from '../helpers/probes/retries.js';
import { randomTenantId } from '../helpers/probes/unknown-tenant-ids.js';
import { suite } from '../helpers/runner/suite.js';
import { validBodies } from '../helpers/test-data/customer.js';
import { code } from '../schemas/marked.js';
import { createsCustomer, isIdempotentByKey, type Operation, operations, writes } from '../schemas/operations.js';

export const authentication = suite();
const { check } = authentication;

/** Operations for which the catalogue states the response without a valid key. */
const guarded = operations.flatMap((operation) =>
  operation.unauthorized ? [{ operation, ...operation.unauthorized }] : [],
);

for (const { operation, missingKey, invalidKey: invalid } of guarded) {
  check(missingKey, 'header absent', { witnesses: [] }, async () =>
    expect401(operation, { apiKey: null, purpose: 'without Api-Key' }, await withoutKey(operation)),
  );
  check(missingKey, 'header empty', { witnesses: [] }, () =>
    expect401(operation, { apiKey: '', purpose: 'with an empty Api-Key' }),
  );

  for (const name of invalidKeyNames) {
    const key = (configuration: Configuration) => invalidKey(name, configuration);
    const probe = async () => {
      const { value, shell, lenient } = key(context().configuration) as InvalidKey;
      const purpose = `with an invalid Api-Key: ${name}`;
      return expect401ForInvalidKey(operation, { apiKey: value, shellKey: shell, purpose, lenient });
    };
    check(
      invalid,
      name,
      { witnesses: [], phase: 'late', when: (configuration) => key(configuration) !== undefined },
      probe,
    );
  }
}

/** Places other than the Api-Key header in which clients put keys. */
const names = ['Api-Key', 'api-key', 'api_key', 'apiKey', 'apikey', 'key', 'access_token', 'token', 'secret_key'];
// None that differs from Api-Key in hyphens and underscores alone: CGI, Rack and PHP cannot tell it (RFC 3875, 4.1.18).
const alike = ['X-Api-Key', 'X-Auth-Token', 'X-Access-Token', 'X-Secret-Key'];

/** Where the key stands instead; with the names under which it stands there, all at once unless one is asked about. */
const elsewhere: readonly (readonly [
  string,
  change: (
    key: string,
    operation: Operation,
    names: readonly string[],
  ) => (RequestChange & { readonly lenient?: true }) | undefined,
  names?: readonly string[],
])[] = [
  [
    'the query string',
    (key, _, of) => ({ query: of.map((name) => `${name}=${encodeURIComponent(key)}`).join('&') }),
    names,
  ],
  ['Authorization, bare', (key) => ({ headers: [['Authorization', key]] })],
  ['Authorization, Bearer', (key) => ({ headers: [['Authorization', `Bearer ${key}`]] })],
  ['Authorization, Basic', (key) => ({ headers: [['Authorization', `Basic ${base64(`${key}:${key}`)}`]] })],
  ['Authorization, ApiKey', (key) => ({ headers: [['Authorization', `ApiKey ${key}`]] })],
  ['Authorization, Token', (key) => ({ headers: [['Authorization', `Token ${key}`]] })],
  ['X-Api-Key and its like', (key, _, of) => ({ headers: of.map((name) => [name, key]) }), alike],
  ['x-tenant-id', (key) => ({ tenant: key, lenient: true })],
  ['Idempotency-Key', (key) => ({ idempotencyKey: key, lenient: true })],
  ['a cookie', (key, _, of) => ({ headers: [['Cookie', of.map((name) => `${name}=${key}`).join('; ')]] }), names],
  [
    'the body',
    // A validator in front of the key may reject the unknown members: that is AUTH-06's finding.
    (key, { body }, of) =>
      body && {
        body: { ...validBodies[body]('', 'rejected'), ...Object.fromEntries(of.map((name) => [name, key])) },
        lenient: true,
      },
    names,
  ],
];

const base64 = (text: string) => Buffer.from(text).toString('base64');

for (const { operation } of guarded) {
  for (const [name, place, among = []] of elsewhere) {
    if (name === 'the body' && operation.body === undefined) continue;
    check('AUTH-05', `${operation.name}: the key in ${name}`, { witnesses: [] }, async () => {
      requireKeyElsewhere(operation);
      if (name === 'the query string') requireKeyInAddress('a query string');
      const front = await closedDoor(operation);
      const { apiKey } = context().configuration;
      const expectUnread = (where: string, of: readonly string[]) =>
        expect401(operation, {
          lenient: front.status !== 401,
          ...place(apiKey, operation, of),
          apiKey: null,
          purpose: `with the valid key in ${where} and no Api-Key header`,
          decoy: {
            ...place(randomOfShape(apiKey), operation, of),
            purpose: `with a random key in ${where} and no Api-Key header`,
          },
        });
      return expectUnread(name, among).catch(async (error: unknown) => {
        // The service reads one name of several, or two together: only one that it reads alone is named.
        if (error instanceof Failed) for (const one of among) await expectUnread(`${name}, as ${one} alone,`, [one]);
        throw error;
      });
    });
  }

  check('AUTH-05', `${operation.name}: the key in the path`, { witnesses: [] }, async () => {
    requireKeyElsewhere(operation);
    requireKeyInAddress('a path');
    const { path } = (await closedDoor(operation)).request.raw;
    const key = encodeURIComponent(context().configuration.apiKey);
    const purpose = 'with the valid key in the path and no Api-Key header';
    const expectUnread = (place: string) => expectNothingDone(operation, { path: place, apiKey: null, purpose });
    for (const place of [`${key}/${path}`, `${path}/${key}`]) await expectUnread(place);
    return expectUnread(`${path};Api-Key=${key}`);
  });

  check(
    'AUTH-05',
    `${operation.name}: the cookies that responses have set`,
    { phase: 'last', witnesses: [] },
    async () => {
      requireKeyElsewhere(operation);
      await baselineListing();
      const door = await closedDoor(operation);
      const cookies = cookiesOfTheRun();
      if (!cookies) return { response: door };
      return expect401(operation, {
        ...cookies,
        apiKey: null,
        lenient: true,
        purpose: 'with the cookies that responses have set and no Api-Key header',
      });
    },
  );
}

/** @throws Skipped where a valid key may stand in Api-Key alone: on live; and for a write in a run that writes nothing */
function requireKeyElsewhere(operation: Operation): void {
  if (context().configuration.environment === 'live') {
    throw new Skipped(
      'Services log or store what stands in other places than `Api-Key`, so on live the suite sends a valid key nowhere else. Test against Sandbox.',
    );
  }
  if (writes(operation) && !mayWrite(context())) throw readOnly(context());
}

/** @throws Skipped where a key may not stand in an address, which ends up in access logs */
function requireKeyInAddress(where: string): void {
  const { configuration, connection } = context();
  if (configuration.allowKeyInQuery || isLoopback(connection.base.hostname)) return;
  throw new Skipped(
    `A key in ${where} may end up in the access logs of ${code(connection.base.host)}. Set ${code('CONFORMANCE_ALLOW_KEY_IN_QUERY=true')} to allow it.`,
  );
}

const always = () => true;
const hasBody = ({ body }: Operation) => body !== undefined;
const form = { text: 'first_name=Ada', contentType: 'application/x-www-form-urlencoded' };

/** AUTH-06: the service checks the key before anything else. What else is wrong, and of which operations it can be. */
const mistakes: readonly (readonly [
  name: string,
  applies: (operation: Operation) => boolean,
  change: () => RequestChange | Promise<RequestChange>,
])[] = [
  ['malformed JSON', hasBody, () => ({ text: '{"first_name": "Ada", ' })],
  ['an empty body', hasBody, () => ({ text: '' })],
  ['an invalid customer', createsCustomer, () => ({ text: '{"first_name": 7, "email": "ada", "address": []}' })],
  ['another content type', hasBody, () => form],
  ['no Idempotency-Key', isIdempotentByKey, () => ({ idempotencyKey: null })],
  ['a used Idempotency-Key', createsCustomer, async () => againOf((await creationBaseline()).original)],
  ['no x-tenant-id', always, () => ({ tenant: null })],
  ['an unknown x-tenant-id', always, () => ({ tenant: randomTenantId(), guess: true })],
];
const wrongRequests = guarded.flatMap(({ operation }) =>
  mistakes.flatMap(([name, applies, change]) => (applies(operation) ? [{ operation, name, change }] : [])),
);

for (const { operation, name, change } of wrongRequests) {
  check('AUTH-06', `${operation.name}: no key, and ${name}`, { witnesses: [] }, async () =>
    expect401First(operation, null, { ...(await change()), purpose: `without Api-Key, and with ${name}` }),
  );
  check('AUTH-06', `${operation.name}: a bad key, and ${name}`, { phase: 'late', witnesses: [] }, async () =>
    expect401First(operation, randomOfShape(context().configuration.apiKey), {
      ...(await change()),
      purpose: `with a random Api-Key, and with ${name}`,
    }),
  );
}

for (const { operation } of guarded) {
  check('AUTH-09', `${operation.name}: the revoked key`, { phase: 'late', witnesses: [] }, async () => {
    const { revokedKey } = context().configuration;
    if (revokedKey === undefined) throw new Skipped('No revoked key is configured. Set `CONFORMANCE_REVOKED_KEY`.');
    return expect401ForInvalidKey(operation, { apiKey: revokedKey, purpose: 'with the revoked key' });
  });
}
