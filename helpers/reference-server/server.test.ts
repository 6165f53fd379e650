import { once } from 'node:events';
import { connect } from 'node:net';
import { rootCertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { startReferenceServer } from './server.js';
import { talkOf } from './testing/talk.js';

test('it listens on HTTPS with a certificate of its own authority', async () => {
  const server = await startReferenceServer();
  expect(server.baseUrl).toBe(`https://127.0.0.1:${server.port}/v1/`);
  const { list, close } = talkOf(server);
  expect((await list()).status).toBe(200);
  close();
  await expect(talkOf(server, rootCertificates[0]).list()).rejects.toThrow(/certificate/);
  await server.close();
});

test('it listens on plain HTTP, on another address and on a given port', async () => {
  const first = await startReferenceServer({ https: false, host: 'localhost' });
  expect(first.baseUrl).toBe(`http://localhost:${first.port}/v1/`);
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

test('it closes although connections are open', async () => {
  const server = await startReferenceServer();
  const { create, list, close } = talkOf(server);
  await create();
  await server.close();
  await expect(list()).rejects.toThrow();
  close();
});

test('it closes although a client has begun a handshake and does not go on', async () => {
  const server = await startReferenceServer();
  const client = connect(server.port, '127.0.0.1');
  const gone = once(client, 'close');
  await once(client, 'connect');
  // Accepted after it, so that the server has it by then.
  const { list, close } = talkOf(server);
  await list();
  await server.close();
  await gone;
  close();
});

test('an unknown fault or variant is rejected', async () => {
  await expect(startReferenceServer({ fault: 'none-such' })).rejects.toThrow(RangeError);
  await expect(startReferenceServer({ variant: 'none-such' })).rejects.toThrow(RangeError);
});
