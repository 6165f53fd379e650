import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { parsed } from '../request.js';
import { type ReferenceOptions, type ReferenceServer, startReferenceServer } from '../server.js';

/** A request of a test. Headers that are undefined are left out; `path` follows the base address. */
export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Opens a connection of its own. */
  readonly fresh?: boolean;
}

/** What came back. `data` is the body read as JSON, undefined where it is none. */
export interface Got {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  readonly data: unknown;
}

/** What a test needs to talk to one server. */
export interface Talk {
  readonly server: ReferenceServer;
  /** A valid creation, changed, under a key of its own; for the first tenant by default. */
  create(change?: Sent, other?: boolean): Promise<Got>;
  /** A valid listing, changed. */
  list(change?: Sent, other?: boolean): Promise<Got>;
}

/** A valid customer with an e-mail address and a phone of its own. */
export const customer = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...{ first_name: 'Ada', last_name: 'Example', middle_name: 'Mae', type: 'individual', gender: 'female' },
  email: `ada.${randomUUID()}@example.com`,
  phone: `+4477009${String(randomInt(100_000)).padStart(5, '0')}`,
  date_of_birth: '1990-04-17',
  address: address(),
  ...change,
});

/** A valid address. */
export const address = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...{ address_line1: '1 Example Street', city: 'London', country: 'GB', postal_code: 'EC1A 1BB', state: 'GB-LND' },
  ...change,
});

/** Talks to a server, over one connection that is kept alive. @param ca what to trust in place of its authority */
export function talkOf(server: ReferenceServer, ca = server.ca): Talk & { close(): void } {
  const { Agent, request } = server.ca === undefined ? http : https;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string, { body, fresh, ...sent }: Sent): Promise<Got> => {
    const headers = Object.fromEntries(Object.entries(sent.headers ?? {}).filter(([, value]) => value !== undefined));
    const options = { method: sent.method ?? 'GET', headers: headers as Record<string, string>, ca };
    const address = `${server.baseUrl.slice(0, -1)}${sent.path ?? path}`;
    const outgoing = request(address, { ...options, agent: fresh ? false : agent } as https.RequestOptions);
    outgoing.end(typeof body === 'object' ? JSON.stringify(body) : body);
    const [incoming] = (await once(outgoing, 'response')) as [http.IncomingMessage];
    const text = Buffer.concat(await incoming.toArray()).toString();
    return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: text, data: parsed(text) };
  };
  const { apiKey, tenantId, otherApiKey = apiKey, otherTenantId } = server.credentials;
  const caller = (other: boolean) => ({
    'Api-Key': other ? otherApiKey : apiKey,
    'x-tenant-id': other ? otherTenantId : tenantId,
  });
  return {
    server,
    create: (change = {}, other = false) => {
      const own = { ...caller(other), 'Idempotency-Key': randomUUID(), 'Content-Type': 'application/json' };
      const headers = { ...own, ...change.headers };
      return ask('/customers', { method: 'POST', body: customer(), ...change, headers });
    },
    list: (change = {}, other = false) =>
      ask('/accounts', { ...change, headers: { ...caller(other), ...change.headers } }),
    close: () => agent.destroy(),
  };
}

/** Starts a server, talks to it, and stops it. */
export async function talkTo<Outcome>(
  options: ReferenceOptions,
  talk: (talk: Talk) => Promise<Outcome>,
): Promise<Outcome> {
  const server = await startReferenceServer(options);
  const own = talkOf(server);
  try {
    return await talk(own);
  } finally {
    own.close();
    await server.close();
  }
}
