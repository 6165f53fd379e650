import { type Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Event } from './events.js';
import { eventsOf } from './events.js';
import type { Notification } from './receiver.js';

/** Sends one request, and gives the status and the body of its answer. */
export function post(
  port: number,
  body: string | Buffer,
  { method = 'POST', headers = {}, agent }: { method?: string; headers?: Record<string, string>; agent?: Agent } = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, headers, agent: agent ?? false }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Opens a connection, has it written to, and gives what came back until it was closed. */
export function talk(port: number, write: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve) => {
    let came = '';
    const socket = connect(port, '127.0.0.1', () => write(socket));
    socket.on('data', (chunk) => {
      came += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(came));
  });
}

/** A notification as the receiver would have kept it. */
export function notified(body: unknown, headers: Record<string, string> = {}, cut = false): Notification {
  const json: Record<string, string> = typeof body === 'string' ? {} : { 'content-type': 'application/json' };
  return {
    method: 'POST',
    headers: new Map(Object.entries({ host: '127.0.0.1', ...json, ...headers })),
    body: typeof body === 'string' ? body : JSON.stringify(body),
    cut,
    afterRequests: 1,
  };
}

/** The events of several bodies. */
export function events(...bodies: readonly unknown[]): Event[] {
  return bodies.flatMap((body) => eventsOf(notified(body)));
}
