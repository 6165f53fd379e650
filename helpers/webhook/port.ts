import { createServer } from 'node:net';
import { UsageError } from '../configuration/usage-error.js';
import { receiverHost } from './receiver.js';

/**
 * Reserves the receiver's port before the first request, also against the embedded server, until the receiver listens.
 * Gives the function that releases it.
 * @throws UsageError if the port is not available
 */
export async function holdPort(port: number | undefined, baseUrl: string | undefined): Promise<() => Promise<void>> {
  if (port === undefined) return async () => {};
  const server = createServer((socket) => socket.destroy());
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const known: Record<string, string> = { EADDRINUSE: 'is taken', EACCES: `is not open to this user (${code})` };
      const why = known[code ?? ''] ?? `cannot be listened on (${code})`;
      reject(new UsageError(`Port ${port} of --webhook-port ${why}.`));
    });
    server.listen({ port, host: receiverHost(baseUrl) }, resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}
