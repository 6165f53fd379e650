import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { parseJson } from '../json/parse-json.js';
import { isLoopback } from '../settings/loopback.js';
import { UsageError } from '../settings/usage-error.js';

export interface Notification {
  /** In lower case. */
  readonly headers: readonly string[];
  /** The body; undefined if it is not JSON. */
  readonly json: unknown;
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

const bodyLimitBytes = 256 * 1024;
const mostNotifications = 1000;
/** Bytes, and milliseconds. */
const limits = { maxHeaderSize: 16 * 1024, headersTimeout: 3000, requestTimeout: 6000 } as const;

/** Answers each POST with 200, on loopback if the target is there. @throws UsageError if it cannot listen */
export async function openReceiver(port: number, baseUrl = 'http://127.0.0.1/') {
  const receiver = {
    notifications: [] as Notification[],
    /** When the last one came, by `performance.now()`. */
    lastAt: 0,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
  const { notifications } = receiver;
  const server = createServer(limits, async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();
    const body = await bodyOf(request).catch(() => undefined);
    if (body === undefined) return void response.destroy();
    receiver.lastAt = performance.now();
    const { json } = parseJson(body);
    if (notifications.length < mostNotifications) notifications.push({ headers: Object.keys(request.headers), json });
    response.writeHead(200).end();
  }).unref();
  const { hostname } = new URL(baseUrl);
  const host = isLoopback(hostname) ? hostname.replace(/^\[|\]$/g, '') : undefined;
  try {
    await once(server.listen({ port, host }), 'listening');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new UsageError(`Port ${port} of --webhook-port cannot be listened on (${code}).`);
  }
  // A failed connection must not end the run.
  server.on('error', () => {});
  return receiver;
}

async function bodyOf(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimitBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
