import { expect, test } from 'vitest';
import { afterTheKey } from './kept-by-an-edge.js';
import { probed } from './probed.fixture.js';

const second = { otherTenantId: 'tnt_2', otherApiKey: 'sk_sandbox_9876543210fedcba' };

test.each([
  ['sandbox', 3],
  ['live', 0],
] as const)('off loopback, on %s, each address is requested %i times', async (environment, times) => {
  const urls: string[] = [];
  const outcome = probed(
    ({ url = '' }, response) => {
      urls.push(url);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
    },
    () => afterTheKey(),
    { ...second, environment },
    '0.0.0.0',
  );
  await (times > 0 ? outcome : expect(outcome).rejects.toThrow('Use Sandbox'));
  expect([urls.length, urls.length > 0]).toEqual([new Set(urls).size * times, times > 0]);
  expect(urls.filter((url) => !/[?&]conformance=[\da-f-]{36}/.test(url))).toEqual([]);
});
