import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { call, changedBuild, emptyFolder } from '../cli/testing/command.js';

test('an installation that is built anew during a run takes nothing from it', async () => {
  const main = changedBuild('suites/index.js', 'const suites = [', 'const suites = [');
  const cwd = emptyFolder();
  const server = createServer((_, response) => {
    // As a rebuild does before it writes: the run has begun.
    rmSync(join(dirname(main), '../../suites'), { recursive: true, force: true });
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"unauthorized"}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const env = {
    CONFORMANCE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
    CONFORMANCE_API_KEY: 'sk_mock_9c41f0a7d2b84e63',
    CONFORMANCE_TENANT_ID: 'tenant-4f0c7a91d2',
  };
  const argv = ['--profile', 'single-tenant', '--observe', 'none', '--quiet', '--out', 'out'];
  const { status, stdout } = await call(argv, env, cwd, { main });
  server.close();
  expect([status, stdout]).toEqual([3, expect.stringContaining('INCONCLUSIVE')]);
}, 60_000);
