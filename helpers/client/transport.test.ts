import type { OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { serve } from '../api/listener.js';
import { bodyLimit } from '../evidence/size-limits.js';
import { type Connection, createConnection } from './connection.js';
import { exchange, prepare, type RawRequest } from './transport.js';
import { TransportError } from './transport-error.js';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function target(listener: RequestListener): Promise<Connection> {
  const server = await serve(listener, '/v1/');
  const connection = createConnection(server.baseUrl, { concurrency: 8, direct: false });
  open.push(connection, server);
  return connection;
}

const get = { method: 'GET', path: 'accounts', headers: [] } as const;
const asJson = { 'content-type': 'application/json' };
const answering =
  (status: number, headers: OutgoingHttpHeaders, body: string | Buffer): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);
const ending =
  (bytes: string): RequestListener =>
  ({ socket }) =>
    void socket.end(bytes);

test.each([
  ['that is no JSON, under a JSON type', answering(200, asJson, '<html>'), { body: '<html>' }],
  ['that is a redirect', answering(302, { location: '/elsewhere' }, ''), { status: 302 }],
])('an answer %s comes as it is', async (_, listener, expected) => {
  expect(await exchange(await target(listener), get, { timeoutMs: 30_000 })).toMatchObject(expected);
});

test('a compressed body that unfolds beyond the limit is cut and marked', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a'));
  const connection = await target(answering(200, { 'content-encoding': 'gzip' }, bomb));
  const { body, cut } = await exchange(connection, get, { timeoutMs: 30_000 });
  expect([cut, body.length]).toEqual([true, bodyLimit]);
});

describe.each(['supertest', 'prepared'] as const)('by %s', (by) => {
  async function ask(connection: Connection, outgoing: RawRequest = get, timeoutMs = 2000, limit?: number) {
    if (by === 'prepared') return (await prepare(connection, outgoing, timeoutMs, limit)).release();
    return exchange(connection, outgoing, { timeoutMs, ...(limit !== undefined && { limit }) });
  }

  test('a response is given with its status, its reason and all its headers', async () => {
    const sent = ['X-One', 'a', 'x-one', 'b', 'Content-Length', '2', 'Connection', 'close'];
    const connection = await target((_, response) => {
      response.sendDate = false;
      response.writeHead(299, 'Odd', sent).end('{}');
    });
    const { headers, ...response } = await ask(connection);
    expect(headers.flat()).toEqual(sent);
    const body = { body: '{}', bodyBytes: 2, cut: false, reused: false };
    expect(response).toEqual({ status: 299, reason: 'Odd', httpVersion: '1.1', ...body });
  });

  test('a request has the headers of the connection and its own, its method and its body', async () => {
    const seen: object[] = [];
    const connection = await target(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { method, url, headers, rawHeaders } = request;
      const spelt = rawHeaders.includes('X-ONE');
      seen.push({ method, url, body, spelt, two: headers['x-two'], length: headers['content-length'] });
      response.end();
    });
    const guarded = { ...connection, headers: [['X-Two', 'b']] as const, disordered: false };
    await ask(guarded, { ...get, method: 'PUT', headers: [['X-ONE', 'a']], body: '{"é' });
    await ask(guarded, { ...get, method: 'DELETE' });
    expect(seen).toEqual([
      { method: 'PUT', url: '/v1/accounts', body: '{"é', spelt: true, two: 'b', length: '4' },
      expect.objectContaining({ method: 'DELETE', body: '', spelt: false, two: 'b' }),
    ]);
  });

  const late = 'there was no complete response within 80 ms';
  test.each([
    ['no answer', () => undefined, late],
    ['half an answer', (_, response) => void response.write('{'), late],
    ['a break', ({ socket }) => void socket.destroy(), 'the connection was reset'],
    ['no HTTP', ending('SSH-2.0\r\n'), 'the response is not HTTP (HPE_INVALID_CONSTANT)'],
    ['a status below 100', ending('HTTP/1.1 099 No\r\nContent-Length: 0\r\n\r\n'), 'not HTTP (status 99)'],
    ['an odd coding', answering(200, { 'content-encoding': 'zstd' }, 'a'), 'a content coding that the request did not'],
    ['no gzip', answering(200, { 'content-encoding': 'gzip' }, 'a'), 'the body cannot be decompressed (Z_'],
  ])('%s is a transport error', async (_, listener, message) => {
    const ended = ask(await target(listener), get, message === late ? 80 : 5000);
    await expect(ended).rejects.toThrow(TransportError);
    await expect(ended).rejects.toThrow(message);
  });

  test('a connection that is refused is a transport error', async () => {
    const connection = createConnection('http://127.0.0.1:9/v1/', { concurrency: 1, direct: true });
    await expect(ask(connection)).rejects.toMatchObject({ message: 'the connection was refused', mayBeDone: false });
  });

  test.each([
    [10, { body: 'a'.repeat(10), bodyBytes: 10, cut: false }],
    [11, { body: 'a'.repeat(10), bodyBytes: 10, cut: true }],
  ])('a body of %i bytes with a limit of 10', async (size, expected) => {
    const connection = await target((_, response) => {
      response.write('a'.repeat(5));
      setTimeout(() => response.end('a'.repeat(size - 5)), 5);
    });
    expect(await ask(connection, get, 2000, 10)).toMatchObject(expected);
  });

  test.each([
    ['br', brotliCompressSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    [' Identity ', (text: string) => Buffer.from(text)],
  ])('a body is read under the name %s', async (coding, coded) => {
    const connection = await target(answering(200, { 'content-encoding': coding }, coded('{"id":1}')));
    expect((await ask(connection)).body).toBe('{"id":1}');
  });
});

test('a header that stands twice is sent twice, and a text without a label has none', async () => {
  let seen: string[] = [];
  const connection = await target((request, response) => {
    seen = request.rawHeaders.map((one) => one.toLowerCase());
    response.end();
  });
  const post = (...headers: [string, string][]) =>
    exchange(connection, { method: 'POST', path: '', headers, body: 'text' }, { timeoutMs: 2000 });
  await post(['X-One', 'a'], ['X-One', 'b']);
  expect(seen.filter((one) => ['x-one', 'a', 'b'].includes(one))).toEqual(['x-one', 'a', 'x-one', 'b']);
  expect(seen).not.toContain('content-type');
  await post(['Content-Type', 'text/a'], ['content-type', 'text/b']);
  expect(seen.join()).not.toMatch(/json|urlencoded/);
});

describe('prepared on an open connection', () => {
  test('nothing is sent before it is released, and what is released together arrives together', async () => {
    const waiting: ServerResponse[] = [];
    const connection = await target((_, response) => {
      waiting.push(response);
      // Only requests that are all here at once get an answer.
      if (waiting.length === 8) for (const one of waiting) one.end('{}');
    });
    const prepared = await Promise.all(Array.from({ length: 8 }, () => prepare(connection, get, 10_000)));
    expect(waiting).toEqual([]);
    const answers = await Promise.all(prepared.map((one) => one.release()));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  test('a connection is broken after the bytes have left, whether the answer has begun or not', async () => {
    const bodies: string[] = [];
    const closed = vi.fn();
    const connection = await target(async (request, response) => {
      response.on('close', closed);
      if (bodies.length > 0) response.write('{');
      // It never answers: only the client can end this.
      for await (const chunk of request) bodies.push(String(chunk));
    });
    const post = { method: 'POST', path: 'customers', headers: [], body: '{"a":1}' };
    for (const [at, afterMs] of [20, 400, 0].entries()) {
      await (await prepare(connection, post, 1000)).cut(afterMs);
      await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(at + 1));
      expect(bodies).toEqual(Array(at + 1).fill('{"a":1}'));
    }
  });
});
