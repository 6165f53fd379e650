import { expect, test } from 'vitest';
import { afterTheKey } from './kept-by-an-edge.js';
import { probed } from './probed.fixture.js';

test.each(['sandbox', 'live'] as const)('off loopback, on %s', async (environment) => {
  const addresses: string[] = [];
  const outcome = await probed(
    ({ url = '' }, response) => {
      addresses.push(url);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
    },
    () => afterTheKey(),
    { environment, otherTenantId: 'tnt_2', otherApiKey: 'sk_sandbox_9876543210fedcba' },
    // It is this machine, and no loopback address.
    '0.0.0.0',
  ).catch((error: Error) => error.message);
  if (environment === 'live') {
    expect([addresses, outcome]).toEqual([[], expect.stringContaining('Use Sandbox')]);
    return;
  }
  // The valid key, no key and the second tenant share an address, which no other door has.
  expect(addresses.length).toBe(new Set(addresses).size * 3);
  expect(addresses.filter((url) => !/[?&]conformance=[\da-f-]{36}/.test(url))).toEqual([]);
});
