import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request listener of Node, such as an application of express, connect or koa's callback(). */
export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Serves a listener, or that of a server of node:http, on loopback at a free port. */
export async function serve(listener: Listener | Server, basePath: string) {
  // Always a server of our own: several runs may be given one listener, and none changes or closes it.
  const server = createServer(async (request, response) => {
    try {
      if (typeof listener === 'function') await listener(request, response);
      else listener.emit('request', request, response);
    } catch {
      // Breaks off that response, as a crashed service would, and not the caller’s process.
      response.destroy();
    }
  });
  // Longer than any client keeps an idle connection: a server that closes first looks like a broken one.
  server.keepAliveTimeout = 65_000;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`,
    close: async () => {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
}
