import type { RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { serve } from '../api/listener.js';
import { bodyLimit } from '../evidence/size-limits.js';
import { type Connection, createConnection } from './connection.js';
import { exchange, prepare } from './transport.js';

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
  test('body, header names and spelling go out as they are given', async () => {
    let seen: { url?: string; rawHeaders: string[]; body: string } | undefined;
    const connection = await target(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen = { url: request.url, rawHeaders: request.rawHeaders, body };
      response.end('{}');
    });
    const body = '{"not": "whole';
    await exchange(
      connection,
      {
        method: 'POST',
        path: 'customers',
        headers: [
          ['API-KEY', 'k'],
          ['Content-Type', 'application/json'],
        ],
        body,
      },
      { timeoutMs: 30_000 },
    );
    expect(seen?.url).toBe('/v1/customers');
    expect(seen?.body).toBe(body);
    expect(seen?.rawHeaders).toContain('API-KEY');
    expect(seen?.rawHeaders.filter((name) => name.toLowerCase() === 'content-type')).toHaveLength(1);
  });

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

  test.each(['gzip', 'X-GZIP'])('a body is decompressed under the name %s', async (coding) => {
    const body = gzipSync('{"id":1}');
    const connection = await target((_, response) => response.writeHead(200, { 'content-encoding': coding }).end(body));
    expect((await exchange(connection, get, { timeoutMs: 30_000 })).body).toBe('{"id":1}');
  });

  test('a compressed body that unfolds beyond the limit is cut and marked', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a'));
    const connection = await target((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    const incoming = await exchange(connection, get, { timeoutMs: 30_000 });
    expect(incoming.cut).toBe(true);
    expect(incoming.body).toHaveLength(bodyLimit);
  });
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
    expect(await one.cut(20)).toBe(true);
    expect(await broken).toBe('{"a":1}');
  });
});
