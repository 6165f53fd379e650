import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type ReferenceServer, startReferenceServer } from '../server.js';

/** An answer of the honest service. */
export interface Honest {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** A request that has arrived. */
export interface Request {
  readonly method: string;
  readonly path: string;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** A request, and what the honest service says to it. */
export interface Moment extends Request {
  /** From 1. */
  readonly number: number;
  readonly socket: Socket;
  readonly honest: Honest;
}

/** What a hostile target does with its socket in place of answering. */
export type Manner = (moment: Moment) => void;

export interface Front {
  readonly server: ReferenceServer;
  /** Address of the front, in the place of the server's own. */
  readonly baseUrl: string;
  /** No more connections, and none of those that are open. */
  die(): void;
  close(): Promise<void>;
}

/**
 * Puts something hostile before the honest service: keys and customers work, and only what the manner does differs.
 * @param options.from number of the first request that it is done to; those before are answered honestly
 * @param options.onRequest is shown each request before anything is done to it
 * @param options.onConnection is shown each connection before anything came over it
 */
export async function startFront(
  manner: Manner,
  {
    from = 1,
    onRequest,
    onConnection,
  }: {
    from?: number;
    onRequest?: (request: Request) => void;
    onConnection?: (socket: Socket) => void;
  } = {},
): Promise<Front> {
  const honest = await startReferenceServer({ https: false });
  let number = 0;
  const front: Server = createServer(async (incoming) => {
    number += 1;
    const mine = number;
    const { socket, method = '', url: path = '', rawHeaders } = incoming;
    const body = await bodyOf(incoming);
    const asked = { method, path, rawHeaders, body: body.toString() };
    onRequest?.(asked);
    const answer = await forwarded(incoming, body, honest).catch(() => undefined);
    if (!answer || socket.destroyed) return;
    if (mine < from) socket.write(bytesOf(answer));
    else manner({ ...asked, number: mine, socket, honest: answer });
  });
  front.keepAliveTimeout = 65_000;
  const sockets = new Set<Socket>();
  front.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    onConnection?.(socket);
  });
  await once(front.listen(0, '127.0.0.1'), 'listening');
  const { port } = front.address() as AddressInfo;
  const die = () => {
    front.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    server: honest,
    baseUrl: `http://127.0.0.1:${port}/v1/`,
    die,
    close: async () => {
      die();
      await honest.close();
    },
  };
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch {
    // What came so far is all there is.
  }
  return Buffer.concat(chunks);
}

function forwarded(incoming: IncomingMessage, sent: Buffer, { baseUrl }: ReferenceServer): Promise<Honest> {
  const { method, url, rawHeaders } = incoming;
  const headers = rawHeaders.filter((_, at) => !/^connection$/i.test(rawHeaders[at - (at % 2)] ?? ''));
  return new Promise((resolve, reject) => {
    const asked = request(baseUrl, { method, path: url, headers, agent: false }, async (message) => {
      const body = await bodyOf(message);
      const names = message.rawHeaders.flatMap((name, at) =>
        at % 2 === 0 ? [[name, message.rawHeaders[at + 1] ?? ''] as const] : [],
      );
      resolve({
        status: message.statusCode ?? 0,
        reason: message.statusMessage ?? '',
        headers: names.filter(([name]) => !/^(connection|keep-alive|content-length|transfer-encoding)$/i.test(name)),
        body,
      });
    });
    asked.on('error', reject).end(sent);
  });
}

type Part = string | Buffer | readonly (string | Buffer)[];

/** The bytes of an answer: honest, but for what is given. `headers` come beside its own, in place of those of one name. */
export function bytesOf(
  honest: Honest,
  over: {
    status?: string | number;
    reason?: string;
    headers?: readonly (readonly [string, string])[];
    body?: Part;
    version?: string;
    /** null for none. */
    length?: string | number | null;
  } = {},
): Buffer {
  const { status = honest.status, reason = honest.reason, headers = [], version = 'HTTP/1.1' } = over;
  const parts = [over.body ?? honest.body].flat() as (string | Buffer)[];
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const length = over.length === undefined ? body.length : over.length;
  const replaced = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [
    `${version} ${status} ${reason}`,
    ...honest.headers.filter(([name]) => !replaced.has(name.toLowerCase())).map(([name, value]) => `${name}: ${value}`),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(length === null ? [] : [`Content-Length: ${length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}
