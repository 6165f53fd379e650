import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderReproduce } from '../../reports/formats/reproduce.js';
import { emptyFolder } from '../cli/testing/command.js';
import { freePort } from '../cli/testing/started.js';
import { type ReferenceServer, startReferenceServer } from '../reference-server/server.js';
import { runAgainst } from '../reference-server/testing/run-against.js';

const folder = emptyFolder();
// None of these faults needs the pauses between the requests of a script.
writeFileSync(join(folder, 'sleep'), '#!/bin/sh\n', { mode: 0o755 });

type Keys = { readonly credentials: Pick<ReferenceServer['credentials'], 'apiKey' | 'tenantId'> };

/** Runs a script with the keys of a server in its environment. Gives its exit status. */
function statusOf(script: string, { credentials }: Keys, ...words: string[]): Promise<number> {
  const file = join(folder, 'reproduce.sh');
  writeFileSync(file, script);
  const { PATH = '' } = process.env;
  const env = {
    PATH: `${folder}:${PATH}`,
    CONFORMANCE_API_KEY: credentials.apiKey,
    CONFORMANCE_TENANT_ID: credentials.tenantId,
  };
  return new Promise((resolve) => {
    execFile('sh', [file, ...words], { env }, (error) => resolve(error === null ? 0 : Number(error.code)));
  });
}

test.each([
  ['idempotency-key-ignored', 'IDEM-01', 'for n in', 2],
  ['month-13', 'CUST-09', '"date_of_birth"', 2],
  ['key-in-x-api-key-accepted', 'AUTH-05', '"X-Api-Key: ', 2],
  // Its request has no key.
  ['creation-open-without-key', 'AUTH-01', 'curl -i', 0],
])(
  'of %s the script exits 1 while the fault is there, 0 once it is not, and 2 without the keys or with a rejected one',
  async (fault, id, part, rejected) => {
    const port = await freePort();
    const faulty = await startReferenceServer({ https: false, fault, port });
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
    for (const lack of [{ apiKey: '' }, { tenantId: '' }])
      expect(await statusOf(script, { credentials: { ...right.credentials, ...lack } })).toBe(2);
    const other = { credentials: { ...right.credentials, apiKey: 'sk_of_another_service' } };
    expect(await statusOf(script, other)).toBe(rejected);
    await right.close();
  },
  60_000,
);

test('a suite that decides nothing shows no absence; comments are ASCII', async () => {
  const faulty = await startReferenceServer({ https: false, fault: 'month-13' });
  const { report } = await runAgainst(faulty, { only: ['CUST-09'] });
  const row = report.requirements.find(({ id }) => id === 'CUST-09');
  Object.assign(row ?? {}, { title: 'The tenant’s “own” — date' });
  for (const check of row?.checks ?? []) check.again = undefined;
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
