import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { skipWithout } from '../../reports/testing/system-tools.js';
import { emptyFolder } from '../cli/testing/command.js';
import { faults } from '../reference-server/faults/all.js';
import type { ReferenceServer } from '../reference-server/server.js';
import { runAgainst, startFor } from '../reference-server/testing/run-against.js';

const folder = emptyFolder();
// Not every system has one.
writeFileSync(join(folder, 'uuidgen'), '#!/bin/sh\nexec node -p "crypto.randomUUID()"\n', { mode: 0o755 });

/** What a shell with the keys of a server prints for the curl line of a finding. */
async function printed(line: string, { credentials }: ReferenceServer): Promise<string> {
  const { PATH = '' } = process.env;
  const { apiKey, tenantId, otherApiKey, otherTenantId } = credentials;
  const env = {
    PATH: `${folder}:${PATH}`,
    CONFORMANCE_API_KEY: apiKey,
    CONFORMANCE_TENANT_ID: tenantId,
    CONFORMANCE_OTHER_API_KEY: otherApiKey,
    CONFORMANCE_OTHER_TENANT_ID: otherTenantId,
  };
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { env });
  return stdout;
}

const elsewhere = faults.filter(({ breaks }) => breaks.join() === 'AUTH-05');

describe('the curl line of a finding gets the response of the finding', { timeout: 60_000 }, () => {
  test.for(elsewhere.map(({ id }) => ({ id })))('$id', async ({ id }, context) => {
    skipWithout(context, 'curl');
    const server = await startFor({ fault: id });
    const { report } = await runAgainst(server, { only: ['AUTH-05'] });
    const failed = report.requirements.flatMap(({ checks }) => checks).filter(({ verdict }) => verdict === 'fail');
    expect(failed.length).toBeGreaterThan(0);
    for (const { name, again = '', status } of failed) {
      expect(again, name).not.toContain(server.credentials.apiKey);
      const out = await printed(again, server);
      expect(out.split('\r\n')[0], `${name}\n${again}\n${out}`).toContain(`HTTP/1.1 ${status} `);
    }
    await server.close();
  });
});
