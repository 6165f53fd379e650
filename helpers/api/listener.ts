import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request listener of Node, such as an application of express or koa's callback(). */
export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Serves a listener or a server of node:http on loopback, at a free port. */
export async function serve(listener: Listener | Server, basePath: string) {
  // Several runs may share a listener, so none changes or closes it.
  const server = createServer(async (request, response) => {
    try {
      if (typeof listener === 'function') await listener(request, response);
      else listener.emit('request', request, response);
    } catch {
      // As if the service crashed; the caller’s process goes on.
      response.destroy();
    }
  });
  // A server that closes an idle connection before its client looks broken.
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
