import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inScope } from '../client/context.js';
import type { Configuration } from '../configuration/settings.js';
import { contextFor } from '../runner/context.fixture.js';

/** Runs a probe against a service of a test's own, on loopback, as a check would. */
export async function probed<T>(
  listener: RequestListener,
  probe: () => Promise<T>,
  options: Partial<Configuration> = {},
): Promise<T> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const run = contextFor([], { baseUrl: `http://127.0.0.1:${port}/v1/`, ...options });
  try {
    return await inScope('a check', probe, run);
  } finally {
    run.connection.close();
    server.close();
    server.closeAllConnections();
  }
}
