import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReferenceServer } from '../reference-server/server.js';

/** What a proxy does to what passes through it. Each absent part does not happen. */
export interface Weather {
  /** Share of requests that are answered 503 in place of the service, some of them after it has done its work. */
  readonly unavailable?: number;
  /** Share of requests whose connection is reset, before or after the service has done its work. */
  readonly resets?: number;
  /** An answer is held back by as long as this, milliseconds; each order of magnitude as often as any other. */
  readonly latencyMs?: readonly [least: number, most: number];
  /** Requests a second that are let through; the rest are answered 429 with Retry-After. */
  readonly perSecond?: number;
}

interface WeatherProxy {
  readonly baseUrl: string;
  readonly counts: Record<'passed' | 'unavailable' | 'reset' | 'limited', number>;
  close(): Promise<void>;
}

/** Puts bad weather between a client and a reference server over plain HTTP. */
export async function startWeather(server: ReferenceServer, weather: Weather): Promise<WeatherProxy> {
  const counts: WeatherProxy['counts'] = { passed: 0, unavailable: 0, reset: 0, limited: 0 };
  const { unavailable = 0, resets = 0, latencyMs = [0, 0], perSecond } = weather;
  let [second, inSecond] = [0, 0];

  const isLimited = (): boolean => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) [second, inSecond] = [now, 0];
    inSecond += 1;
    return perSecond !== undefined && inSecond > perSecond;
  };
  const pause = () => {
    const [least, most] = latencyMs;
    return most === 0 ? undefined : sleep(least * (most / least) ** Math.random());
  };

  const proxy = createServer(async (incoming, outgoing) => {
    const body = await bodyOf(incoming);
    if (isLimited()) {
      counts.limited += 1;
      outgoing.writeHead(429, { 'Retry-After': '1', 'Content-Type': 'application/json' }).end('{"error":"slow down"}');
      return;
    }
    const dice = Math.random();
    const isWorked = Math.random() < 0.5;
    const isBad = dice < unavailable + resets;
    const answer = !isBad || isWorked ? await forward(server, incoming, body) : undefined;
    await pause();
    if (dice < unavailable) {
      counts.unavailable += 1;
      outgoing.writeHead(503, { 'Content-Type': 'text/html' }).end('<h1>503</h1>');
    } else if (isBad || !answer) {
      counts.reset += 1;
      incoming.socket.destroy();
    } else {
      counts.passed += 1;
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    }
  });
  proxy.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/v1/`,
    counts,
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly headers: string[];
  readonly body: Buffer;
}

function forward(server: ReferenceServer, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  const { method, url: path, rawHeaders: headers } = incoming;
  return new Promise((resolve, reject) => {
    const asked = request(server.baseUrl, { method, path, headers, agent: false }, async (message) =>
      resolve({ status: message.statusCode ?? 0, headers: message.rawHeaders, body: await bodyOf(message) }),
    );
    asked.on('error', reject).end(body);
  });
}

export async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch {
    // What came so far is all there is.
  }
  return Buffer.concat(chunks);
}
