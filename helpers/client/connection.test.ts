import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { certificate } from '../reference-server/certificate.js';
import { contextFor, inCheck } from '../runner/context.fixture.js';
import { createConnection } from './connection.js';
import { lookAtConnection, requireConnection } from './connection-state.js';
import { inScope } from './context.js';
import { exchange, prepare } from './transport.js';

const open: { close(): unknown }[] = [];
beforeEach(() => {
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy', 'NO_PROXY', 'no_proxy'])
    vi.stubEnv(name, '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const one of open.splice(0)) one.close();
});

async function listening(server: Server): Promise<number> {
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => undefined);
    open.push({ close: () => socket.destroy() });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  open.push(server);
  return (server.address() as AddressInfo).port;
}

const identities = new Map<string, ReturnType<typeof certificate>>();
async function secureTarget(kind: Parameters<typeof certificate>[0] = undefined, options: object = {}) {
  const identity = identities.get(kind ?? '') ?? certificate(kind);
  identities.set(kind ?? '', identity);
  const asked: unknown[] = [];
  const server = createSecureServer({ ...identity, ...options }, (request, response) => {
    asked.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN);
    response.end('{}');
  });
  const port = await listening(server);
  return { baseUrl: `https://127.0.0.1:${port}/v1/`, port, asked, ...identity };
}

function connectionTo(baseUrl: string, options: Partial<Parameters<typeof createConnection>[1]> = {}) {
  const connection = createConnection(baseUrl, { concurrency: 2, direct: false, ...options });
  open.push(connection);
  return connection;
}

const get = { method: 'GET', path: 'accounts', headers: [] } as const;
const asking = (connection: ReturnType<typeof createConnection>, fresh = false) =>
  exchange(connection, get, { timeoutMs: 2000, fresh });

describe('over TLS', () => {
  test.each([true, false])('a target of a trusted authority is reached, embedded: %s', async (embedded) => {
    const { baseUrl, ca } = await secureTarget();
    const connection = connectionTo(baseUrl, { ca, embedded });
    expect(await asking(connection)).toMatchObject({ status: 200, reused: false });
    expect(await asking(connection)).toMatchObject({ status: 200, reused: true });
    expect(await asking(connection, true)).toMatchObject({ status: 200, reused: false });
    const prepared = await prepare(connection, get, 2000);
    expect(await prepared.release()).toMatchObject({ status: 200 });
    expect([connection.proxied, connection.headers]).toEqual([false, []]);
  });

  test('a look sends nothing and describes the certificate', async () => {
    const { baseUrl, ca, asked } = await secureTarget();
    const shown = await connectionTo(baseUrl, { ca }).look(2000);
    const name = 'CN=Throw-away server';
    expect(shown).toMatchObject({ subject: name, issuer: name, protocol: 'TLSv1.3' });
    expect(shown?.fingerprint256).toMatch(/^[\dA-F]{2}(:[\dA-F]{2}){31}$/);
    expect(shown?.validFrom).toMatch(/^\d{4}-.*Z$/);
    expect(Date.parse(shown?.validTo ?? '')).toBeGreaterThan(Date.now());
    expect(asked).toEqual([]);
  });

  test.each<[kind: Parameters<typeof certificate>[0], code: string]>([
    ['expired', 'CERT_HAS_EXPIRED'],
    ['other host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['unknown authority', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ])('a certificate not to be trusted (%s) gets no request, whatever Node is set to', async (kind, code) => {
    // Node warns of it.
    vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const { baseUrl, ca, asked } = await secureTarget(kind);
    const run = { ...contextFor([]), connection: connectionTo(baseUrl, { ca }) };
    expect(await inScope('a check', lookAtConnection, run)).toEqual({ state: 'untrusted', reason: code });
    await expect(inScope('a check', requireConnection, run)).rejects.toThrow(`failed verification (${code})`);
    expect(asked).toEqual([]);
  });
});

describe('by a proxy', () => {
  async function proxied(answer: string, ends = false) {
    const wanted: string[] = [];
    const port = await listening(
      createHttpServer().on('connect', (request, socket: Socket) => {
        wanted.push(request.url ?? '');
        socket.write(`HTTP/1.1 ${answer}\r\n\r\n`);
        if (ends) return socket.end();
        const [host, at] = (request.url ?? '').split(':');
        const through = connect(Number(at), host).on('error', () => undefined);
        socket.pipe(through).pipe(socket);
      }),
    );
    vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${port}`);
    return wanted;
  }

  test('the target is asked through a tunnel, its certificate verified, and no proxy where none is wanted', async () => {
    const wanted = await proxied('200 OK');
    const { baseUrl, ca, port } = await secureTarget();
    const connection = connectionTo(baseUrl, { ca });
    expect(connection.proxied).toBe(true);
    expect((await asking(connection)).status).toBe(200);
    expect((await connection.look(2000))?.subject).toBe('CN=Throw-away server');
    expect(wanted).toEqual([`127.0.0.1:${port}`, `127.0.0.1:${port}`]);
    const direct = connectionTo(baseUrl, { ca, direct: true });
    expect([direct.proxied, (await asking(direct)).status, wanted.length]).toEqual([false, 200, 2]);
    expect(connectionTo('http://127.0.0.1:9/').proxied).toBe(false);
    const other = await secureTarget('other host');
    const looked = connectionTo(other.baseUrl, { ca: other.ca }).look(2000);
    await expect(looked).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  test.each([['no'], ['a']])('the client certificate goes to the target, by %s proxy', async (how) => {
    if (how === 'a') await proxied('200 OK');
    const own = certificate(undefined);
    const target = await secureTarget(undefined, { requestCert: true, rejectUnauthorized: false, ca: own.ca });
    await asking(connectionTo(target.baseUrl, { ca: target.ca, clientCert: own.cert, clientKey: own.key } as object));
    await asking(connectionTo(target.baseUrl, { ca: target.ca }));
    expect(target.asked).toEqual(['Throw-away server', undefined]);
  });

  test('that opens no tunnel, its own answer does not pass for that of the target', async () => {
    await proxied('407 Proxy Authentication Required', true);
    const { baseUrl, ca } = await secureTarget();
    const run = { ...contextFor([]), connection: connectionTo(baseUrl, { ca }) };
    const required = inScope('a check', requireConnection, run);
    await expect(required).rejects.toThrow('unreachable: the proxy (HTTPS_PROXY) did not open a tunnel to the target.');
  });
});

describe('a look', () => {
  test('describes nothing, is made once a run, and finds a target open', async () => {
    const connected = vi.fn();
    const port = await listening(createServer(connected));
    const run = contextFor([], { baseUrl: `http://127.0.0.1:${port}/v1/` });
    for (let more = 2; more > 0; more -= 1) await inScope('a check', requireConnection, run);
    expect(await run.connection.look(1000)).toBeUndefined();
    expect([connected.mock.calls.length, run.journal.certificate]).toEqual([2, undefined]);
  });

  test('is over at its time-out, and not repeated', async () => {
    const port = await listening(createServer());
    const run = contextFor([], { timeoutMs: 40 });
    const connection = connectionTo(`https://127.0.0.1:${port}/v1/`);
    const look = vi.fn(connection.look);
    const asked = inScope('a check', lookAtConnection, { ...run, connection: { ...connection, look } });
    expect(await asked).toEqual({ state: 'unreachable', reason: 'there was no connection within 40 ms' });
    expect(look.mock.calls).toEqual([[40]]);
  });

  test('at a target that sends before it is asked ends there', async () => {
    const port = await listening(createServer((socket) => void socket.write('HTTP/1.1 400 Bad\r\n\r\n')));
    const required = inCheck(requireConnection, { baseUrl: `http://127.0.0.1:${port}/v1/` });
    const message = expect.stringContaining('the server sent data before the request');
    await expect(required).rejects.toMatchObject({ message, unmet: 'the target is unreachable' });
  });

  test('of a run that has stopped says why', async () => {
    const required = inCheck(requireConnection, { deadlineSeconds: 0 });
    await expect(required).rejects.toThrow("The run's deadline of 0 s passed");
  });
});

test('data on an idle connection is seen, and from then on no connection is used again', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'));
  });
  const port = await listening(server);
  const connection = connectionTo(`http://127.0.0.1:${port}/v1/`);
  const silent = connectionTo(`http://127.0.0.1:${port}/v1/`);
  expect(connection.disordered).toBe(false);
  await Promise.all([asking(connection), asking(connection), asking(silent)]);
  // A connection is idle one turn after its response.
  await nextTurn();
  for (const socket of sockets) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]');
  await vi.waitFor(() => expect([connection.disordered, silent.disordered]).toEqual([true, true]));
  expect(await asking(connection)).toMatchObject({ body: '{}', reused: false });
});

test('an agent of its own keeps a connection that no other request uses', async () => {
  const ports: (number | undefined)[] = [];
  const server = createHttpServer((request, response) => {
    ports.push(request.socket.remotePort);
    response.end('{}');
  });
  const connection = connectionTo(`http://127.0.0.1:${await listening(server)}/v1/`);
  const agent = connection.ownAgent();
  for (const options of [{ agent }, {}, { agent }, {}, { agent, fresh: true }])
    await exchange(connection, get, { timeoutMs: 2000, ...options });
  agent.destroy();
  const [first, second, third, fourth, fifth] = ports;
  expect([third === first, fourth === second, second === first, fifth === first]).toEqual([true, true, false, false]);
});
