import { describe, expect, test } from 'vitest';
import { bodyLimit } from '../target/body.js';
import { createConnection } from '../target/connection.js';
import { exchange, prepare } from '../target/wire.js';
import { startFront } from './front-for-tests.js';
import { type Kind, kinds } from './kinds-for-tests.js';

async function ask({ manner, onConnection }: Kind, by: 'supertest' | 'prepared') {
  const front = await startFront(manner, { onConnection });
  const { apiKey, tenantId } = front.server.credentials;
  const connection = createConnection(front.baseUrl, { concurrency: 2, embedded: false });
  const headers = [
    ['Api-Key', apiKey],
    ['x-tenant-id', tenantId],
  ] as const;
  const outgoing = { method: 'GET', path: 'accounts', headers };
  const began = performance.now();
  try {
    const incoming =
      by === 'supertest'
        ? await exchange(connection, outgoing, { timeoutMs: 700 })
        : await (await prepare(connection, outgoing, 700)).release();
    expect(incoming.body.length).toBeLessThanOrEqual(bodyLimit);
    return incoming.status;
  } catch (error) {
    expect((error as Error).name).toBe('TransportFault');
    return (error as Error).message;
  } finally {
    expect(performance.now() - began).toBeLessThan(2500);
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
