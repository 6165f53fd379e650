import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { renderReproduce } from '../../reports/formats/reproduce.js';
import { executable } from '../cli/testing/command.js';
import { freePort } from '../cli/testing/started.js';
import { type ReferenceServer, startReferenceServer } from '../reference-server/server.js';
import { runAgainst } from '../reference-server/testing/run-against.js';

const folder = mkdtempSync(join(tmpdir(), 'reproduce-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Keys = { readonly credentials: Pick<ReferenceServer['credentials'], 'apiKey' | 'tenantId'> };

/** Runs a script with the keys of a server in its environment. Gives its exit status. */
function statusOf(script: string, { credentials }: Keys, ...words: string[]): Promise<number> {
  writeFileSync(join(folder, 'reproduce.sh'), script);
  const { PATH = '' } = process.env;
  const { apiKey: CONFORMANCE_API_KEY, tenantId: CONFORMANCE_TENANT_ID } = credentials;
  const env = { PATH, CONFORMANCE_API_KEY, CONFORMANCE_TENANT_ID };
  return new Promise((resolve) => {
    execFile('sh', ['reproduce.sh', ...words], { env, cwd: folder }, (error) => {
      resolve(error === null ? 0 : Number(error.code));
    });
  });
}

test('the script exits 1 while the fault is there, 0 once it is not, and 2 with a rejected key', async () => {
  const port = await freePort();
  const faulty = await startReferenceServer({ https: false, fault: 'month-13', port });
  const { report } = await runAgainst(faulty, { only: ['CUST-09'] });
  report.run.command = `'${process.execPath}' '${executable}' --observe none`;
  const script = renderReproduce(report);
  expect(script).toMatch(/^# {3}curl -i -X POST .*\n(# .*\n)*# .*"date_of_birth"/m);
  expect(script).not.toContain(faulty.credentials.apiKey);
  expect(await statusOf(script, faulty)).toBe(1);
  expect(await statusOf(script, faulty, 'HTTP-03')).toBe(2);
  await faulty.close();
  const right = await startReferenceServer({ https: false, port });
  expect(await statusOf(script, right, 'CUST-09')).toBe(0);
  const other = { credentials: { ...right.credentials, apiKey: 'sk_of_another_service' } };
  expect(await statusOf(script, other)).toBe(2);
  await right.close();
}, 60_000);

test('a suite that decides nothing shows no absence; comments are ASCII', async () => {
  const faulty = await startReferenceServer({ https: false, fault: 'month-13' });
  const { report } = await runAgainst(faulty, { only: ['CUST-09'] });
  Object.assign(report.requirements.find(({ id }) => id === 'CUST-09') ?? {}, { title: 'The tenant’s “own” — date' });
  for (const [command, status] of [
    ['exit 0', 0],
    ['exit 1', 1],
    ['exit 2', 2],
    ['exit 3', 2],
  ] as const) {
    report.run.command = `sh -c '${command}' suite --format all --rate 5`;
    const script = renderReproduce(report);
    expect(script).toContain(`# The tenant's "own" - date`);
    expect(script).toMatch(/suite --rate 5 --only CUST-09 .*--format json --require CUST-09 /);
    expect(await statusOf(script, faulty), command).toBe(status);
  }
  await faulty.close();
}, 60_000);
