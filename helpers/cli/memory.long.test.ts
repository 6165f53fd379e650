import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { listed } from '../reference-server/answers.js';
import { afterwards } from '../reference-server/middleware.js';
import { callMeasured } from '../reference-server/misbehaving/measured.fixture.js';
import { startReferenceServer } from '../reference-server/server.js';
import { call, emptyFolder, variablesFor } from './testing/command.js';

const cwd = emptyFolder();

const reports = {
  '500 MB': '',
  'without end': undefined,
  'a million objects': `[${'{},'.repeat(1_000_000)}{}]`,
  'a million levels': '['.repeat(1_000_000),
  'a million errors': JSON.stringify({ requirements: Array.from({ length: 400_000 }, () => ({})) }),
};
beforeAll(() => {
  for (const [name, text] of Object.entries(reports)) {
    mkdirSync(join(cwd, name));
    if (text === undefined) symlinkSync('/dev/zero', join(cwd, name, 'report.json'));
    else writeFileSync(join(cwd, name, 'report.json'), text);
  }
  truncateSync(join(cwd, '500 MB', 'report.json'), 500 * 1024 * 1024);
});

test.each(Object.keys(reports))('diff of %s: status 2, in one sentence', async (name) => {
  const { status, stdout, stderr, peakMiB, cpuSeconds } = await callMeasured(['diff', name, name], {}, cwd);
  expect([status, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1]);
  expect(cpuSeconds).toBeLessThan(10);
  expect(peakMiB).toBeLessThan(300);
});

test('verify of 500 MB reads none of it', async () => {
  const { status, stdout } = await call(['verify', '500 MB'], {}, cwd);
  expect([status, stdout]).toEqual([1, expect.stringContaining('report.json is larger than any file of a run')]);
});

/** Of each tenant 600 kB, which every listing of a run shows. */
const accounts = (tenant: string) => {
  const id = (at: number) => `acc_${tenant.slice(-4)}${at.toString(36).padStart(8, '0')}7f`;
  return Array.from({ length: 10_000 }, (_, at) => ({ id: id(at), type: 'checking', currency: 'USD' }));
};

test.each([
  ['an array', accounts],
  ['an object', (tenant: string) => Object.fromEntries(accounts(tenant).map(({ id, ...rest }) => [id, rest]))],
])('a run against a listing of 10,000 members, %s, reports and evidence included', async (_, listing) => {
  const bodies = new Map<string, string>();
  const middleware = afterwards(listed, (answer, { tenantId }) => {
    const body = bodies.get(tenantId) ?? JSON.stringify(listing(tenantId));
    bodies.set(tenantId, body);
    return { ...answer, body };
  });
  const server = await startReferenceServer({ https: false, change: { middleware } });
  const { status, stdout, peakMiB } = await callMeasured(['run', '--seed', '1'], variablesFor(server, cwd), cwd);
  await server.close();
  // All that is decided without the end of a listing passes: 3 is inconclusive.
  expect([0, 3], stdout).toContain(status);
  expect(peakMiB).toBeLessThan(300);
});
