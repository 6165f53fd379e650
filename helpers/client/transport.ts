import { once } from 'node:events';
import type { ClientRequest, Agent as HttpAgent, IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { Test } from 'supertest';
import { byKey } from '../../schemas/common/by-key.js';
import type { Exchange, Header } from '../../schemas/exchange.js';
import { bodyLimit } from '../evidence/size-limits.js';
import { type Connection, connected, senderTo } from './connection.js';
import { noResponseWithin, TransportError, transportError } from './transport-error.js';

export type RawRequest = Readonly<{
  method: string;
  /** Relative to the base address; may hold a query. */
  path: string;
  headers: readonly Header[];
  body?: string;
  encoding?: 'latin1';
}>;

/** A response, decompressed, and cut if it is longer than `bodyLimit`. */
export type RawResponse = NonNullable<Exchange['response']>;

type Body = Pick<RawResponse, 'body' | 'bodyBytes' | 'cut'>;

/** Sends a request by supertest. @throws TransportError without a complete response within `timeoutMs` */
export async function exchange(
  connection: Connection,
  outgoing: RawRequest,
  options: { timeoutMs: number; fresh?: boolean; agent?: HttpAgent; limit?: number },
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
  // A header that is given twice is sent twice.
  for (const [name, values] of byKey(headers)) test.set(name, (values.length > 1 ? values : values[0]) as never);
  if (outgoing.body !== undefined) {
    // supertest would label a text without a label, so it gets bytes.
    const labels = headers.filter(([name]) => name.toLowerCase() === 'content-type');
    const isPlain = labels.length === 1 && !outgoing.encoding;
    test.send(isPlain ? outgoing.body : (Buffer.from(outgoing.body, outgoing.encoding) as never));
  }
  try {
    const response = await test;
    const { body = '', bodyBytes = 0, cut = false } = (response.body ?? {}) as Partial<Body>;
    // Yields twice, so that an unsolicited second response is detected before the socket is reused.
    for (let turn = 0; turn < 2; turn += 1) await nextTurn();
    return head((response as unknown as { res: IncomingMessage }).res, { body, bodyBytes, cut });
  } catch (error) {
    throw transportError(error, timeoutMs);
  } finally {
    // If the target breaks the connection now, superagent would warn of a second callback.
    Object.assign(test, { callback: () => undefined });
  }
}

function head(message: IncomingMessage, body: Body): RawResponse {
  const { rawHeaders, statusCode: status = 0 } = message;
  if (status < 100) throw new TransportError(`the response is not HTTP (status ${status})`);
  return {
    status,
    reason: message.statusMessage ?? '',
    httpVersion: message.httpVersion,
    headers: rawHeaders.flatMap((name, at): Header[] => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [])),
    ...body,
    reused: (message as { req?: ClientRequest }).req?.reusedSocket === true,
  };
}

/** Opens a connection, and holds its request back, which supertest cannot do. @throws TransportError */
export async function prepare(connection: Connection, outgoing: RawRequest, timeoutMs: number, limit = bodyLimit) {
  const url = new URL(connection.base.href + outgoing.path);
  const bytes = Buffer.from(outgoing.body ?? '');
  const how = { agent: connection.single, method: outgoing.method };
  const request = senderTo(url)(url, how);
  for (const [name, value] of [...connection.headers, ...outgoing.headers]) request.setHeader(name, value);
  if (bytes.length > 0) request.setHeader('Content-Length', bytes.length);

  const failed = new Promise<never>((_, reject) => {
    request.on('error', reject);
    // A request that Node has destroyed has no error.
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
    release: () => {
      request.end(bytes);
      return response;
    },
    /** Sends it, and breaks the connection `afterMs` after the last byte has left. */
    cut: async (afterMs: number) => {
      await new Promise<void>((resolve) => request.end(bytes, resolve));
      await (afterMs === 0 ? nextTurn() : pause(afterMs));
      request.destroy();
    },
  };
}

/** Decoders by content coding. A target may compress unasked (RFC 9110, 12.5.3); x-gzip is gzip (8.4.1.3). */
const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ...['gzip', 'x-gzip', 'deflate'].map((coding) => [coding, () => createUnzip()] as const),
  ['br', () => createBrotliDecompress()],
]);

/** @throws TransportError for another content coding; errors of the network and of zlib */
function readBody(message: IncomingMessage, limit: number): Promise<Body> {
  return new Promise((resolve, reject) => {
    const coding = message.headers['content-encoding']?.trim().toLowerCase() ?? '';
    const decoder = decoders.get(coding)?.();
    const body: Readable = decoder ? message.pipe(decoder) : message;
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (bodyBytes: number, cut: boolean) =>
      resolve({ body: Buffer.concat(chunks).toString('utf8'), bodyBytes, cut });
    const fail = (error: unknown) => {
      reject(error);
      body.destroy();
      message.destroy();
    };
    message.on('error', fail);
    body.on('error', fail);
    body.on('data', (chunk: Buffer) => {
      if (bytes > limit) return;
      if (!decoder && !['', 'identity'].includes(coding))
        return fail(new TransportError('the body has a content coding that the request did not accept'));
      const room = limit - bytes;
      bytes += chunk.length;
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      if (chunk.length <= room) return;
      finish(limit, true);
      // Both: destroying one does not stop the other, and a small body may decompress to a very long one.
      body.destroy();
      message.destroy();
    });
    body.on('end', () => finish(bytes, false));
  });
}
