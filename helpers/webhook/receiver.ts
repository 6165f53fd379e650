import { createServer, type IncomingMessage, type Server } from 'node:http';
import { parseJson } from '../json/parse-json.js';
import { isLoopback } from '../settings/loopback.js';
import { UsageError } from '../settings/usage-error.js';

/** A POST that arrived: its sender is unknown, so its content is not trusted. */
export interface Notification {
  /** Names of its headers, in lower case. */
  readonly headers: readonly string[];
  /** The value of its body; undefined where it is not JSON. */
  readonly json: unknown;
}

export type Receiver = ReturnType<typeof createReceiver>;

/** Bytes of one body, and notifications that it keeps. */
const [bodyLimit, mostKept] = [256 * 1024, 1000];
/** Bytes, and milliseconds. */
const limits = { maxHeaderSize: 16 * 1024, headersTimeout: 3000, requestTimeout: 6000 } as const;

/** Listens on loopback for a target there, everywhere for any other. Gives why it cannot, by its code; else undefined. */
function listening(server: Server, port: number, baseUrl = 'http://127.0.0.1/'): Promise<string | undefined> {
  const { hostname } = new URL(baseUrl);
  const host = isLoopback(hostname) ? (hostname === '[::1]' ? '::1' : '127.0.0.1') : undefined;
  return new Promise((resolve) => {
    // Not `once`: a failed connection, for want of descriptors, must not end the run.
    server.on('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code));
    server.listen({ port, host }, () => resolve(undefined));
  });
}

/** Looks before anything is sent whether the receiver can listen. @throws UsageError where it cannot */
export async function expectFreePort(port: number, baseUrl: string | undefined): Promise<void> {
  const server = createServer();
  const code = await listening(server, port, baseUrl);
  const known: Record<string, string> = { EADDRINUSE: 'is taken', EACCES: 'is not open to this user (EACCES)' };
  if (code !== undefined)
    throw new UsageError(`Port ${port} of --webhook-port ${known[code] ?? `cannot be listened on (${code})`}.`);
  await new Promise((resolve) => server.close(resolve));
}

/** Listens from now on, and answers each POST with 200. A body beyond the limit, or one that breaks off, is dropped. */
export function createReceiver(port: number, baseUrl: string) {
  const notifications: Notification[] = [];
  const server = createServer(limits, async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();
    const body = await bodyOf(request).catch(() => undefined);
    if (body === undefined) return void response.destroy();
    receiver.lastAt = performance.now();
    const { json } = parseJson(body);
    if (notifications.length < mostKept) notifications.push({ headers: Object.keys(request.headers), json });
    response.writeHead(200).end();
  }).unref();
  const receiver = {
    /** Settles with undefined once it listens, or with the reason why it cannot, as a sentence. Never rejects. */
    ready: listening(server, port, baseUrl).then(
      (code) => code && `The webhook receiver cannot listen on port ${port} (${code}), so the suite sent no request.`,
    ),
    notifications,
    /** When the last one came, by `performance.now()`. */
    lastAt: 0,
    /** Ends every connection and stops listening. */
    close: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
  return receiver;
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
