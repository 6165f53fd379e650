import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import supertest from 'supertest';
import type { Header } from '../../schemas/exchange.js';
import { type Connection, connected } from './connection.js';
import { TransportFault, transportFault } from './transport-fault.js';

/** A request as it goes out. `path` is relative to the base address and may hold a query. */
export interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body?: string;
}

/** An answer as it came in, decompressed, cut where it is longer than `bodyLimit`. */
export interface Incoming {
  readonly status: number;
  readonly reason: string;
  readonly httpVersion: string;
  readonly headers: readonly Header[];
  readonly body: string;
  readonly bodyBytes: number;
  readonly cut: boolean;
  /** Whether another exchange had gone over its connection before. */
  readonly reused: boolean;
}

/** Bytes of a body that are read. What is longer is cut, and marked. */
export const bodyLimit = 1024 * 1024;

/** Sends a request by supertest. @throws TransportFault where no whole answer came within `timeoutMs` */
export async function exchange(
  connection: Connection,
  outgoing: Outgoing,
  options: { timeoutMs: number; fresh?: boolean; limit?: number },
): Promise<Incoming> {
  const fresh = options.fresh || connection.disordered;
  const agent = fresh ? connection.freshAgent() : connection.agent;
  const method = outgoing.method.toLowerCase() as 'get';
  const test = supertest(connection.base.href)
    [method](outgoing.path)
    .agent(agent)
    .redirects(0)
    .ok(() => true)
    .timeout({ deadline: options.timeoutMs })
    .buffer(true)
    .serialize((body: unknown) => body as string)
    .parse(collector(options.limit ?? bodyLimit) as never);
  for (const [name, value] of outgoing.headers) test.set(name, value);
  if (outgoing.body !== undefined) test.send(Buffer.from(outgoing.body) as never);
  try {
    const response = await test;
    const message = (response as unknown as { res: IncomingMessage }).res;
    const body = (response.body ?? {}) as Partial<Collected>;
    // A moment of rest before the connection is used again: a second answer that came with the first shows itself.
    for (let turn = 0; turn < 2; turn += 1) await nextTurn();
    return head(message, { text: body.text ?? '', bytes: body.bytes ?? 0, cut: body.cut ?? false });
  } catch (error) {
    throw transportFault(error, options.timeoutMs);
  } finally {
    if (fresh) agent.destroy();
  }
}

interface Collected {
  readonly text: string;
  readonly bytes: number;
  readonly cut: boolean;
}

/** @throws TransportFault where the status is none, or the body is coded as nobody asked for */
function head(message: IncomingMessage, body: Collected): Incoming {
  const { rawHeaders, statusCode: status = 0 } = message;
  if (status < 100) throw new TransportFault(`the answer is not HTTP (status ${status})`);
  if (body.bytes > 0 && !codings.has(codingOf(message))) {
    throw new TransportFault('the body is in a content coding that was not asked for');
  }
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

/** Content codings that can be read; the first is none. */
const codings = new Set(['', 'identity', 'gzip', 'deflate', 'br']);

function codingOf(message: IncomingMessage): string {
  return message.headers['content-encoding']?.trim().toLowerCase() ?? '';
}

type Collect = (stream: Readable, done: (error: Error | null, body?: Collected) => void) => void;

/** Reads a body up to a limit, then lets go of the connection: what follows is not worth the memory. */
function collector(limit: number): Collect {
  return (stream, done) => collect(stream, limit, done);
}

function collect(stream: Readable, limit: number, done: Parameters<Collect>[1]): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let ended = false;
  const end = (cut: boolean) => {
    if (ended) return;
    ended = true;
    done(null, { text: Buffer.concat(chunks).toString('utf8'), bytes: Math.min(bytes, limit), cut });
  };
  stream.on('data', (chunk: Buffer) => {
    if (ended) return;
    const room = limit - bytes;
    bytes += chunk.length;
    chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    if (chunk.length <= room) return;
    end(true);
    stream.destroy();
  });
  stream.on('end', () => end(false));
}

/** The body as it is meant: a target may compress though nobody asked for it (RFC 9110, 12.5.3). */
function decompressed(message: IncomingMessage): Readable {
  const coding = codingOf(message);
  if (coding === 'br') return message.pipe(createBrotliDecompress());
  return coding === 'gzip' || coding === 'deflate' ? message.pipe(createUnzip()) : message;
}

/** A request on an open connection of its own, all but sent: what supertest cannot do. */
export interface Prepared {
  /** Sends it now. @throws TransportFault as `exchange` */
  release(): Promise<Incoming>;
  /** Sends it, and breaks the connection `afterMs` after the last byte has left. True if no answer had begun by then. */
  cut(afterMs: number): Promise<boolean>;
}

/** Opens a connection for a request and holds the request back. @throws TransportFault if none can be opened */
export async function prepare(
  connection: Connection,
  outgoing: Outgoing,
  timeoutMs: number,
  limit = bodyLimit,
): Promise<Prepared> {
  const agent = connection.freshAgent();
  const url = new URL(connection.base.href + outgoing.path);
  const bytes = Buffer.from(outgoing.body ?? '');
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, { agent, method: outgoing.method });
  for (const [name, value] of outgoing.headers) request.setHeader(name, value);
  if (bytes.length > 0) request.setHeader('Content-Length', bytes.length);

  const failed = new Promise<never>((_, reject) => {
    request.on('error', (error) => reject(transportFault(error, timeoutMs)));
    setTimeout(() => {
      reject(new TransportFault(`there was no whole answer within ${timeoutMs} ms`));
      request.destroy();
    }, timeoutMs).unref();
  });
  failed.catch(() => undefined);
  const open = new Promise<void>((resolve, reject) => {
    request.once('socket', (socket) => connected(socket).then(resolve, reject));
  });
  await Promise.race([open, failed]).catch((error: unknown) => {
    request.destroy();
    throw transportFault(error, timeoutMs);
  });

  const answer = new Promise<Incoming>((resolve, reject) => {
    request.once('response', (message: IncomingMessage) => {
      message.on('error', (error) => reject(transportFault(error, timeoutMs)));
      const body = decompressed(message).on('error', (error) => reject(transportFault(error, timeoutMs)));
      collect(body, limit, (_, collected) => {
        if (!collected) return;
        // Of a decompressed body the message itself would go on.
        if (collected.cut) message.destroy();
        try {
          resolve(head(message, collected));
        } catch (error) {
          reject(error);
        }
      });
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
        let answered = false;
        request.once('response', () => {
          answered = true;
        });
        request.end(bytes, () => {
          const stop = () => {
            request.destroy();
            resolve(!answered);
          };
          // A pause of nothing still lets the bytes leave: the callback comes when they are with the operating system.
          if (afterMs === 0) setImmediate(stop);
          else setTimeout(stop, afterMs);
        });
      }),
  };
}
