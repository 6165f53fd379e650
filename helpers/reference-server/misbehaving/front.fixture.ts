import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Request } from '../request.js';
import { type ReferenceServer, startReferenceServer } from '../server.js';

export interface Honest {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Moment {
  /** From 1. */
  readonly number: number;
  readonly asked: Request;
  readonly socket: Socket;
  readonly honest: Honest;
}

export type Manner = (moment: Moment) => void;

/** An honest service, but for what the manner does with a connection, from a request of that number on. */
export async function startFront(
  manner: Manner,
  { from = 1, onConnection }: { from?: number; onConnection?: (socket: Socket) => void } = {},
): Promise<ReferenceServer> {
  let count = 0;
  const server = await startReferenceServer({
    https: false,
    change: {
      middleware: (service) => async (asked) => {
        count += 1;
        const number = count;
        const { status, headers = {}, body = '' } = await service(asked);
        const { socket } = asked;
        const honest = { status, headers, body: Buffer.from(asked.method === 'HEAD' ? '' : body) };
        if (number < from) socket.write(bytesOf(honest));
        else if (!socket.destroyed) manner({ asked, number, socket, honest });
        return new Promise(() => {});
      },
    },
  });
  server.listener.on('connection', (socket: Socket) => {
    socket.on('error', () => {});
    onConnection?.(socket);
  });
  return server;
}

/** What differs from an honest answer. */
export interface Over {
  readonly status?: number;
  readonly reason?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string | Buffer | readonly (string | Buffer)[];
  readonly version?: string;
  readonly length?: number;
}

export function bytesOf(honest: Honest, over: Over = {}): Buffer {
  const { status = honest.status, reason = STATUS_CODES[honest.status], headers = [], version = 'HTTP/1.1' } = over;
  const parts = [over.body ?? honest.body].flat() as (string | Buffer)[];
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const replaced = new Set(headers.map(([name]) => name.toLowerCase()));
  const kept = Object.entries(honest.headers).filter(([name]) => !replaced.has(name));
  const lines = [
    `${version} ${status} ${reason}`,
    ...[...kept, ...headers].map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${over.length ?? body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}
