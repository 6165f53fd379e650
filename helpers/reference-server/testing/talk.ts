import { randomUUID } from 'node:crypto';
import { american } from '../../../suites/customers/customers.fixture.js';
import { parsed } from '../request.js';
import type { ReferenceServer } from '../server.js';

/** Headers that are undefined are left out. */
interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

export const customer = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...{ ...american, email: `ada.${randomUUID()}@example.com` },
  ...change,
});

export type Talk = ReturnType<typeof talkOf>;
export type Got = Awaited<ReturnType<Talk['list']>>;

/** Valid requests, changed, of the first tenant by default. */
export function talkOf(server: ReferenceServer) {
  const ask = async (path: string, { body, headers = {}, ...sent }: Sent) => {
    const response = await fetch(`${server.baseUrl.slice(0, -1)}${sent.path ?? path}`, {
      method: sent.method ?? 'GET',
      headers: Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      body: typeof body === 'object' ? JSON.stringify(body) : (body as string | undefined),
    });
    const text = await response.text();
    // Undefined where the body is no JSON.
    return { status: response.status, headers: response.headers, body: text, data: parsed(text) };
  };
  const { apiKey, tenantId, otherApiKey = apiKey, otherTenantId } = server.credentials;
  const caller = (other: boolean) =>
    other ? { 'Api-Key': otherApiKey, 'x-tenant-id': otherTenantId } : { 'Api-Key': apiKey, 'x-tenant-id': tenantId };
  return {
    server,
    /** A creation under a key of its own. */
    create: (change: Sent = {}, other = false) => {
      const own = { ...caller(other), 'Idempotency-Key': randomUUID(), 'Content-Type': 'application/json' };
      return ask('/customers', { method: 'POST', body: customer(), ...change, headers: { ...own, ...change.headers } });
    },
    list: (change: Sent = {}, other = false) =>
      ask('/accounts', { ...change, headers: { ...caller(other), ...change.headers } }),
  };
}
