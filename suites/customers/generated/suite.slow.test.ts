import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { ConformanceOptions } from '../../../helpers/api/run-conformance.js';
import { call, emptyFolder, variablesFor } from '../../../helpers/cli/testing/command.js';
import { checkName } from '../../../helpers/configuration/generated-cases.js';
import type { Change } from '../../../helpers/reference-server/middleware.js';
import { failedChecks } from '../../../helpers/reference-server/testing/recorded-kills.js';
import { runAgainst } from '../../../helpers/reference-server/testing/run-against.js';
import { members } from '../../../schemas/fsapi/members.js';
import type { Report } from '../../../schemas/types.js';
import { against, checkOf, closeServices, conforming, faults, quota, started } from './services.fixture.js';

/** Generated cases against services that have one fault, and against some that have none, however odd. */
afterEach(closeServices);

/** The same, into a folder that the command line verifies. */
async function kept(options: ConformanceOptions, change?: Change) {
  const cwd = emptyFolder();
  const outcome = await against(change, { ...options, out: join(cwd, 'out'), formats: ['har'] });
  return { ...outcome, created: createdIn(cwd), verified: (await call(['verify', 'out'], {}, cwd)).stdout };
}

/** What created.json lists: of generated cases the report only counts the customers. */
function createdIn(cwd: string): Report['created'] {
  return JSON.parse(readFileSync(join(cwd, 'out', 'created.json'), 'utf8')).customers;
}

/** Waits until a run into `out` has asked some cases. */
async function untilCases(cwd: string): Promise<void> {
  for (let look = 0; look < 600; look += 1) {
    const list = join(cwd, 'out', 'created.json');
    if (existsSync(list) && readFileSync(list, 'utf8').split('"idempotencyKey"').length > 100) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('faults that only generated cases find', { timeout: 120_000 }, () => {
  test('a day beyond the end of one month: shrunk to the first such day', async () => {
    const { report, exitStatus, verified } = await kept({ only: ['CUST-09'], cases: 300 }, faults.july);
    expect(exitStatus).toBe(1);
    expect(failedChecks(report)).toEqual(['CUST-09 generated: malformed']);
    const check = checkOf(report, 'CUST-09', checkName('malformed'));
    expect(check.found).toContain('1990-07-32');
    expect(check.sent).toMatchObject({ request: 'POST /customers', change: expect.stringContaining('1990-07-32') });
    expect(check.received).toMatch(/^201.*\n.*case \d+/);
    expect(check.again).toContain('"date_of_birth":"1990-07-32"');
    expect(check.exchanges[0]).toMatch(/^x\d{4}$/);
    expect(verified).toContain('UNVERIFIED');
  });

  test('a capital letter inside a word', async () => {
    const { report } = await against(faults.gender, { only: ['CUST-08'], cases: 150 });
    expect(failedChecks(report)).toEqual(['CUST-08 generated: malformed']);
    expect(checkOf(report, 'CUST-08', checkName('malformed')).found).toMatch(/"(?:fEmale|mAle)"/);
  });

  test('a valid name that brings the service down is not decided, and shown as small as it can be', async () => {
    const { report, exitStatus } = await against(faults.latin, { only: ['CUST-02'], cases: 60 });
    expect(exitStatus).toBe(3);
    const check = checkOf(report, 'CUST-02', checkName('well-formed'));
    expect(check.verdict).toBe('inconclusive');
    expect(check.reason).toMatch(/returned 500.*generated case \d+/);
  });
});

describe('services that conform', { timeout: 120_000 }, () => {
  test.each(Object.keys(conforming) as (keyof typeof conforming)[])('%s: nothing fails', async (name) => {
    const { report, exitStatus } = await against(conforming[name], { only: ['CUST'], cases: 12, concurrency: 16 });
    const described = report.requirements.flatMap(({ id, checks }) => checks.map((one) => ({ id, ...one })));
    expect(described.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive')).toEqual([]);
    expect(exitStatus).toBe(0);
  });

  /** Of each kind of freedom one that has something to do with rejections, with values normalised, or with identities. */
  const sample = ['refusals-200-success-false', 'country-read-by-name', 'phones-without-separators', 'email-unique'];
  test.each(sample)('the variant %s: nothing fails', async (variant) => {
    const server = await started({ variant, https: false });
    const options = { only: ['CUST'], cases: 12, seed: 3, observe: 'none', concurrency: 16 } as const;
    const { report, exitStatus } = await runAgainst(server, options);
    expect(failedChecks(report)).toEqual([]);
    expect(exitStatus).toBe(0);
  });

  test('a quota that runs out leaves open what was rejected, and fails nothing', async () => {
    const { report, exitStatus } = await against(quota(60), { only: ['CUST-02', 'CUST-09'], cases: 60 });
    expect(failedChecks(report)).toEqual([]);
    expect(exitStatus).toBe(3);
    expect(checkOf(report, 'CUST-09', checkName('malformed')).reason).toContain(
      'A valid customer sent afterwards returned 403',
    );
  });
});

describe('what a run with cases is', { timeout: 120_000 }, () => {
  test('each is asked and counted, few stay in the evidence, and everybody created is listed', async () => {
    const { report, created, verified } = await kept({ only: ['CUST'], cases: 30 });
    const all = members.length * 2 * 30;
    const { run, summary, requirements } = report;
    expect(run.cases).toMatchObject({ each: 30, planned: all, asked: all });
    const cases = requirements.flatMap(({ checks }) => checks.flatMap((check) => check.cases ?? []));
    expect(cases.reduce((sum, { asked }) => sum + asked, 0)).toBe(all);
    for (const { asked, letIn, refused, putRight, open: left } of cases)
      expect(letIn + refused + putRight + left).toBe(asked);
    const unkept = run.cases?.unkept.requests ?? 0;
    expect(unkept).toBeGreaterThan(all / 2);
    expect(run.evidence?.exchanges).toBe(summary.requests - unkept);
    expect(summary.customersCreated).toBe(created.length);
    expect(created.length).toBeGreaterThan(members.length * 30);
    expect(report.created.length).toBe(created.length - (run.cases?.unkept.customers ?? 0));
    expect(created.every(({ identity, email }) => identity !== undefined && email.endsWith('@example.com'))).toBe(true);
    expect(new Set(created.map(({ identity }) => identity)).size).toBe(created.length);
    expect(run.notices?.join(' ')).toMatch(new RegExp(`${all} .*seed 11.*${unkept}`));
    expect(verified).toContain('UNVERIFIED');
  });

  test('a deep gate on a failing service ends with the first failure where that is asked for', async () => {
    const { report } = await against(faults.gender, { only: ['CUST'], cases: 200, bail: true });
    expect(report.run.complete).toBe(false);
    expect(report.run.cases?.asked).toBeLessThan(report.run.cases?.planned ?? 0);
  });

  test('an interrupt leaves what was learned, incomplete, with all that was created', async () => {
    const server = await started({ https: false });
    const cwd = emptyFolder();
    const argv = ['run', '--only', 'CUST-02', '--cases', '9000', '--seed', '1', '--format', 'json,har', '--out', 'out'];
    const { status } = await call(argv, variablesFor(server, cwd), cwd, {
      meanwhile: (child) => void untilCases(cwd).then(() => child.kill('SIGINT')),
    });
    expect(status).toBe(130);
    const { run, summary } = JSON.parse(readFileSync(join(cwd, 'out', 'report.json'), 'utf8')) as Report;
    const created = createdIn(cwd);
    expect(run.complete).toBe(false);
    expect(run.cases?.asked).toBeGreaterThan(0);
    expect(run.cases?.asked).toBeLessThan(18_000);
    expect(summary.customersCreated).toBe(created.length);
    expect(created.length).toBeGreaterThan(10);
    expect((await call(['verify', 'out'], {}, cwd)).stdout).toContain('UNVERIFIED');
  });
});
