import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReferenceServer } from '../reference/server.js';

/** A way to the server on which every answer takes its time. @returns a base address that ends with a slash */
export async function slowWay(
  server: ReferenceServer,
  latencyMs: number,
): Promise<{ readonly baseUrl: string; close(): void }> {
  const proxy = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    await sleep(latencyMs);
    const url = new URL(incoming.url ?? '/', server.baseUrl);
    const forward = request(url, { method: incoming.method, headers: incoming.headers }, (message) => {
      outgoing.writeHead(message.statusCode ?? 502, message.headers);
      message.pipe(outgoing);
    });
    forward.on('error', () => outgoing.destroy()).end(Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const { port } = proxy.address() as AddressInfo;
  const close = () => {
    proxy.close();
    proxy.closeAllConnections();
  };
  return { baseUrl: `http://127.0.0.1:${port}/v1/`, close };
}
