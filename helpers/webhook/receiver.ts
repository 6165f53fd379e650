import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isLoopback } from '../configuration/loopback.js';

/** A request to the receiver: its sender is unknown, so its content is not trusted. */
export interface Notification {
  readonly method: 'POST' | 'PUT';
  /** Names in lower case; values of a repeated header are joined by a comma and a space. */
  readonly headers: ReadonlyMap<string, string>;
  /** Read as UTF-8, up to the limit. */
  readonly body: string;
  /** Whether the body went beyond a limit, so that its end is missing. */
  readonly cut: boolean;
  /** How many requests the run had sent when this one arrived. */
  readonly afterRequests: number;
}

/** An HTTP listener for the time of a run. */
export type Receiver = ReturnType<typeof createReceiver>;

/** Bytes that it keeps of one body. */
const bodyLimit = 256 * 1024;
/** Bytes that it keeps of all bodies. */
const keptLimit = 16 * 1024 * 1024;
/** Bytes of one body after which it closes the connection. It reads those beyond the limit above and drops them. */
const readLimit = 8 * 1024 * 1024;
const mostKept = 1000;

const limits = {
  maxHeaderSize: 16 * 1024,
  /** Milliseconds for the headers, for the whole request, and between two checks of both. */
  headersTimeout: 3000,
  requestTimeout: 6000,
  connectionsCheckingInterval: 500,
} as const;

/** The address to listen on: loopback for a target on loopback; undefined, which is all, for any other. */
export function receiverHost(baseUrl: string | undefined): string | undefined {
  const { hostname } = new URL(baseUrl ?? 'http://127.0.0.1/');
  if (!isLoopback(hostname)) return undefined;
  return hostname === '[::1]' ? '::1' : '127.0.0.1';
}

/**
 * Listens from now on. It returns 200 without a body for every POST and PUT, whatever they contain, and 405 for everything else.
 * @param baseUrl of the target, which decides where to listen
 * @param requests how many requests the run has sent so far
 */
export function createReceiver(port: number, baseUrl: string, requests: () => number) {
  let keptBytes = 0;
  const keep = (request: IncomingMessage, chunks: readonly Buffer[], cut: boolean) => {
    receiver.lastAt = performance.now();
    if (receiver.notifications.length >= mostKept) {
      receiver.beyond += 1;
      return;
    }
    const whole = Buffer.concat(chunks);
    const body = whole.subarray(0, Math.max(0, Math.min(bodyLimit, keptLimit - keptBytes)));
    keptBytes += body.length;
    const headers = Object.entries(request.headersDistinct);
    receiver.notifications.push({
      method: request.method === 'PUT' ? 'PUT' : 'POST',
      headers: new Map(headers.map(([name, values = []]) => [name, values.join(', ')])),
      body: body.toString('utf8'),
      cut: cut || body.length < whole.length,
      afterRequests: requests(),
    });
  };

  const server = createServer(limits, (request, response) => receive(request, response, keep));
  server.maxHeadersCount = 100;
  server.maxConnections = 512;
  // The receiver must not keep the process alive.
  server.unref();
  const receiver = {
    port,
    /** Settles with undefined once it listens, or with the reason why it cannot, as a sentence. Never rejects. */
    ready: new Promise<string | undefined>((resolve) => {
      // Not `once`: a failed connection, for want of descriptors, must not end the run.
      server.on('error', ({ code }: NodeJS.ErrnoException) => {
        resolve(`The webhook receiver cannot listen on port ${port} (${code}), so the suite sent no request.`);
      });
      server.listen({ port, host: receiverHost(baseUrl) }, () => resolve(undefined));
    }),
    /** The notifications so far, in the order of arrival. */
    notifications: [] as Notification[],
    /** How many more arrived than it keeps. */
    beyond: 0,
    /** When the last one came: milliseconds of `performance.now()`, or undefined. */
    lastAt: undefined as number | undefined,
    /** Ends every connection and stops listening. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

type Keep = (request: IncomingMessage, chunks: readonly Buffer[], cut: boolean) => void;

/** Reads a request and responds. A request that breaks off is no notification. */
function receive(request: IncomingMessage, response: ServerResponse, keep: Keep): void {
  request.on('error', () => {});
  response.on('error', () => {});
  if (request.method !== 'POST' && request.method !== 'PUT') {
    response.writeHead(405, { allow: 'POST, PUT', 'content-length': 0, connection: 'close' }).end();
    return;
  }
  const chunks: Buffer[] = [];
  let [size, done] = [0, false];
  const finish = (headers: Record<string, string>) => {
    if (done) return;
    done = true;
    keep(request, chunks, size > bodyLimit);
    response.writeHead(200, { 'content-length': 0, ...headers }).end();
  };
  request.on('data', (chunk: Buffer) => {
    if (done) return;
    if (size < bodyLimit) chunks.push(chunk.subarray(0, bodyLimit - size));
    size += chunk.length;
    if (size > readLimit) finish({ connection: 'close' });
  });
  request.on('end', () => finish({}));
}
