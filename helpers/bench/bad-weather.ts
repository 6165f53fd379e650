import { setTimeout as sleep } from 'node:timers/promises';
import { bytesOf, type Front, startFront } from '../reference-server/misbehaving/front.js';
import type { ReferenceServer } from '../reference-server/server.js';

/** What a proxy does to what passes through it. Each absent part does not happen. */
export interface Weather {
  /** Share of requests that are answered 503 in place of the service, half of them after it has done its work. */
  readonly unavailable?: number;
  /** Share of requests whose connection is reset, half of them after the service has done its work. */
  readonly resets?: number;
  /** An answer is held back by as long as this, milliseconds; each order of magnitude as often as any other. */
  readonly latencyMs?: readonly [least: number, most: number];
  /** Requests a second that are let through; the rest are answered 429 with Retry-After. */
  readonly perSecond?: number;
}

const answer = (status: string, headers: string, body: string) =>
  Buffer.from(`HTTP/1.1 ${status}\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
const unavailable503 = answer('503 Service Unavailable', 'Content-Type: text/html', '<h1>503</h1>');
const limited429 = answer(
  '429 Too Many Requests',
  'Retry-After: 1\r\nContent-Type: application/json',
  '{"error":"slow down"}',
);

/** Puts bad weather between a client and a reference server over plain HTTP. */
export function startWeather(before: ReferenceServer, weather: Weather): Promise<Front> {
  const { unavailable = 0, resets = 0, latencyMs: [least, most] = [0, 0], perSecond } = weather;
  let [second, inSecond] = [0, 0];
  const isLimited = (): boolean => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) [second, inSecond] = [now, 0];
    inSecond += 1;
    return perSecond !== undefined && inSecond > perSecond;
  };
  /** Drawn once before and once after the service does its work. */
  const trouble = () => {
    const dice = Math.random() * 2;
    if (dice < unavailable) return unavailable503;
    return dice < unavailable + resets ? ('reset' as const) : undefined;
  };
  return startFront(
    async ({ socket, honest }) => {
      if (most > 0) await sleep(least * (most / least) ** Math.random());
      const given = trouble() ?? bytesOf(honest);
      if (given === 'reset') socket.destroy();
      else if (!socket.destroyed) socket.write(given);
    },
    { before, instead: () => (isLimited() ? limited429 : trouble()) },
  );
}
