import { describe, expect, test } from 'vitest';
import { currentScope } from '../../helpers/client/context.js';
import { Failed, Inconclusive } from '../../helpers/client/verdicts.js';
import type { CheckDefinition } from '../../helpers/runner/suite.js';
import { targetOf } from '../../helpers/runner/target.js';
import { createCustomer, type FsapiOperation, listAccounts } from '../../schemas/fsapi/operations.js';
import { area } from '../area.js';
import { probed } from '../asked.fixture.js';
import { afterInvalidKeys, type Keyless } from './invalid-keys.js';
import { mustBe401 } from './must-be-401.js';

const valid = 'sk_sandbox_0123456789abcdef';
const noKey: Keyless = { name: 'no key', change: { apiKey: null } };

/**
 * How a check of one row ends; undefined for a pass.
 * @param withKey the statuses that the valid key gets in turn, the last from then on @param withoutKey that of any other request
 */
function ended(
  withKey: number | readonly number[],
  withoutKey: number,
  row = noKey,
  operation: FsapiOperation = listAccounts,
): Promise<unknown> {
  const inTurn = [withKey].flat();
  let requests = 0;
  const { each, definitions } = area();
  const closing = row === noKey ? {} : { closing: afterInvalidKeys };
  each('AUTH-02', operation, [row], closing, mustBe401);
  const [definition] = definitions as [CheckDefinition];
  return probed(
    (request, response) => {
      request.resume();
      const opens = request.headers['api-key'] === valid;
      const status = opens ? (inTurn[Math.min(requests++, inTurn.length - 1)] ?? 200) : withoutKey;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 ? undefined : '{"data":[]}');
    },
    () => definition.probe(targetOf(currentScope())),
  ).then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a request without a key, beside one with the valid key that the service accepts', () => {
  test.each([403, 400, 200, 204, 302, 500])('%i fails', async (status) => {
    const outcome = await ended(200, status);
    expect(outcome).toBeInstanceOf(Failed);
    expect((outcome as Failed).details).toMatchObject({
      received: String(status),
      control: { response: { status: 200 } },
      response: { status, request: { apiKey: null } },
    });
  });

  test('401 passes', async () => expect(await ended(200, 401)).toBeUndefined());

  test.each<[status: number, fails: boolean]>([
    [401, false],
    [403, false],
    [302, false],
    [200, true],
    [500, true],
  ])('%i, where any rejection will do that a random key gets too: fails %s', async (status, fails) => {
    const change = { apiKey: null };
    const outcome = await ended(200, status, { name: 'the valid key', change, decoy: change, isLenient: true });
    if (fails) expect(outcome).toBeInstanceOf(Failed);
    else expect(outcome).toBeUndefined();
  });

  test('a write is compared with a write', async () => {
    const outcome = (await ended(201, 201, noKey, createCustomer)) as Failed;
    expect(outcome.details.control?.response.request.operation).toBe(createCustomer);
  });
});

describe('a 401 proves nothing', () => {
  test.each([401, 302, 403, 404, 405, 500])('where the valid key returns %i too', async (status) => {
    expect(await ended(status, 401)).toBeInstanceOf(Inconclusive);
  });

  test('but where the valid request is rejected for its content it does', async () => {
    expect(await ended(422, 401)).toBeUndefined();
  });
});

test.each<[name: string, withKey: number | number[], withoutKey: number, expected: unknown]>([
  ['that is rejected passes', 200, 401, undefined],
  ['that opens the service fails', 200, 200, Failed],
  ['after which the valid key is locked out decides nothing', [200, 401], 401, Inconclusive],
  ['that opens it and locks the valid key out decides nothing', [200, 403], 200, Inconclusive],
])('an invalid key %s', async (_, withKey, withoutKey, expected) => {
  const outcome = await ended(withKey, withoutKey, { name: 'an invalid key', change: { apiKey: `${valid}x` } });
  if (expected) expect(outcome).toBeInstanceOf(expected);
  else expect(outcome).toBeUndefined();
});
