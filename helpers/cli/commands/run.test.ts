import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unseen } from '../../../reports/testing/hostile.js';
import { catalogue } from '../../../schemas/fsapi/catalogue.js';
import type { Evidence } from '../../../schemas/types.js';
import { validator } from '../../../schemas/validate.js';
import { startReferenceServer } from '../../reference-server/server.js';
import { call, conformance, emptyFolder, reportIn, runHere, variablesFor, withVerdict } from '../testing/command.js';

test.concurrent('--embedded: a demonstration, every requirement evaluated, all files, status 0', async () => {
  const cwd = emptyFolder();
  const { status, stdout, stderr } = await call(['--embedded'], {}, cwd);
  expect(stderr).toBe('');
  expect(status, stdout).toBe(0);
  expect(stdout).toMatch(/^DEMONSTRATION {2}/m);
  expect(stdout).not.toContain('CONFORMANT');
  expect(stdout).not.toMatch(unseen);
  const [id = ''] = readdirSync(join(cwd, 'reports', 'runs'));
  const folder = join(cwd, 'reports', 'runs', id);
  const rendered = ['evidence.har', 'junit.xml', 'manifest.json', 'report.html', 'report.json', 'summary.md'];
  expect(readdirSync(folder).sort()).toEqual(['created.json', ...rendered]);
  expect(readlinkSync(join(cwd, 'reports', 'latest'))).toBe(join('runs', id));
  expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('# Demonstration');

  const report = reportIn(folder);
  expect(validator('report')(report)).toBe(true);
  expect(report.summary).toMatchObject({ demonstration: true, profile: 'full' });
  expect(report.requirements.map(({ id: row }) => row)).toEqual(catalogue.map((row) => row.id));
  const decidable = catalogue.filter(({ basis }) => basis === 'stated' || basis === 'inferred').map((row) => row.id);
  expect(withVerdict(report, 'pass')).toEqual(decidable.filter((row) => row !== 'EVENT-05'));
  expect(report.created).toHaveLength(report.summary.customersCreated);
  const { log } = JSON.parse(readFileSync(join(folder, 'evidence.har'), 'utf8')) as Evidence;
  const recorded = new Set(log.entries.map(({ _id }) => _id));
  const cited = report.requirements.flatMap(({ checks }) => checks.flatMap(({ exchanges }) => exchanges));
  expect(cited.filter((exchange) => !recorded.has(exchange))).toEqual([]);
});

test.concurrent('a filter tests what it names, skips the rest, and a CI job gets its summary', async () => {
  const cwd = emptyFolder();
  const file = join(cwd, 'job.md');
  const argv = ['--embedded', '--only', 'VER,AUTH-02'];
  const { report, status } = await conformance({ GITHUB_STEP_SUMMARY: file }, cwd, argv);
  expect(withVerdict(report, 'pass')).toEqual(['AUTH-02', 'VER-01']);
  expect([status, report.summary.verdict]).toEqual([0, 'partial']);
  expect(report.summary.counts.skipped).toBe(catalogue.filter(({ basis }) => basis !== 'not-shown').length - 2);
  expect(readFileSync(file, 'utf8')).toContain('# Demonstration');
});

test.concurrent('status 1: an invalid certificate fails HTTP-01, and the run sends no request and no key', async () => {
  const server = await startReferenceServer();
  const cwd = emptyFolder();
  const { CONFORMANCE_CA_FILE: _, ...env } = variablesFor(server, cwd);
  const { report, status } = await conformance(env, cwd);
  await server.close();
  expect([status, withVerdict(report, 'fail'), report.summary.requests]).toEqual([1, ['HTTP-01'], 0]);
});

test.concurrent('status 2: no target, or none any more, in one line on stderr', async () => {
  for (const env of [{}, { CONFORMANCE_BASE_URL: '', CONFORMANCE_ENVIRONMENT: 'sandbox' }, { CI: 'true' }]) {
    const cwd = emptyFolder();
    const { status, stdout, stderr } = await runHere(['--seed', '7'], env as Record<string, string>, cwd);
    expect({ status, stdout, left: readdirSync(cwd) }).toEqual({ status: 2, stdout: '', left: [] });
    expect(stderr).toMatch(/^.*CONFORMANCE_BASE_URL.*\n$/);
  }
});
