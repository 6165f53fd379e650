import { once } from 'node:events';
import { createServer, type IncomingMessage, Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../settings/usage-error.js';

/** What Node calls a request listener; an application of express, connect or koa's callback() is one. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Makes a listener reachable on loopback, at a port that is free. A server of node:http that listens already is taken
 * as it is, and goes on after `close`. @throws UsageError for what is neither
 */
export async function serve(listener: Listener | Server, basePath: string) {
  if (listener instanceof Server && listener.listening)
    return { baseUrl: addressOf(listener, basePath), close: async () => {} };
  if (typeof listener !== 'function' && !(listener instanceof Server))
    throw new UsageError(
      'listener is neither a function that takes a request and its response, nor a server of node:http.',
    );
  // A server of our own in either case: several runs may be given one listener, and none changes or closes it.
  const server = createServer(async (request, response) => {
    try {
      if (listener instanceof Server) listener.emit('request', request, response);
      else await listener(request, response);
    } catch {
      // That one response breaks off, as of a crashed service, and not the caller’s process.
      response.destroy();
    }
  });
  // Longer than any client keeps an idle connection: a server that closes first looks like a broken one.
  server.keepAliveTimeout = 65_000;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    baseUrl: addressOf(server, basePath),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function addressOf(server: Server, basePath: string): string {
  const address = server.address() as AddressInfo | string | null;
  if (address === null || typeof address === 'string')
    throw new UsageError('The server given as listener listens on a pipe, not on a port.');
  // One that listens everywhere is reached by loopback, as is whatever listens there.
  const host = address.family === 'IPv6' && address.address === '::1' ? '[::1]' : '127.0.0.1';
  return `http://${host}:${address.port}${basePath}`;
}
