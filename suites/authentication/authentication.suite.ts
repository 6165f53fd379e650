/** Authentication; Errors. */

import { mayWrite, readOnly } from '../../helpers/client/live-guard.js';
import type { Response } from '../../helpers/client/message.js';
import { isSuccess } from '../../helpers/client/response.js';
import { type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { createCustomer, type FsapiOperation, listAccounts, operations } from '../../schemas/fsapi/operations.js';
import { writes } from '../../schemas/operation.js';
import { mustOpenAccountsOf } from '../shared/accounts-opened.js';
import { describe, sendChanged, type Variation } from '../shared/describe.js';
import { allowed, ofCustomers, operationIsThere, somethingToDisclose } from '../shared/facts.js';
import { afterTheKey } from '../shared/kept-by-an-edge.js';
import { randomKey } from '../shared/near-misses.js';
import { inWords, normalWithStatus, observed, outcomeByStatus } from '../shared/observing.js';
import { requestUnknownPath, requireAcceptedKey } from '../shared/right-address.js';
import { baselineListing, together } from '../shared/valid-requests.js';
import { all401, behindAValidOne, keyDecides, needsKey, needsValidKey } from '../shared/without-key.js';
import { almostTheKey, invalidKeys, misreadableKeys } from './invalid-keys.js';
import * as keyless from './keyless-requests.js';
import {
  afterInvalidKeys,
  mustBe401,
  mustBe401Conditional,
  mustBe401Elsewhere,
  mustBe401Misread,
} from './must-be-401.js';
import { mustNotEcho, mustOpenNothing } from './must-open-nothing.js';
import { expectKeyUnused } from './unused-key.js';

// Every request carries the header Api-Key; without valid authorization it returns 401 Unauthorized (items 1 and 8).
const missingKey: readonly Variation[] = [
  { name: 'no key', change: { apiKey: null } },
  { name: 'an empty key', change: { apiKey: '' } },
];

export const AUTH_01 = describe('AUTH-01', ({ test }) => {
  test.each(missingKey)('create customer: $name', { unless: [keyDecides] }, sendChanged(createCustomer, mustBe401));
});

export const AUTH_02 = describe('AUTH-02', ({ test }) => {
  test.each(missingKey)('list accounts: $name', { unless: [keyDecides] }, sendChanged(listAccounts, mustBe401));
});

// Api-Key missing or invalid: 401 (Errors). Each environment has a key pair of its own (item 3).
const late = { phase: 'late', unless: [keyDecides] } as const;

const is401 = (operation: FsapiOperation) => sendChanged(operation, mustBe401, afterInvalidKeys);
const is401Misread = (operation: FsapiOperation) => sendChanged(operation, mustBe401Misread, afterInvalidKeys);

export const AUTH_03 = describe('AUTH-03', ({ test }) => {
  test.each(invalidKeys)('create customer: $name', late, is401(createCustomer));
  test.each(misreadableKeys)('create customer: $name', late, is401Misread(createCustomer));
});

export const AUTH_04 = describe('AUTH-04', ({ test }) => {
  test.each(invalidKeys)('list accounts: $name', late, is401(listAccounts));
  test.each(misreadableKeys)('list accounts: $name', late, is401Misread(listAccounts));
});

/** Keys are regenerated with Rotate API Key (item 5). */
const revokedKey: Variation = {
  name: 'the revoked key',
  change: ({ configuration: { revokedKey: apiKey } }) => {
    if (apiKey === undefined) throw new Skipped('No revoked key is configured. Set `CONFORMANCE_REVOKED_KEY`.');
    return { apiKey };
  },
};

const withNoKey = (rows: readonly Variation[]) => keyless.withKey('no key', rows, () => null);

const guarded = operations.map((operation) => ({
  operation,
  title: `${operation.name}: $name`,
  isThere: operationIsThere(operation),
  isClosed: needsKey(operation),
  rejectsInvalidKeys: needsValidKey(operation),
}));

// The header Api-Key carries the Secret Key (item 2): no other place of a request does.
export const AUTH_05 = describe('AUTH-05', ({ test }) => {
  for (const { operation, title, isThere, isClosed } of guarded) {
    const unless = [isClosed, keyDecides];
    const given = [isThere, keyless.keyMayStandElsewhere, isClosed];
    const kept = [isThere, keyless.keyMayStandElsewhere, keyless.keyMayBeKept, isClosed];
    const mustReject = sendChanged(operation, mustBe401Elsewhere);
    test.each(keyless.headerPlaces)(title, { given, unless }, mustReject);
    test.each(keyless.keptPlaces(operation))(title, { given: kept, unless }, mustReject);
    test.each([keyless.ownCookies])(title, { given, unless, phase: 'last' }, mustReject);
  }
});

// A request without valid authorization returns 401 (item 8): nothing exempts one that is wrong in other ways.
export const AUTH_06 = describe('AUTH-06', ({ test }) => {
  for (const { operation, title, isThere, isClosed, rejectsInvalidKeys } of guarded) {
    const given = [isThere];
    const unless = [isClosed, keyDecides];
    const unlessOpen = [rejectsInvalidKeys, keyDecides];
    const withEitherKey = (rows: readonly Variation[], mustHold: typeof mustBe401) => {
      const withRandomKey = keyless.withKey('a random key', rows, randomKey);
      const mustHoldLate = sendChanged(operation, mustHold, afterInvalidKeys);
      test.each(withNoKey(rows))(title, { given, unless }, sendChanged(operation, mustHold));
      test.each(withRandomKey)(title, { phase: 'late', given, unless: unlessOpen }, mustHoldLate);
    };
    withEitherKey(keyless.otherMistakes(operation), mustBe401);
    withEitherKey(keyless.conditions(), mustBe401Conditional);
  }
});

export const AUTH_09 = describe('AUTH-09', ({ test }) => {
  for (const { operation, title, isThere, isClosed, rejectsInvalidKeys } of guarded) {
    const unless = [isClosed, rejectsInvalidKeys, keyDecides];
    const mustReject = sendChanged(operation, mustBe401, afterInvalidKeys);
    test.each([revokedKey])(title, { phase: 'late', given: [isThere], unless }, mustReject);
  }
});

// A request without valid authorization returns 401 (item 8): so it shows nothing of the service's data, and does nothing.
const mayWriteHere = allowed('the run writes', mayWrite, readOnly);
const lookingBack = { phase: 'last', shown: [somethingToDisclose] } as const;
const atListings = { ...lookingBack, given: [needsKey(listAccounts)] };
const atCreations = { ...lookingBack, given: [mayWriteHere, needsKey(createCustomer)] };

export const AUTH_07 = describe('AUTH-07', ({ test }) => {
  test('no 401 holds an identity of the tenants, or the key that was sent', lookingBack, async () => {
    requireAcceptedKey(await baselineListing());
    const rejections = await all401();
    for (const response of rejections) await mustNotEcho(response);
    const received = `${rejections.length} responses with 401, none with an identity or a key`;
    return { received, response: rejections[0] as Response };
  });

  const throughOtherWays = (operation: FsapiOperation) => test.each(withNoKey(keyless.waysIn(operation)));
  throughOtherWays(listAccounts)('list accounts: $name', atListings, sendChanged(listAccounts, mustOpenNothing));
  throughOtherWays(createCustomer)('create customer: $name', atCreations, sendChanged(createCustomer, mustOpenNothing));

  test('no key, at addresses that an edge may keep, right after the valid one', atListings, async () => {
    let proof: Proof = { response: await baselineListing() };
    for (const response of await afterTheKey())
      if (response.request.apiKey === null) proof = await mustOpenNothing(response);
    return proof;
  });

  test('no key, right after a successful response on the same connection', atListings, async () => {
    const purpose = 'without Api-Key, right after a successful response on the same connection';
    return mustOpenNothing(await behindAValidOne(listAccounts, { apiKey: null, purpose }));
  });

  test('no key, while the same is requested with the valid one', atListings, async () => {
    const valid = { purpose: 'at the same time as the same request without a key' };
    const none = { apiKey: null, purpose: 'without Api-Key, while the same is requested with the valid key' };
    const responses = await together(listAccounts, [valid, none, valid, none]);
    const [first, second] = responses.filter(({ request }) => request.apiKey === null) as [Response, Response];
    await mustOpenNothing(first);
    return mustOpenNothing(second);
  });
});

// A request that was not authorised writes nothing (item 8), so its Idempotency-Key is still unused.
export const AUTH_08 = describe('AUTH-08', ({ test }) => {
  test('rejected with no key, then sent with a valid one', { shown: ofCustomers }, () =>
    expectKeyUnused('no key', null),
  );

  test('rejected with a bad key, then sent with a valid one', { phase: 'late', shown: ofCustomers }, () =>
    expectKeyUnused('a bad key', almostTheKey()),
  );

  test('accounts that a rejected write opens', { phase: 'end', shown: ofCustomers }, ({ send }) =>
    mustOpenAccountsOf(0, 'writes with a bad key and with none', async (idempotencyKey) => {
      let response: Response | undefined;
      for (const apiKey of [almostTheKey(), null]) {
        const purpose = `with ${apiKey === null ? 'no' : 'a bad'} key, to count its accounts`;
        response = await send(createCustomer, { apiKey, idempotencyKey, purpose });
        if (isSuccess(response))
          throw new Skipped(`The write ${purpose}, returned ${response.status}: see AUTH-01, AUTH-03.`);
      }
      return response as Response;
    }),
  );
});

// Which endpoints accept the Public Key: not shown (item 10).
export const AUTH_13 = describe('AUTH-13', ({ observe }) => {
  observe('each operation with the Public Key', { phase: 'late' }, async ({ configuration, send }) => {
    const { publicKey } = configuration;
    if (publicKey === undefined) throw new Skipped('No Public Key is configured. Set `CONFORMANCE_PUBLIC_KEY`.');
    requireAcceptedKey(await baselineListing());
    const observation: Record<string, object> = {};
    const sentences: string[] = [];
    for (const operation of operations) {
      // An empty object shows whether the key comes first, and creates no customer.
      const change = writes(operation) && { text: '{}', purpose: 'with the Public Key, body {}' };
      const response = await send(operation, { apiKey: publicKey, purpose: 'with the Public Key', ...change });
      const { status } = response;
      const isOpen = isSuccess(response) || (writes(operation) && ![401, 403].includes(status));
      observation[operation.name] = isOpen ? { key: 'accepted' } : { key: 'rejected', status };
      const became = inWords({ response, acceptance: isOpen ? 'accepted' : 'rejected' });
      sentences.push(`With the Public Key, the operation ${operation.name} ${became}.`);
    }
    return { observation, sentences };
  });
});

// What an unknown path returns without a key: not shown (Endpoints, gaps).
export const AUTH_15 = describe('AUTH-15', ({ observe }) => {
  observe('an unknown path without a key', async () => {
    const response = await requestUnknownPath('without a key');
    return observed('An unknown path without a key', outcomeByStatus(response), normalWithStatus);
  });
});

// Items 4 to 7 and 9, on the dashboard and on where people keep keys, and the permission scopes of item 10.
export const AUTH_10 = describe.todo('AUTH-10');
export const AUTH_11 = describe.todo('AUTH-11');
export const AUTH_12 = describe.todo('AUTH-12');
export const AUTH_14 = describe.todo('AUTH-14');
export const AUTH_16 = describe.todo('AUTH-16');
