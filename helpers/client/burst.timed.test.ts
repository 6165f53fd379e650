import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { certificate } from '../reference-server/certificate.js';
import { createConnection } from './connection.js';
import { exchange, prepare } from './transport.js';

test('the requests of a burst arrive together, though their sessions of TLS are resumed', async () => {
  const { ca, cert, key } = certificate(undefined);
  const arrivals: number[] = [];
  const resumed: boolean[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    arrivals.push(performance.now());
    resumed.push((request.socket as { isSessionReused?(): boolean }).isSessionReused?.() === true);
    response.end('{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const base = `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
  const connection = createConnection(base, { ca, concurrency: 4, direct: true, embedded: true });
  const write = { method: 'POST', path: 'customers', headers: [], body: '{"a":1}' } as const;
  await exchange(connection, write, { timeoutMs: 5000, fresh: true });
  const prepared = await Promise.all(Array.from({ length: 6 }, () => prepare(connection, write, 5000)));
  arrivals.length = 0;
  await Promise.all(prepared.map((one) => one.release()));
  expect(resumed).toContain(true);
  expect(Math.max(...arrivals) - Math.min(...arrivals)).toBeLessThan(25);
  connection.close();
  server.close();
});
