/**
 * Authentication, items 1, 2, 5, 6 and 8; Errors: a request without valid authorization returns 401, whatever else it
 * contains. A 401 counts only beside the same request that the service accepted with the valid key.
 */

import { context } from '../../helpers/client/context.js';
import type { RequestChange } from '../../helpers/client/message.js';
import { Skipped } from '../../helpers/client/verdicts.js';
import type { Configuration } from '../../helpers/configuration/settings.js';
import type { InvalidKey } from '../../helpers/redaction/near-miss-keys.js';
import { suite } from '../../helpers/runner/suite.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { type FsapiOperation, operations } from '../../schemas/fsapi/operations.js';
import { isIdempotentByKey } from '../../schemas/operation.js';
import { randomTenantId } from '../probes/accounts/unknown-tenant-ids.js';
import { baselineListing } from '../probes/baseline-requests.js';
import { ofOne } from '../probes/baselines.js';
import { creationBaseline } from '../probes/creation-baseline.js';
import { createsCustomer } from '../probes/customers/creation.js';
import {
  addingTo,
  closedDoor,
  expect401,
  expect401First,
  expect401ForInvalidKey,
  withoutKey,
  withRandomKey,
} from '../probes/keys/expect-401.js';
import { invalidKey, invalidKeyNames, randomOfShape } from '../probes/keys/invalid-keys.js';
import { cookiesOfTheRun } from '../probes/keys/side-doors.js';
import { againOf } from '../probes/retries.js';
import { aCookie, expectUnread, expectUnreadInPath, keyPlaces, requireKeyAt, thePath } from './key-elsewhere.js';

export const authentication = suite<typeof fsapi>();
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
      const { value, inWords = name, shell, lenient, ofOther } = key(context().configuration) as InvalidKey;
      const { otherTenantId } = context().configuration;
      const other = ofOther && otherTenantId !== undefined ? { tenant: otherTenantId } : {};
      const purpose = `with an invalid Api-Key (${inWords})${'tenant' in other ? ', under the other tenant’s id' : ''}`;
      return expect401ForInvalidKey(operation, { apiKey: value, shellKey: shell, purpose, lenient, ...other });
    };
    check(
      invalid,
      name,
      { witnesses: [], phase: 'late', when: (configuration) => key(configuration) !== undefined },
      probe,
    );
  }
}

for (const { operation } of guarded) {
  for (const place of keyPlaces.filter(({ needsBody }) => !needsBody || operation.body !== undefined)) {
    check(
      'AUTH-05',
      `${operation.name}: the key in ${place.name}`,
      { witnesses: [] },
      ofOne(operation, async () => {
        requireKeyAt(place, operation);
        const front = await closedDoor(operation);
        return addingTo([async () => front], expectUnread(operation, place, { lenient: front.status !== 401 }));
      }),
    );
  }

  check(
    'AUTH-05',
    `${operation.name}: the key in the path`,
    { witnesses: [] },
    ofOne(operation, async () => {
      requireKeyAt(thePath, operation);
      return expectUnreadInPath(operation, (await closedDoor(operation)).request.raw.path);
    }),
  );

  check(
    'AUTH-05',
    `${operation.name}: the cookies that responses have set`,
    { phase: 'last', witnesses: [] },
    ofOne(operation, async () => {
      requireKeyAt(aCookie, operation);
      await baselineListing();
      const door = await closedDoor(operation);
      const cookies = cookiesOfTheRun();
      if (!cookies) return { response: door };
      const purpose = 'with the cookies that responses have set and no Api-Key header';
      return addingTo([async () => door], expect401(operation, { ...cookies, apiKey: null, lenient: true, purpose }));
    }),
  );
}

const always = () => true;
const hasBody = ({ body }: FsapiOperation) => body !== undefined;
const form = { text: 'first_name=Ada', contentType: 'application/x-www-form-urlencoded' };

/** AUTH-06: the service checks the key before anything else. What else is wrong, and of which operations it can be. */
const mistakes: readonly (readonly [
  name: string,
  applies: (operation: FsapiOperation) => boolean,
  change: () => RequestChange | Promise<RequestChange>,
])[] = [
  ['malformed JSON', hasBody, () => ({ text: '{"first_name": "Ada", ' })],
  ['an empty body', hasBody, () => ({ text: '' })],
  ['an invalid customer', createsCustomer, () => ({ text: '{"first_name": 7, "email": "ada", "address": []}' })],
  ['another content type', hasBody, () => form],
  ['no idempotency key', isIdempotentByKey, () => ({ idempotencyKey: null })],
  ['a used idempotency key', createsCustomer, async () => againOf((await creationBaseline()).original)],
  ['no tenant id', always, () => ({ tenant: null })],
  ['an unknown tenant id', always, () => ({ tenant: randomTenantId(), guess: true })],
];
const wrongRequests = guarded.flatMap(({ operation }) =>
  mistakes.flatMap(([name, applies, change]) => (applies(operation) ? [{ operation, name, change }] : [])),
);

for (const { operation, name, change } of wrongRequests) {
  check(
    'AUTH-06',
    `${operation.name}: no key, and ${name}`,
    { witnesses: [] },
    ofOne(operation, async () =>
      expect401First(operation, null, { ...(await change()), purpose: `without Api-Key, and with ${name}` }),
    ),
  );
  check(
    'AUTH-06',
    `${operation.name}: a bad key, and ${name}`,
    { phase: 'late', witnesses: [] },
    ofOne(operation, async () =>
      expect401First(operation, randomOfShape(context().configuration.apiKey), {
        ...(await change()),
        purpose: `with a random Api-Key, and with ${name}`,
      }),
    ),
  );
}

for (const { operation } of guarded) {
  check(
    'AUTH-09',
    `${operation.name}: the revoked key`,
    { phase: 'late', witnesses: [] },
    ofOne(operation, async () => {
      const { revokedKey } = context().configuration;
      if (revokedKey === undefined) throw new Skipped('No revoked key is configured. Set `CONFORMANCE_REVOKED_KEY`.');
      const plains = [withoutKey, withRandomKey].map((plain) => () => plain(operation));
      const purpose = 'with the revoked key';
      return addingTo(plains, expect401ForInvalidKey(operation, { apiKey: revokedKey, purpose }));
    }),
  );
}
