import { describe, expect, test } from 'vitest';
import { createConnection } from '../../client/connection.js';
import { exchange, prepare } from '../../client/transport.js';
import { TransportError } from '../../client/transport-error.js';
import { bodyLimit } from '../../evidence/size-limits.js';
import { startFront } from './front.fixture.js';
import { type Kind, kinds } from './kinds.fixture.js';

/** What does not end by our limit is given the time that a busy machine takes. */
const limitMs = ({ comesTo }: Kind) => (typeof comesTo !== 'number' && comesTo.test(outOfTime(700)) ? 700 : 10_000);
const outOfTime = (limit: number) => `there was no complete response within ${limit} ms`;

async function ask(kind: Kind, by: 'supertest' | 'prepared') {
  const { manner, onConnection } = kind;
  const timeoutMs = limitMs(kind);
  const front = await startFront(manner, { onConnection });
  const { apiKey, tenantId } = front.credentials;
  const connection = createConnection(front.baseUrl, { concurrency: 2, direct: false });
  const headers = Object.entries({ 'Api-Key': apiKey, 'x-tenant-id': tenantId });
  const outgoing = { method: 'GET', path: 'accounts', headers };
  const began = performance.now();
  try {
    const incoming =
      by === 'supertest'
        ? await exchange(connection, outgoing, { timeoutMs })
        : await (await prepare(connection, outgoing, timeoutMs)).release();
    expect(incoming.body.length).toBeLessThanOrEqual(bodyLimit);
    return incoming.status;
  } catch (error) {
    expect(error).toBeInstanceOf(TransportError);
    return (error as Error).message;
  } finally {
    expect(performance.now() - began).toBeLessThan(timeoutMs + 2000);
    connection.close();
    await front.close();
  }
}

describe.concurrent.each(['supertest', 'prepared'] as const)('one exchange by %s with a target that', (by) => {
  test.each(Object.entries<Kind>(kinds))('%s', async (_, kind) => {
    const came = await ask(kind, by);
    if (typeof kind.comesTo === 'number') expect(came).toBe(kind.comesTo);
    else expect(String(came)).toMatch(kind.comesTo);
  });
});
