import { describe, expect, test } from 'vitest';
import { Failed, Inconclusive } from '../../../helpers/client/verdicts.js';
import { createCustomer, listAccounts } from '../../../schemas/fsapi/operations.js';
import { probed } from '../asked.fixture.js';
import { expect401, expect401ForInvalidKey } from './expect-401.js';

const valid = 'sk_sandbox_0123456789abcdef';

/** A service that answers a request with the valid key, and one without. Several statuses are given in turn, the last from then on. */
function service(withKey: number | readonly number[], withoutKey: number) {
  let listings = 0;
  return probed.bind(null, (request, response) => {
    request.resume();
    const opens = request.headers['api-key'] === valid;
    const inTurn = [withKey].flat();
    const status = opens ? (inTurn[Math.min(listings++, inTurn.length - 1)] ?? 200) : withoutKey;
    response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 ? undefined : '{"data":[]}');
  });
}

/** How a probe ended: undefined for a pass. */
const ended = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  );

const without = { apiKey: null, purpose: 'without Api-Key' } as const;

describe('a request without a key, beside one with the valid key that the service accepts', () => {
  test.each<[status: number, isLenient: boolean, expected: typeof Failed | undefined]>([
    [401, false, undefined],
    [403, false, Failed],
    [400, false, Failed],
    [200, false, Failed],
    [204, false, Failed],
    [302, false, Failed],
    [500, false, Failed],
    [401, true, undefined],
    [403, true, undefined],
    [400, true, undefined],
    [200, true, Failed],
    [302, true, undefined],
    [500, true, Failed],
  ])('%i, lenient %s', async (status, lenient, expected) => {
    const outcome = await ended(service(200, status)(() => expect401(listAccounts, { ...without, lenient })));
    if (!expected) expect(outcome).toBeUndefined();
    else {
      expect(outcome).toBeInstanceOf(expected);
      expect((outcome as Failed).details).toMatchObject({
        received: String(status),
        control: { response: { status: 200 } },
        response: { status, request: { apiKey: null } },
      });
    }
  });

  test('a write is compared with a write', async () => {
    const outcome = await ended(service(201, 201)(() => expect401(createCustomer, without)));
    expect((outcome as Failed).details.control?.response.request.operation).toBe(createCustomer);
  });
});

describe('a 401 proves nothing', () => {
  test.each([401, 302, 403, 404, 405, 500])('where the valid key returns %i too', async (status) => {
    expect(await ended(service(status, 401)(() => expect401(listAccounts, without)))).toBeInstanceOf(Inconclusive);
  });

  test('but where the valid request is rejected for its content it does', async () => {
    expect(await ended(service(422, 401)(() => expect401(listAccounts, without)))).toBeUndefined();
  });
});

describe('an invalid key', () => {
  const invalid = { apiKey: `${valid}x`, purpose: 'with the key and one more letter' };

  test.each<[name: string, withKey: number | number[], withoutKey: number, expected: unknown]>([
    ['that is rejected passes', 200, 401, undefined],
    ['that opens the service fails', 200, 200, Failed],
    ['after which the valid key is locked out decides nothing', [200, 401], 401, Inconclusive],
    ['that opens it and locks the valid key out decides nothing', [200, 403], 200, Inconclusive],
  ])('%s', async (_, withKey, withoutKey, expected) => {
    const outcome = await ended(service(withKey, withoutKey)(() => expect401ForInvalidKey(listAccounts, invalid)));
    if (expected) expect(outcome).toBeInstanceOf(expected);
    else expect(outcome).toBeUndefined();
  });
});
