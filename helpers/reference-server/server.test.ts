import { once } from 'node:events';
import { get } from 'node:https';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startReferenceServer } from './server.js';

test('it listens on plain HTTP and on a given port', async () => {
  const first = await startReferenceServer({ https: false });
  expect(first.baseUrl).toBe(`http://127.0.0.1:${first.port}/v1/`);
  expect(first.ca).toBeUndefined();
  await first.close();
  const second = await startReferenceServer({ https: false, port: first.port });
  expect(second.port).toBe(first.port);
  await expect(startReferenceServer({ port: first.port })).rejects.toThrow(/EADDRINUSE/);
  await second.close();
});

test('no two servers share a key', async () => {
  const servers = [await startReferenceServer(), await startReferenceServer()];
  const values = servers.flatMap(({ credentials }) => Object.values(credentials));
  expect(new Set(values).size).toBe(12);
  for (const server of servers) await server.close();
});

test('it closes although a client has begun a handshake and does not go on', async () => {
  const server = await startReferenceServer();
  const client = connect(server.port, '127.0.0.1');
  const gone = once(client, 'close');
  await once(client, 'connect');
  // Accepted after it, so that the server has it by then.
  await once(get(server.baseUrl, { ca: server.ca, agent: false }), 'response');
  await server.close();
  await gone;
});

test('an unknown fault or variant is rejected', async () => {
  await expect(startReferenceServer({ fault: 'none-such' })).rejects.toThrow(RangeError);
  await expect(startReferenceServer({ variant: 'none-such' })).rejects.toThrow(RangeError);
});
