import { once } from 'node:events';
import { type ClientRequest, type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { Test } from 'supertest';
import type { Exchange, Header } from '../../schemas/exchange.js';
import { bodyLimit } from '../evidence/size-limits.js';
import { type Connection, connected } from './connection.js';
import { noResponseWithin, TransportError, transportError } from './transport-error.js';

/** A request before it is sent. `path` is relative to the base address and may hold a query. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body?: string;
}

/** A body as it was read: as text, with its bytes. */
type Body = Pick<RawResponse, 'cut'> & { readonly text: string; readonly bytes: number };

/** A response, decompressed, and cut if it is longer than `bodyLimit`. */
export type RawResponse = NonNullable<Exchange['response']>;

/** Sends a request by supertest. @throws TransportError without a complete response within `timeoutMs` */
export async function exchange(
  connection: Connection,
  outgoing: RawRequest,
  options: { timeoutMs: number; fresh?: boolean; agent?: HttpAgent | undefined; limit?: number },
): Promise<RawResponse> {
  const { timeoutMs, fresh, agent = connection.agent, limit = bodyLimit } = options;
  const test = new Test(connection.base.href, outgoing.method, outgoing.path)
    .agent(fresh || connection.disordered ? connection.single : agent)
    .redirects(0)
    .ok(() => true)
    .timeout({ deadline: timeoutMs })
    .buffer(true)
    .serialize((body: unknown) => body as string)
    .parse(((message: IncomingMessage, done: (error: unknown, body?: Body) => void) =>
      readBody(message, limit).then((body) => done(null, body), done)) as never);
  // supertest would continue to decompress in memory beyond the limit of `readBody`.
  Object.assign(test, { _shouldDecompress: () => false });
  const headers = [...connection.headers, ...outgoing.headers];
  for (const [name, value] of headers) {
    const all = headers.flatMap(([one, more]) => (one === name ? [more] : []));
    // One that stands twice is sent twice.
    test.set(name, all.length > 1 ? (all as never) : value);
  }
  if (outgoing.body !== undefined) {
    // supertest labels a text that has no label, and so is given bytes; those go through two streams more.
    const labels = headers.filter(([name]) => name.toLowerCase() === 'content-type');
    test.send(labels.length === 1 ? outgoing.body : (Buffer.from(outgoing.body) as never));
  }
  try {
    const response = await test;
    const { text = '', bytes = 0, cut = false } = (response.body ?? {}) as Partial<Body>;
    // Yields twice, so that an unsolicited second response is detected before the socket is reused.
    for (let turn = 0; turn < 2; turn += 1) await nextTurn();
    return head((response as unknown as { res: IncomingMessage }).res, { text, bytes, cut });
  } catch (error) {
    throw transportError(error, timeoutMs);
  } finally {
    // A target may break the connection after the end: superagent would print a warning about a second callback.
    Object.assign(test, { callback: () => undefined });
  }
}

/** @throws TransportError for an invalid status */
function head(message: IncomingMessage, body: Body): RawResponse {
  const { rawHeaders, statusCode: status = 0 } = message;
  if (status < 100) throw new TransportError(`the response is not HTTP (status ${status})`);
  return {
    status,
    reason: message.statusMessage ?? '',
    httpVersion: message.httpVersion,
    headers: rawHeaders.flatMap((name, at): Header[] => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [])),
    body: body.text,
    bodyBytes: body.bytes,
    cut: body.cut,
    reused: (message as { req?: ClientRequest }).req?.reusedSocket === true,
  };
}

/**
 * Opens a connection for a request and holds the request back, which supertest cannot do.
 * @throws TransportError if none can be opened
 */
export async function prepare(connection: Connection, outgoing: RawRequest, timeoutMs: number, limit = bodyLimit) {
  const url = new URL(connection.base.href + outgoing.path);
  const bytes = Buffer.from(outgoing.body ?? '');
  const how = { agent: connection.single, method: outgoing.method };
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, how);
  for (const [name, value] of [...connection.headers, ...outgoing.headers]) request.setHeader(name, value);
  if (bytes.length > 0) request.setHeader('Content-Length', bytes.length);

  const failed = new Promise<never>((_, reject) => {
    request.on('error', reject);
    // A request that Node has destroyed, as where the target switches protocols, has no error.
    setTimeout(() => {
      reject(noResponseWithin(timeoutMs));
      request.destroy();
    }, timeoutMs).unref();
  });
  const inWords = (error: unknown): never => {
    throw transportError(error, timeoutMs);
  };
  const read = async (): Promise<RawResponse> => {
    const [message] = (await once(request, 'response')) as [IncomingMessage];
    return head(message, await readBody(message, limit));
  };
  const response = Promise.race([read(), failed]).catch(inWords);
  response.catch(() => undefined);
  const opened = once(request, 'socket').then(([socket]) => connected(socket));
  await Promise.race([opened, failed]).catch((error: unknown) => {
    request.destroy();
    inWords(error);
  });
  return {
    /** Sends it now. @throws TransportError as `exchange` */
    release: () => {
      request.end(bytes);
      return response;
    },
    /** Sends it, and breaks the connection `afterMs` after the last byte has left. */
    cut: async (afterMs: number) => {
      await new Promise<void>((resolve) => request.end(bytes, resolve));
      // Even without a pause the bytes leave: the callback runs once the operating system has them.
      await (afterMs === 0 ? nextTurn() : pause(afterMs));
      request.destroy();
    },
  };
}

/** Content codings that the suite can read. It requests none. */
const codings: ReadonlySet<string> = new Set(['', 'identity', 'gzip', 'x-gzip', 'deflate', 'br']);

/**
 * Reads a body up to a limit, then closes the connection.
 * @throws TransportError for a content coding that the suite cannot read; errors of the network and of zlib as they are
 */
function readBody(message: IncomingMessage, limit: number): Promise<Body> {
  return new Promise((resolve, reject) => {
    const coding = message.headers['content-encoding']?.trim().toLowerCase() ?? '';
    const body = decompressed(message, coding);
    const chunks: Buffer[] = [];
    let bytes = 0;
    const fail = (error: unknown) => {
      reject(error);
      body.destroy();
      message.destroy();
    };
    message.on('error', fail);
    body.on('error', fail);
    body.on('data', (chunk: Buffer) => {
      if (bytes > limit) return;
      if (!codings.has(coding))
        return fail(new TransportError('the body has a content coding that the request did not accept'));
      const room = limit - bytes;
      bytes += chunk.length;
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      if (chunk.length <= room) return;
      resolve({ text: Buffer.concat(chunks).toString('utf8'), bytes: limit, cut: true });
      // Both, since destroying one does not stop the other, and a small body may decompress to a very long one.
      body.destroy();
      message.destroy();
    });
    body.on('end', () => resolve({ text: Buffer.concat(chunks).toString('utf8'), bytes, cut: false }));
  });
}

/** The decompressed body: a target may compress without being requested to (RFC 9110, 12.5.3); x-gzip is gzip (8.4.1.3). */
function decompressed(message: IncomingMessage, coding: string): Readable {
  if (coding === 'br') return message.pipe(createBrotliDecompress());
  return ['gzip', 'x-gzip', 'deflate'].includes(coding) ? message.pipe(createUnzip()) : message;
}
