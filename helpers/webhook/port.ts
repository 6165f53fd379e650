import { createServer } from 'node:net';
import { UsageError } from '../configuration/usage-error.js';
import { receiverHost } from './receiver.js';

/**
 * Takes the receiver's port before anything is sent and keeps it from others, the embedded server too, until the
 * receiver is about to listen. Gives the function that lets go of it.
 * @throws UsageError where the port cannot be had
 */
export async function holdPort(port: number | undefined, baseUrl: string | undefined): Promise<() => Promise<void>> {
  if (port === undefined) return async () => {};
  const server = createServer((socket) => socket.destroy());
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new UsageError(refusal(port, error.code))));
    server.listen({ port, host: receiverHost(baseUrl) }, resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}

function refusal(port: number, code: string | undefined): string {
  if (code === 'EADDRINUSE') return `Port ${port} of --webhook-port is taken.`;
  if (code === 'EACCES') return `Port ${port} of --webhook-port is not open to this user (${code}).`;
  return `Port ${port} of --webhook-port cannot be listened on (${code}).`;
}
