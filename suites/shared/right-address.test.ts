import { expect, test } from 'vitest';
import { Inconclusive } from '../../helpers/client/verdicts.js';
import type { Configuration } from '../../helpers/settings/schema.js';
import { operations } from '../../schemas/fsapi/operations.js';
import { writes } from '../../schemas/operation.js';
import { validator } from '../../schemas/validate.js';
import { probed } from './probed.fixture.js';
import { requireAcceptedTenant } from './right-address.js';
import { baselineListing, baselineOf } from './valid-requests.js';

/** How the question for the tenant ends after a listing, by the status of listings and of creations. */
function ended(listing: number, creation: number, options: Partial<Configuration> = {}): Promise<unknown> {
  return probed(
    (request, response) => {
      request.resume();
      response.writeHead(request.method === 'GET' ? listing : creation, { 'content-type': 'application/json' });
      response.end('{"error":"no"}');
    },
    async () => requireAcceptedTenant(await baselineListing()),
    options,
  ).catch((error: unknown) => error);
}

test('both operations return 403: the tenant or the key may be wrong', async () => {
  const outcome = (await ended(403, 403)) as Inconclusive;
  expect(outcome).toBeInstanceOf(Inconclusive);
  expect(outcome.message).toMatch(/CONFORMANCE_TENANT_ID.*CONFORMANCE_API_KEY/);
  expect(outcome.unmet).toBeDefined();
});

test('on live, where nothing is created, the listing alone shows it', async () => {
  expect(await ended(403, 201, { environment: 'live' })).toBeInstanceOf(Inconclusive);
});

test.each([
  [403, 201],
  [403, 422],
  [200, 403],
])('listing %i, creation %i: the service knows the tenant', async (listing, creation) => {
  expect(await ended(listing, creation)).toBeUndefined();
});

test.each(operations)('the valid request of $name is what the schemas say', async (operation) => {
  const { request } = await probed(
    (_, response) => response.end('{}'),
    () => baselineOf(operation),
  );
  const headers = Object.fromEntries(request.raw.headers.map(([name, value]) => [name.toLowerCase(), value]));
  expect(validator('request-headers', writes(operation) ? 'write' : undefined)(headers)).toBe(true);
  expect(operation.body === undefined || validator(operation.body)(request.body)).toBe(true);
});
