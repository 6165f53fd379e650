import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import type { ReferenceServer } from '../server.js';

/** A request of a test. Headers that are undefined are left out; `path` follows the base address. */
export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Opens a connection of its own. */
  readonly fresh?: boolean;
  /** Breaks the connection after so many milliseconds; the answer is then of status 0. */
  readonly cutAfter?: number;
}

/** What came back. `data` is the body read as JSON, undefined where it is none. */
export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  readonly data: unknown;
}

/** Sends one request. */
export type Ask = (sent: Sent) => Promise<Got>;

/** A client of a server: it trusts the server's authority and keeps one connection alive. */
export function clientOf(server: ReferenceServer): { readonly ask: Ask; close(): void } {
  const { protocol, pathname } = new URL(server.baseUrl);
  const secure = protocol === 'https:';
  const agent = secure
    ? new Agent({ keepAlive: true, maxSockets: 1 })
    : new PlainAgent({ keepAlive: true, maxSockets: 1 });
  const ask: Ask = (sent) =>
    new Promise((resolve, reject) => {
      const headers = Object.fromEntries(Object.entries(sent.headers ?? {}).filter(([, value]) => value !== undefined));
      const body = typeof sent.body === 'string' || sent.body === undefined ? sent.body : JSON.stringify(sent.body);
      const options = {
        method: sent.method ?? 'GET',
        path: `${pathname.slice(0, -1)}${sent.path ?? '/accounts'}`,
        headers: { ...headers, ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }) } as Record<
          string,
          string
        >,
        agent: sent.fresh || sent.cutAfter !== undefined ? false : agent,
        ...(secure ? { ca: server.ca } : {}),
      };
      const outgoing = (secure ? request : plainRequest)(server.baseUrl, options, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const names = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
          resolve({
            status: incoming.statusCode ?? 0,
            headers: Object.fromEntries(names),
            body: text,
            data: read(text),
          });
        });
      });
      outgoing.on('error', (error) =>
        sent.cutAfter === undefined ? reject(error) : resolve({ status: 0, headers: {}, body: '', data: undefined }),
      );
      outgoing.end(body, () => {
        const cut = () => outgoing.destroy(new Error('cut'));
        if (sent.cutAfter === 0) cut();
        else if (sent.cutAfter !== undefined) setTimeout(cut, sent.cutAfter);
      });
    });
  return { ask, close: () => agent.destroy() };
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
