import { expect, test } from 'vitest';
import { Failed, Inconclusive, Skipped } from '../../helpers/client/verdicts.js';
import { createCustomer, type FsapiOperation, listAccounts } from '../../schemas/fsapi/operations.js';
import { sendChanged, type Variation } from '../shared/describe.js';
import { probed } from '../shared/probed.fixture.js';
import type { BesideDecoy } from './invalid-keys.js';
import { type KeyElsewhere, ownCookies } from './keyless-requests.js';
import * as judges from './must-be-401.js';

const valid = 'sk_sandbox_0123456789abcdef';
const noKey: Variation = { name: 'no key', change: { apiKey: null } };

/**
 * How a check of one row ends; undefined for a pass.
 * @param withKey the statuses that the valid key gets in turn, the last from then on @param withoutKey that of any other request
 */
function ended(
  withKey: number | readonly number[],
  withoutKey: number,
  row: Variation | KeyElsewhere = noKey,
  operation: FsapiOperation = listAccounts,
): Promise<unknown> {
  const statuses = [withKey].flat();
  let requests = 0;
  const check =
    'decoy' in row
      ? () => sendChanged(operation, judges.mustBe401Elsewhere)(row)
      : () => sendChanged(operation, judges.mustBe401, row === noKey ? undefined : judges.afterInvalidKeys)(row);
  return probed((request, response) => {
    request.resume();
    const opens = request.headers['api-key'] === valid;
    const status = opens ? (statuses[Math.min(requests++, statuses.length - 1)] ?? 200) : withoutKey;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 204 ? undefined : '{"data":[]}');
  }, check).then(
    () => undefined,
    (error: unknown) => error,
  );
}

const lenient: KeyElsewhere = { name: 'the valid key', change: { apiKey: null }, decoy: noKey, isLenient: true };
const almost: Variation = { name: 'an invalid key', change: { apiKey: `${valid}x` } };

type Case = [name: string, withKey: number | number[], withoutKey: number, row: Variation, expected?: unknown];

test.each([
  ...[403, 400, 200, 204, 302, 500].map((status): Case => [`no key: ${status} fails`, 200, status, noKey, Failed]),
  ['no key: 401 passes', 200, 401, noKey],
  ['a key elsewhere: 401 passes', 200, 401, lenient],
  ['a key elsewhere: 403 passes', 200, 403, lenient],
  ['a key elsewhere: 302 passes', 200, 302, lenient],
  ['the service’s own cookies: 403 passes', 200, 403, ownCookies],
  ['a key elsewhere: 200 fails', 200, 200, lenient, Failed],
  ['a key elsewhere: 500 is skipped, where a random one there gets it too', 200, 500, lenient, Skipped],
  ...[401, 302, 403, 404, 405, 500].map(
    (status): Case => [`401 proves nothing where the valid key returns ${status}`, status, 401, noKey, Inconclusive],
  ),
  ['but it does where the valid request is rejected for its content', 422, 401, noKey],
  ['an invalid key that is rejected passes', 200, 401, almost],
  ['an invalid key that opens the service fails', 200, 200, almost, Failed],
  ['an invalid key after which the valid one is locked out decides nothing', [200, 401], 401, almost, Inconclusive],
  ['one that opens it and locks the valid key out decides nothing', [200, 403], 200, almost, Inconclusive],
])('%s', async (_, withKey, withoutKey, row, expected) => {
  const outcome = await ended(withKey, withoutKey, row);
  if (expected) expect(outcome).toBeInstanceOf(expected);
  else expect(outcome).toBeUndefined();
});

test('a failure shows both sides, and a write is compared with a write', async () => {
  const response = { status: 403, request: { apiKey: null } };
  const { details } = (await ended(200, 403)) as Failed;
  expect(details).toMatchObject({ control: { response: { status: 200 } }, response });
  const ofWrite = (await ended(201, 201, noKey, createCustomer)) as Failed;
  expect(ofWrite.details.control?.response.request.operation).toBe(createCustomer);
});

const misreadable: BesideDecoy = {
  name: 'a wildcard',
  change: { apiKey: '*' },
  decoy: { name: 'a random key', change: { apiKey: 'random' } },
};

test.each<[status: number, ofDecoy: number, how: string, expected?: unknown]>([
  [401, 401, 'passes'],
  [200, 401, 'fails', Failed],
  [403, 403, 'is skipped: something in front rejects both', Skipped],
  [403, 401, 'decides nothing: the service read it in a way of its own', Inconclusive],
  [500, 401, 'fails', Failed],
  [500, 500, 'is skipped: something in front fails over both', Skipped],
])('a key that may be misread returns %i, a random one %i: it %s', async (status, ofDecoy, _, expected) => {
  const outcome = await probed(
    (request, response) => {
      const ofKey = request.headers['api-key'] === '*' ? status : ofDecoy;
      response.writeHead(request.headers['api-key'] === valid ? 200 : ofKey, { 'content-type': 'application/json' });
      response.end('{"data":[]}');
    },
    () => sendChanged(listAccounts, judges.mustBe401Misread)(misreadable),
  ).catch((error: unknown) => error);
  if (expected) expect(outcome).toBeInstanceOf(expected);
  else expect(outcome).toMatchObject({ expected: '401' });
});

test.each<[keyless: number, withKey: number, elsewhere: number, how: string, expected: unknown]>([
  [304, 304, 401, 'fails', Failed],
  [200, 304, 404, 'fails', Failed],
  [206, 200, 401, 'fails', Failed],
  [412, 200, 404, 'is skipped: that shows nothing', Skipped],
  [304, 304, 304, 'is skipped: an unknown path gets the same', Skipped],
  [204, 412, 404, 'is skipped: the operation does not stand behind it', Skipped],
])(
  'a condition without a key gets %i, with it %i, at an unknown path %i: it %s',
  async (keyless, withKey, elsewhere, _, expected) => {
    const row: Variation = { name: 'no key', change: { apiKey: null, headers: [['If-None-Match', '*']] } };
    const outcome = await probed(
      ({ url, headers }, response) => {
        const ofKey = headers['api-key'] ? withKey : keyless;
        const status = url === '/v1/accounts' ? ofKey : elsewhere;
        const isBaseline = headers['if-none-match'] === undefined;
        response.writeHead(isBaseline ? 200 : status, { 'content-type': 'application/json' }).end('{"data":[]}');
      },
      () => sendChanged(listAccounts, judges.mustBe401Conditional)(row),
    ).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(expected);
  },
);
