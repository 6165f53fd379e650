import type { ClientRequest, Agent as HttpAgent, IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Test } from 'supertest';
import type { Exchange, Header } from '../../schemas/exchange.js';
import { bodyLimit } from '../evidence/size-limits.js';
import { type Body, readBody } from './body.js';
import { type Connection, connected } from './connection.js';
import { TransportError, transportError } from './transport-error.js';

/** A request before it is sent. `path` is relative to the base address and may hold a query. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body?: string;
}

/** A response, decompressed, and cut if it is longer than `bodyLimit`. */
export type RawResponse = NonNullable<Exchange['response']>;

/** Sends a request by supertest. @throws TransportError without a complete response within `timeoutMs` */
export async function exchange(
  connection: Connection,
  outgoing: RawRequest,
  options: { timeoutMs: number; fresh?: boolean; agent?: HttpAgent | undefined; limit?: number },
): Promise<RawResponse> {
  const fresh = options.fresh || connection.disordered;
  const agent = fresh ? connection.single : (options.agent ?? connection.agent);
  const test = new Test(connection.base.href, outgoing.method, outgoing.path)
    .agent(agent)
    .redirects(0)
    .ok(() => true)
    .timeout({ deadline: options.timeoutMs })
    .buffer(true)
    .serialize((body: unknown) => body as string)
    .parse(((message: IncomingMessage, done: (error: unknown, body?: Body) => void) =>
      readBody(message, options.limit ?? bodyLimit).then((body) => done(null, body), done)) as never);
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
    const message = (response as unknown as { res: IncomingMessage }).res;
    const { text = '', bytes = 0, cut = false } = (response.body ?? {}) as Partial<Body>;
    // Yields twice, so that an unsolicited second response is detected before the socket is reused.
    for (let turn = 0; turn < 2; turn += 1) await nextTurn();
    return head(message, { text, bytes, cut });
  } catch (error) {
    throw transportError(error, options.timeoutMs);
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

/** A request on an open connection of its own, ready to send: supertest cannot do that. */
export interface Prepared {
  /** Sends it now. @throws TransportError as `exchange` */
  release(): Promise<RawResponse>;
  /** Sends it, and breaks the connection `afterMs` after the last byte has left. */
  cut(afterMs: number): Promise<void>;
}

/** Opens a connection for a request and holds the request back. @throws TransportError if none can be opened */
export async function prepare(
  connection: Connection,
  outgoing: RawRequest,
  timeoutMs: number,
  limit = bodyLimit,
): Promise<Prepared> {
  const agent = connection.single;
  const url = new URL(connection.base.href + outgoing.path);
  const bytes = Buffer.from(outgoing.body ?? '');
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, { agent, method: outgoing.method });
  for (const [name, value] of [...connection.headers, ...outgoing.headers]) request.setHeader(name, value);
  if (bytes.length > 0) request.setHeader('Content-Length', bytes.length);

  const failed = new Promise<never>((_, reject) => {
    request.on('error', (error) => reject(transportError(error, timeoutMs)));
    setTimeout(() => {
      reject(new TransportError(`there was no complete response within ${timeoutMs} ms`));
      request.destroy();
    }, timeoutMs).unref();
  });
  failed.catch(() => undefined);
  const open = new Promise<void>((resolve, reject) => {
    request.once('socket', (socket) => connected(socket).then(resolve, reject));
  });
  await Promise.race([open, failed]).catch((error: unknown) => {
    request.destroy();
    throw transportError(error, timeoutMs);
  });

  const answer = new Promise<RawResponse>((resolve, reject) => {
    request.once('response', (message: IncomingMessage) => {
      readBody(message, limit)
        .then((body) => resolve(head(message, body)))
        .catch((error: unknown) => reject(transportError(error, timeoutMs)));
    });
  });
  answer.catch(() => undefined);
  return {
    release: () => {
      request.end(bytes);
      return Promise.race([answer, failed]);
    },
    cut: (afterMs) =>
      new Promise((resolve) => {
        request.end(bytes, () => {
          const stop = () => {
            request.destroy();
            resolve();
          };
          // Even without a pause the bytes leave: the callback runs once the operating system has them.
          if (afterMs === 0) setImmediate(stop);
          else setTimeout(stop, afterMs);
        });
      }),
  };
}
