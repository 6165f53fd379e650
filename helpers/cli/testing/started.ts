import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The keys of a target that a test starts. */
export const keys = {
  CONFORMANCE_API_KEY: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4',
  CONFORMANCE_TENANT_ID: 'tnt_8fK2mQ9xL4vB',
  CONFORMANCE_OTHER_API_KEY: 'sk_sandbox_hB6nVc1Qw8Ez5Tj3Ka7Pu',
  CONFORMANCE_OTHER_TENANT_ID: 'tnt_p3Jd7sY1cR6w',
};

/**
 * A port of loopback on which nobody listens, below those that the system gives to connections and to servers that ask
 * for any: nobody takes it before it is used, or while it has to stay free.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 30_000);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  await once(server.close(), 'close');
  return port;
}
