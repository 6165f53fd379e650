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
  const sandbox = await serving({ fault: 'date-with-a-time-zone' }, 'sandbox', cwd);
  const mock = await serving({ variant: 'creation-200' }, 'mock', cwd);
  await conformance(sandbox, cwd, only, 'sandbox');
  const like = [...only, '--like', 'sandbox'];
  const beside = await conformance(mock, cwd, [...like, '--format', 'md,junit,html'], 'mock');
  const { report } = beside;
  expect([beside.status, report.target.environment]).toEqual([0, 'mock']);
  expect(report.comparison).toMatchObject({ between: ['Sandbox', 'this mock'], changed: differing(report) });
  expect(differing(report)).toEqual(['CUST-09', 'CUST-19']);
  const row = (id: string) => report.requirements.find((one) => one.id === id);
  expect(row('CUST-19')?.drift?.sentence).toMatch(/Sandbox 201; this mock 200/);
  expect(row('CUST-09')?.drift).toMatchObject({
    before: expect.stringMatching(/accepted/),
    now: 'It passes.',
    sentence: 'Verdict: Sandbox fail; this mock pass.',
  });
  const summary = readFileSync(join(cwd, 'mock', 'summary.md'), 'utf8');
  expect(summary).toContain('Beside Sandbox (');
  expect(summary).toContain('## Unlike Sandbox');
  expect(summary).not.toMatch(/; now |is gone|is new|Changed|nobody has accepted that yet/);

  const strict = await conformance(mock, cwd, [...like, '--fail-on-drift', '--format', 'junit'], 'strict');
  expect(strict.status).toBe(1);
  expect(strict.stdout).toMatch(/differences? from Sandbox (is|are) not accepted, and --fail-on-drift was given/);
  expect(readFileSync(join(cwd, 'strict', 'junit.xml'), 'utf8')).toMatch(/<error message="It differs from Sandbox/);

  for (const id of differing(report)) {
    const entry = ['accept', id, '--report', 'mock', '--by', 'the mock team', '--reason', 'Meant so.'];
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
  const undeclared = await conformance(mock, cwd, [...asked, '--like', 'sandbox'], 'undeclared');
  expect(differing(undeclared.report)).toEqual(expect.arrayContaining(['IDEM-01', 'IDEM-07']));
  const declared = await conformance(
    mock,
    cwd,
    [...asked, '--like', 'sandbox', '--decisions', 'mock.json'],
    'declared',
  );
  expect(differing(declared.report)).toEqual([]);
}, 120_000);

test('one run to compare with, and one that is there', async () => {
  const cwd = emptyFolder();
  const env = await serving({}, 'mock', cwd);
  const both = await runHere(['--like', 'a', '--baseline', 'b'], env, cwd);
  expect([both.status, both.stderr]).toEqual([2, expect.stringContaining('both name a run to compare with')]);
  const gone = await runHere(['--like', 'gone'], env, cwd);
  expect([gone.status, gone.stderr]).toEqual([2, expect.stringContaining('The run of --like, "gone", does not exist')]);
  // Two runs that share nothing would agree in everything.
  await conformance(env, cwd, ['--only', 'VER'], 'version');
  const apart = await runHere(['--only', 'CUST-01', '--like', 'version', '--fail-on-drift'], env, cwd);
  expect([apart.status, apart.stderr]).toEqual([2, expect.stringContaining('nothing of what this run asks for')]);
});
