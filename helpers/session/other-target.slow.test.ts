import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { call, conformance, emptyFolder, runHere, variablesFor } from '../cli/testing/command.js';
import { type ReferenceOptions, type ReferenceServer, startReferenceServer } from '../reference-server/server.js';

const open: ReferenceServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function serving(options: ReferenceOptions, environment: string, cwd: string): Promise<Record<string, string>> {
  const server = await startReferenceServer({ https: false, ...options });
  open.push(server);
  return { ...variablesFor(server, cwd), CONFORMANCE_ENVIRONMENT: environment };
}

const only = ['--only', 'ACCT,CUST-19,CUST-09,IDEM-01,IDEM-07'];
const differing = ({ requirements }: Report) => requirements.flatMap(({ id, drift }) => (drift ? [id] : []));

test('a mock beside Sandbox: every difference by both names, status 1 until it is accepted', async () => {
  const cwd = emptyFolder();
  const sandbox = await serving({ fault: 'stores-as-date-of-birth-a-time-zone-appended' }, 'sandbox', cwd);
  const mock = await serving({ variant: 'creation-200' }, 'mock', cwd);
  await conformance(sandbox, cwd, only, 'sandbox');
  const like = [...only, '--baseline', 'sandbox'];
  const beside = await conformance(mock, cwd, [...like, '--format', 'md,junit,html'], 'mock');
  const { report } = beside;
  expect([beside.status, report.target.environment]).toEqual([0, 'mock']);
  expect(report.comparison).toMatchObject({
    between: ['Sandbox on this machine', 'this mock'],
    changed: differing(report),
  });
  expect(differing(report)).toEqual(['CUST-09', 'CUST-19']);
  const row = (id: string) => report.requirements.find((one) => one.id === id);
  expect(row('CUST-19')?.drift?.sentence).toMatch(/Sandbox.* 201, this mock 200/);
  expect(row('CUST-09')?.drift).toMatchObject({
    sentence: '`/verdict`: Sandbox on this machine fail, this mock pass.',
  });
  const summary = readFileSync(join(cwd, 'mock', 'summary.md'), 'utf8');
  expect(summary).toContain('Compared with Sandbox on this machine (');
  expect(summary).toContain('## What differs');
  expect(summary).not.toMatch(/; now |is gone|is new|Changed|nobody has accepted that yet/);

  const strict = await conformance(mock, cwd, [...like, '--fail-on-drift', '--format', 'junit'], 'strict');
  expect(strict.status).toBe(1);
  expect(strict.stdout).toMatch(
    /differences? from Sandbox on this machine (is|are) not accepted, and --fail-on-drift was given/,
  );
  expect(readFileSync(join(cwd, 'strict', 'junit.xml'), 'utf8')).toMatch(/<error message="It differs from Sandbox/);

  for (const id of differing(report)) {
    const entry = ['decide', 'accept', id, '--from', 'mock', '--by', 'the mock team', '--reason', 'Meant so.'];
    expect((await call(entry, {}, cwd)).status).toBe(0);
  }
  const accepted = await conformance(mock, cwd, [...like, '--fail-on-drift'], 'accepted');
  expect([accepted.status, differing(accepted.report)]).toEqual([0, []]);
}, 120_000);

test('what is declared lacking is left out', async () => {
  const cwd = emptyFolder();
  const sandbox = await serving({}, 'sandbox', cwd);
  const mock = await serving({ fault: 'idempotency-key-ignored' }, 'mock', cwd);
  const asked = ['--only', 'IDEM'];
  await conformance(sandbox, cwd, asked, 'sandbox');
  const lack = { id: 'idempotency', kind: 'lack', by: 'b', on: '2026-01-01', reason: 'r' };
  writeFileSync(join(cwd, 'mock.json'), JSON.stringify([lack]));
  const undeclared = await conformance(mock, cwd, [...asked, '--baseline', 'sandbox'], 'undeclared');
  expect(differing(undeclared.report)).toEqual(expect.arrayContaining(['IDEM-01', 'IDEM-07']));
  const argv = [...asked, '--baseline', 'sandbox', '--decisions', 'mock.json'];
  const declared = await conformance(mock, cwd, argv, 'declared');
  expect(differing(declared.report)).toEqual([]);
}, 120_000);

test('two runs that share nothing are not compared', async () => {
  const cwd = emptyFolder();
  const env = await serving({}, 'mock', cwd);
  await conformance(env, cwd, ['--only', 'VER'], 'version');
  const mock = await serving({}, 'mock', cwd);
  const { status, stderr } = await runHere(
    ['--only', 'CUST-01', '--baseline', 'version', '--fail-on-drift'],
    mock,
    cwd,
  );
  expect([status, stderr]).toEqual([2, expect.stringContaining('no result for anything that this run tests')]);
});
