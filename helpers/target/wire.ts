import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
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
}

/** Bytes of a body that are read. What is longer is cut, and marked. */
export const bodyLimit = 1024 * 1024;

/** Sends a request by supertest. @throws TransportFault where no whole answer came within `timeoutMs` */
export async function exchange(
  connection: Connection,
  outgoing: Outgoing,
  options: { timeoutMs: number; fresh?: boolean },
): Promise<Incoming> {
  const agent = options.fresh ? connection.freshAgent() : connection.agent;
  const method = outgoing.method.toLowerCase() as 'get';
  const test = supertest(connection.base.href)
    [method](outgoing.path)
    .agent(agent)
    .redirects(0)
    .ok(() => true)
    .timeout({ deadline: options.timeoutMs })
    .buffer(true)
    .serialize((body: unknown) => body as string)
    .parse(collect as never);
  for (const [name, value] of outgoing.headers) test.set(name, value);
  if (outgoing.body !== undefined) test.send(Buffer.from(outgoing.body) as never);
  try {
    const response = await test;
    const message = (response as unknown as { res: IncomingMessage }).res;
    const body = (response.body ?? {}) as Partial<Collected>;
    return head(message, { text: body.text ?? '', bytes: body.bytes ?? 0, cut: body.cut ?? false });
  } catch (error) {
    throw transportFault(error, options.timeoutMs);
  } finally {
    if (options.fresh) agent.destroy();
  }
}

interface Collected {
  readonly text: string;
  readonly bytes: number;
  readonly cut: boolean;
}

function head(message: IncomingMessage, body: Collected): Incoming {
  const { rawHeaders } = message;
  return {
    status: message.statusCode ?? 0,
    reason: message.statusMessage ?? '',
    httpVersion: message.httpVersion,
    headers: rawHeaders.flatMap((name, at): Header[] => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [])),
    body: body.text,
    bodyBytes: body.bytes,
    cut: body.cut,
  };
}

/** Reads a body up to the limit, then lets go of the connection: what follows is not worth the memory. */
function collect(stream: Readable, done: (error: Error | null, body?: Collected) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let ended = false;
  const end = (cut: boolean) => {
    if (ended) return;
    ended = true;
    done(null, { text: Buffer.concat(chunks).toString('utf8'), bytes: Math.min(bytes, bodyLimit), cut });
  };
  stream.on('data', (chunk: Buffer) => {
    if (ended) return;
    const room = bodyLimit - bytes;
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
  const coding = message.headers['content-encoding']?.trim().toLowerCase();
  if (coding === 'br') return message.pipe(createBrotliDecompress());
  return coding === 'gzip' || coding === 'x-gzip' || coding === 'deflate' ? message.pipe(createUnzip()) : message;
}

/** A request on an open connection of its own, all but sent: what supertest cannot do. */
export interface Prepared {
  /** Sends it now. @throws TransportFault as `exchange` */
  release(): Promise<Incoming>;
  /** Sends it, and breaks the connection `afterMs` after the last byte has left. True if no answer had begun by then. */
  cut(afterMs: number): Promise<boolean>;
}

/** Opens a connection for a request and holds the request back. @throws TransportFault if none can be opened */
export async function prepare(connection: Connection, outgoing: Outgoing, timeoutMs: number): Promise<Prepared> {
  const agent = connection.freshAgent();
  const url = new URL(connection.base.href + outgoing.path);
  const bytes = Buffer.from(outgoing.body ?? '');
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, { agent, method: outgoing.method });
  for (const [name, value] of outgoing.headers) request.setHeader(name, value);
  if (bytes.length > 0) request.setHeader('Content-Length', bytes.length);

  const failed = new Promise<never>((_, reject) => {
    request.once('error', (error) => reject(transportFault(error, timeoutMs)));
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
      message.once('error', (error) => reject(transportFault(error, timeoutMs)));
      const body = decompressed(message).once('error', (error) => reject(transportFault(error, timeoutMs)));
      collect(body, (_, collected) => collected && resolve(head(message, collected)));
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
