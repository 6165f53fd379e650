import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
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

describe('by supertest', () => {
  test('an answer that is no JSON, under a JSON type, comes as it is', async () => {
    const connection = await target((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('<html>'),
    );
    expect(await exchange(connection, get, { timeoutMs: 30_000 })).toMatchObject({
      status: 200,
      body: '<html>',
      cut: false,
    });
  });

  test('a redirect is not followed', async () => {
    let requests = 0;
    const connection = await target((_, response) => {
      requests += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect((await exchange(connection, get, { timeoutMs: 30_000 })).status).toBe(302);
    expect(requests).toBe(1);
  });

  test('a compressed body that unfolds beyond the limit is cut and marked', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a'));
    const connection = await target((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    const incoming = await exchange(connection, get, { timeoutMs: 30_000 });
    expect(incoming.cut).toBe(true);
    expect(incoming.body).toHaveLength(bodyLimit);
  });
});

describe.each(['supertest', 'prepared'] as const)('by %s', (by) => {
  async function ask(connection: Connection, outgoing: RawRequest = get, timeoutMs = 2000, limit?: number) {
    if (by === 'prepared') return (await prepare(connection, outgoing, timeoutMs, limit)).release();
    return exchange(connection, outgoing, { timeoutMs, ...(limit !== undefined && { limit }) });
  }

  test('a response is given with its status, its reason and all its headers', async () => {
    const connection = await target((_, response) => {
      const headers = ['X-One', 'a', 'x-one', 'b', 'Content-Length', '2', 'Connection', 'close'];
      response.sendDate = false;
      response.writeHead(299, 'Odd', headers).end('{}');
    });
    expect(await ask(connection)).toEqual({
      ...{ status: 299, reason: 'Odd', httpVersion: '1.1', body: '{}', bodyBytes: 2, cut: false, reused: false },
      headers: [
        ['X-One', 'a'],
        ['x-one', 'b'],
        ['Content-Length', '2'],
        ['Connection', 'close'],
      ],
    });
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

  test.each([
    ['no answer', () => undefined, 'there was no complete response within 80 ms'],
    [
      'half an answer',
      (_: unknown, response: ServerResponse) => void response.write('{'),
      'there was no complete response within 80 ms',
    ],
    ['a break', (request: IncomingMessage) => void request.socket.destroy(), 'the connection was reset'],
    [
      'no HTTP',
      (request: IncomingMessage) => void request.socket.end('SSH-2.0\r\n'),
      'the response is not HTTP (HPE_INVALID_CONSTANT)',
    ],
    [
      'a status below 100',
      (request: IncomingMessage) => void request.socket.end('HTTP/1.1 099 No\r\nContent-Length: 0\r\n\r\n'),
      'the response is not HTTP (status 99)',
    ],
    [
      'a coding that nobody asked for',
      (_: unknown, response: ServerResponse) => void response.writeHead(200, { 'content-encoding': 'zstd' }).end('a'),
      'the body has a content coding that the request did not accept',
    ],
    [
      'a body that does not decompress',
      (_: unknown, response: ServerResponse) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('a'),
      'the body cannot be decompressed (Z_',
    ],
  ])('%s is a transport error', async (_, listener, message) => {
    const connection = await target(listener as RequestListener);
    const ended = ask(connection, get, message.includes('within') ? 80 : 5000);
    await expect(ended).rejects.toThrow(TransportError);
    await expect(ended).rejects.toThrow(message);
  });

  test('a connection that is refused is a transport error', async () => {
    const connection = createConnection('http://127.0.0.1:9/v1/', { concurrency: 1, direct: true });
    await expect(ask(connection)).rejects.toMatchObject({ message: 'the connection was refused', mayBeDone: false });
  });

  test.each([
    [9, { body: 'a'.repeat(9), bodyBytes: 9, cut: false }],
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
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    [' Identity ', (text: string) => Buffer.from(text)],
  ])('a body is read under the name %s', async (coding, coded) => {
    const connection = await target((_, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(coded('{"id":1}')),
    );
    expect((await ask(connection)).body).toBe('{"id":1}');
  });
});

test('a header that stands twice is sent twice, and a text without a label has none', async () => {
  let seen: string[] = [];
  const connection = await target((request, response) => {
    seen = request.rawHeaders.map((one) => one.toLowerCase());
    response.end();
  });
  const twice = [
    ['X-One', 'a'],
    ['X-One', 'b'],
  ] as const;
  await exchange(connection, { method: 'POST', path: '', headers: twice, body: 'text' }, { timeoutMs: 2000 });
  expect(seen.filter((one) => ['x-one', 'a', 'b'].includes(one))).toEqual(['x-one', 'a', 'x-one', 'b']);
  expect(seen).not.toContain('content-type');
  const labels = [
    ['Content-Type', 'text/a'],
    ['content-type', 'text/b'],
  ] as const;
  await exchange(connection, { method: 'POST', path: '', headers: labels, body: 'text' }, { timeoutMs: 2000 });
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
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  });

  test('a connection is broken after the request has left and before the answer', async () => {
    let breaks: (body: string) => void = () => {};
    const broken = new Promise<string>((resolve) => {
      breaks = resolve;
    });
    const connection = await target((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      // It never answers: only the client can end this.
      response.on('close', () => breaks(body));
    });
    const one = await prepare(connection, { method: 'POST', path: 'customers', headers: [], body: '{"a":1}' }, 30_000);
    await one.cut(20);
    expect(await broken).toBe('{"a":1}');
  });

  test('the bytes leave, without a pause too, whether the answer has begun or not', async () => {
    let body = '';
    const connection = await target((request, response) => {
      response.write('{');
      request.on('data', (chunk) => {
        body += chunk;
      });
    });
    const post = { method: 'POST', path: 'customers', headers: [], body: '{"a":1}' };
    await (await prepare(connection, post, 1000)).cut(400);
    expect(body).toBe('{"a":1}');
    await (await prepare(connection, post, 1000)).cut(0);
    await vi.waitFor(() => expect(body).toBe('{"a":1}{"a":1}'));
  });
});
