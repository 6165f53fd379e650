import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { call, conformance, emptyFolder, variablesFor } from '../cli/testing/command.js';
import { startReferenceServer } from '../reference-server/server.js';

const only = ['--only', 'ACCT,CUST-19,CUST-09,IDEM-01,IDEM-07'];
const differing = ({ requirements }: Report) => requirements.flatMap(({ id, drift }) => (drift ? [id] : []));

test('a mock beside Sandbox: every difference by both names, status 1 until it is accepted', async () => {
  const cwd = emptyFolder();
  const fault = 'stores-as-date-of-birth-a-time-zone-appended';
  const servers = await Promise.all([
    startReferenceServer({ https: false, fault }),
    startReferenceServer({ https: false, variant: 'creation-200' }),
  ]);
  const sandbox = { ...variablesFor(servers[0], cwd), CONFORMANCE_ENVIRONMENT: 'sandbox' };
  const mock = { ...variablesFor(servers[1], cwd), CONFORMANCE_ENVIRONMENT: 'mock' };
  await conformance(sandbox, cwd, only, 'sandbox');
  const like = [...only, '--baseline', 'sandbox'];
  const beside = await conformance(mock, cwd, [...like, '--format', 'md,junit,html'], 'mock');
  const { status, report } = beside;
  expect([status, report.run.baseline?.names]).toEqual([0, ['process on this machine', 'this mock']]);
  expect([differing(report), report.news]).toEqual([['CUST-09', 'CUST-19'], []]);
  const sentences = report.requirements.flatMap(({ drift }) => drift?.sentence ?? []);
  expect(sentences[0]).toBe('Verdict: process on this machine fail, this mock pass.');
  expect(sentences[1]).toMatch(/process on this machine 201, this mock 200/);
  const summary = readFileSync(join(cwd, 'mock', 'summary.md'), 'utf8');
  expect(summary).toMatch(/Compared with process on this machine \(.*## What differs/s);
  expect(summary).not.toMatch(/; now |is gone|is new|Changed|nobody has accepted that yet/);

  const strict = await conformance(mock, cwd, [...like, '--fail-on-drift', '--format', 'junit'], 'strict');
  expect(strict.status).toBe(1);
  expect(strict.stdout).toMatch(/Exit 1: 2 differences \(.*\), and --fail-on-drift was given/s);
  expect(readFileSync(join(cwd, 'strict', 'junit.xml'), 'utf8')).toMatch(
    /<error message="It differs from process on this machine/,
  );

  for (const id of differing(report)) {
    const entry = ['decide', 'accept', id, '--from', 'mock', '--by', 'the mock team', '--reason', 'Meant so.'];
    expect((await call(entry, {}, cwd)).status).toBe(0);
  }
  const accepted = await conformance(mock, cwd, [...like, '--fail-on-drift'], 'accepted');
  expect([accepted.status, differing(accepted.report)]).toEqual([0, []]);
  for (const { close } of servers) await close();
});
