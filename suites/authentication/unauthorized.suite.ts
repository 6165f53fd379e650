/**
 * Authentication, item 8: a request without valid authorization shows nothing of the service's data, and does nothing.
 */

import { context } from '../../helpers/client/context.js';
import { mayWrite, readOnly } from '../../helpers/client/live-guard.js';
import type { Response } from '../../helpers/client/message.js';
import { Failed, type Proof } from '../../helpers/client/verdicts.js';
import { anotherCharacter } from '../../helpers/redaction/near-miss-keys.js';
import { suite } from '../../helpers/runner/suite.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import { baselineListing, requireAcceptedKey } from '../probes/baseline-requests.js';
import { behindAValidOne, rejectedAlone, unlessTheConnectionDecides } from '../probes/keys/by-connection.js';
import { closedDoor } from '../probes/keys/expect-401.js';
import { all401 } from '../probes/keys/invalid-keys.js';
import {
  doorsWithoutKey,
  expectNothingDone,
  expectNothingIn,
  mustHoldNothing,
  nothingBehind,
  otherSpellings,
  sideDoors,
} from '../probes/keys/side-doors.js';
import { knownIdentities } from '../probes/leak-detection.js';
import { together } from '../probes/together.js';
import { ofCustomers, somethingToDisclose } from '../probes/witnesses.js';
import { expectKeyUnused } from './unused-key.js';

export const unauthorized = suite<typeof fsapi>();
const { check } = unauthorized;

/** Looks back on a run that showed something to disclose. */
const lookingBack = { phase: 'last', witnesses: [somethingToDisclose] } as const;

check('AUTH-07', 'no 401 holds an identity of the tenants, or the key that was sent', lookingBack, async () => {
  requireAcceptedKey(await baselineListing());
  const rejections = await all401();
  const identities = await knownIdentities();
  for (const response of rejections) {
    await mustHoldNothing(response, identities);
    const { apiKey, tenant } = response.request;
    const came = [...response.headers.values(), response.text].join('\n');
    // A rejection may name the tenant, whose id is one of the invalid keys.
    if (apiKey !== null && apiKey !== tenant && apiKey.length >= 16 && came.includes(apiKey)) {
      throw new Failed({
        found: 'A 401 repeats the `Api-Key` of its request.',
        expected: 'a 401 without the key',
        received: '401, containing the key verbatim',
        response,
      });
    }
  }
  return {
    expected: 'no 401 with an identity or a key',
    received: `${rejections.length} responses with 401, none with an identity or a key`,
    response: rejections[0] as Response,
  };
});

for (const [name, change] of [
  ...sideDoors.map(([name, change]) => [name, () => change] as const),
  ...doorsWithoutKey(listAccounts),
]) {
  check('AUTH-07', `side door: ${name}`, lookingBack, () => nothingBehind(name, change()));
}

check('AUTH-07', 'side doors of creations', lookingBack, async () => {
  if (!mayWrite(context())) throw readOnly(context());
  let proof: Proof = { response: await closedDoor(createCustomer) };
  for (const [name, change] of [
    ...otherSpellings(createCustomer).map(([name, change]) => [name, () => change] as const),
    ...doorsWithoutKey(createCustomer),
  ]) {
    const sent = { ...change(), apiKey: null, purpose: `without Api-Key, by a side door: ${name}` };
    proof = await expectNothingDone(createCustomer, sent).catch(unlessTheConnectionDecides(createCustomer, sent));
  }
  return proof;
});

check('AUTH-07', 'side door: right after a successful response', lookingBack, async () => {
  await closedDoor(listAccounts);
  const purpose = 'without Api-Key, right after a successful response on the same connection';
  const response = await behindAValidOne(listAccounts, { apiKey: null, purpose });
  return expectNothingIn(response).catch(async (error: unknown) => {
    const alone = error instanceof Failed && (await rejectedAlone(listAccounts, { apiKey: null, purpose }));
    if (!alone) throw error;
    const found = `${error.message} On a connection of its own it returned ${alone.status}: the service authenticates once per connection.`;
    throw new Failed({ ...error.details, found });
  });
});

check('AUTH-07', 'side door: while the same is requested with a key', lookingBack, async () => {
  let proof: Proof = { response: await closedDoor(listAccounts) };
  const valid = { purpose: 'beside the same without a key' };
  const keyless = { apiKey: null, purpose: 'without Api-Key, while the same is requested with the valid key' };
  const answers = await together(listAccounts, [valid, keyless, valid, keyless]);
  for (const response of answers.filter(({ request }) => request.apiKey === null))
    proof = await expectNothingIn(response);
  return proof;
});

for (const [name, apiKey, phase] of [
  ['no key', () => null, 'early'],
  [
    'a bad key',
    () => context().configuration.apiKey.slice(0, -1) + anotherCharacter(context().configuration.apiKey.at(-1) ?? ''),
    'late',
  ],
] as const) {
  check('AUTH-08', `rejected with ${name}, then sent with a valid one`, { phase, witnesses: ofCustomers }, () =>
    expectKeyUnused(name, apiKey()),
  );
}
