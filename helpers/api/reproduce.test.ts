import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { renderReproduce } from '../../reports/formats/reproduce.js';
import { type ReferenceServer, startReferenceServer } from '../reference-server/server.js';
import { runAgainst } from '../reference-server/testing/run-against.js';

const folder = mkdtempSync(join(tmpdir(), 'reproduce-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script with the keys of a server in its environment. Gives its exit status. */
function statusOf(script: string, { credentials }: ReferenceServer, ...words: string[]): Promise<number> {
  const file = join(folder, 'reproduce.sh');
  writeFileSync(file, script);
  const { PATH = '' } = process.env;
  const env = { PATH, CONFORMANCE_API_KEY: credentials.apiKey, CONFORMANCE_TENANT_ID: credentials.tenantId };
  return new Promise((resolve) => {
    execFile('sh', [file, ...words], { env }, (error) => resolve(error === null ? 0 : Number(error.code)));
  });
}

test.each([
  ['idempotency-key-ignored', 'IDEM-01', 'for n in'],
  ['month-13', 'CUST-09', '"date_of_birth"'],
  ['creation-open-without-key', 'AUTH-01', 'curl -i'],
])(
  'of %s the script exits 1 while the fault is there, and 0 once it is not',
  async (fault, id, part) => {
    const faulty = await startReferenceServer({ https: false, fault });
    const { port } = faulty;
    const { report } = await runAgainst(faulty, { only: [id] });
    const script = renderReproduce(report);
    expect(script).toContain(part);
    expect(script).not.toContain(faulty.credentials.apiKey);
    expect(await statusOf(script, faulty)).toBe(1);
    expect(await statusOf(script, faulty, id)).toBe(1);
    expect(await statusOf(script, faulty, 'HTTP-03')).toBe(2);
    await faulty.close();
    expect(await statusOf(script, faulty)).toBe(2);
    const right = await startReferenceServer({ https: false, port });
    expect(await statusOf(script, right)).toBe(0);
    await right.close();
  },
  60_000,
);
