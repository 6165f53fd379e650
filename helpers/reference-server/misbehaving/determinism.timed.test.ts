import { expect, test } from 'vitest';
import type { Middleware } from '../changes.js';
import type { Request } from '../request.js';
import { startReferenceServer } from '../server.js';
import { measured } from './measured.fixture.js';

/** A request without what is new in every run. */
function lasting({ method, target, rawHeaders, body }: Request): string {
  const headers = rawHeaders.flatMap((name, at) => {
    if (at % 2 === 1 || /^(host|connection|content-length)$/i.test(name)) return [];
    const value = rawHeaders[at + 1] ?? '';
    return [/^idempotency-key$/i.test(name) ? `${name}: ${value.length} characters` : `${name}: ${value}`];
  });
  const plain = body
    .replace(/conformance\.[a-z0-9]+\.\d+/gi, 'conformance.fresh')
    .replace(/(\+|%2B)1\d{10}\b/g, 'a phone number')
    .replace(/"email":\s*\d+/g, '"email": 0')
    .replace(/("phone":\s*)("[^"]*"|\[[^\]]*\]|\{[^}]*\}|\d+)/g, (phone) => phone.replace(/[\p{Nd}A-Z]/gu, '0'));
  return [
    `${method} ${target.replace(/conformance=[\da-f-]{36}/, 'conformance=fresh')}`,
    ...headers.sort(),
    plain,
  ].join('\n');
}

test('the same seed sends the same requests and gives the same verdicts, at any concurrency', async () => {
  let seen: string[] = [];
  const middleware: Middleware = (honest) => (asked) => {
    seen.push(lasting(asked));
    return honest(asked);
  };
  const front = await startReferenceServer({ https: false, change: { middleware } });
  const asked = async (concurrency: string) => {
    seen = [];
    const argv = ['--seed', '11', '--concurrency', concurrency, '--format', 'json'];
    const { report } = await measured(front, argv);
    const verdicts = report.requirements.map(({ id, verdict, observation }) => ({ id, verdict, observation }));
    return { requests: [...seen].sort(), verdicts };
  };
  // The key of one character is new to the server in the first run alone, which sends a request less.
  await asked('8');
  const four = await asked('4');
  const eight = await asked('8');
  const sixteen = await asked('16');
  expect(eight.requests.length).toBeGreaterThan(300);
  expect(sixteen.requests).toEqual(eight.requests);
  // With four in flight each of three bursts is of four, not eight, and four tries overlap, not six.
  expect([...new Set(four.requests)]).toEqual([...new Set(sixteen.requests)]);
  expect(sixteen.requests.length - four.requests.length).toBe(3 * (8 - 4) + (6 - 4));
  expect(sixteen.verdicts).toEqual(eight.verdicts);
  expect(four.verdicts).toEqual(eight.verdicts);
  await front.close();
});
