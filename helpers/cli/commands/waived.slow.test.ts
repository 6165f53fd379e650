import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DecisionEntry } from '../../../schemas/types.js';
import { startReferenceServer } from '../../reference-server/server.js';
import { call, conformance, emptyFolder, variablesFor } from '../testing/command.js';

const cwd = emptyFolder();
const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
const signed = ['--by', 'product owner', '--reason', 'Fixed in spring', '--expires', soon];

const decisions = () => JSON.parse(readFileSync(join(cwd, 'decisions.json'), 'utf8')) as DecisionEntry[];

describe('a service with one failure that a waiver covers', () => {
  let [failed, waived]: Awaited<ReturnType<typeof conformance>>[] = [];

  beforeAll(async () => {
    const server = await startReferenceServer({ fault: 'leap-day-in-any-year' });
    const env = variablesFor(server, cwd);
    failed = await conformance(env, cwd, [], 'failed');
    const written = await call(['decide', 'waive', 'CUST-09', '--from', 'failed', ...signed], {}, cwd);
    expect(written).toMatchObject({ status: 0 });
    waived = await conformance(env, cwd, ['--format', 'md,har'], 'waived');
    await server.close();
  }, 120_000);

  test('is conformant but for that waiver, with status 0', () => {
    expect(failed).toMatchObject({ status: 1, report: { summary: { verdict: 'nonconformant' } } });
    expect(waived).toMatchObject({
      status: 0,
      report: { summary: { verdict: 'conformant-with-waivers', counts: { waived: 1 } } },
      stdout: expect.stringMatching(/\nCONFORMANT BUT FOR 1 WAIVED {2}/),
    });
    expect(readFileSync(join(cwd, 'waived', 'summary.md'), 'utf8')).toMatch(/^# Conformant but for 1 waived\n/);
  });

  test('is rejected where conformant is required, and not where waivers are accepted', async () => {
    const verify = (required: string) => call(['verify', 'waived', '--allow-unsigned', '--require', required], {}, cwd);
    const rejected = await verify('conformant');
    expect([rejected.status, rejected.stdout]).toEqual([1, expect.stringMatching(/^REJECTED /)]);
    expect(rejected.stdout).toContain('the run is conformant but for 1 waived, not conformant (--require)');
    expect((await verify('conformant-with-waivers')).status).toBe(0);
  });

  test('keeps one waiver however often it is renewed, of the checks that it covers', async () => {
    const before = decisions();
    expect(before).toEqual([expect.objectContaining({ id: 'CUST-09', check: expect.anything() })]);
    const renewed = await call(
      ['decide', 'waive', 'CUST-09', '--from', 'waived', ...signed, '--ticket', 'ONB-411'],
      {},
      cwd,
    );
    expect([renewed.status, renewed.stderr]).toEqual([
      0,
      expect.stringContaining('It replaces the entry of product owner'),
    ]);
    expect(decisions()).toEqual([{ ...before[0], ticket: 'ONB-411' }]);
  });

  test('has none once it is revoked', async () => {
    const shown = await call(['decide', 'revoke', 'CUST-09', '--print'], {}, cwd);
    expect([shown.status, JSON.parse(shown.stdout)]).toEqual([0, decisions()]);
    expect((await call(['decide', 'revoke', 'CUST-09'], {}, cwd)).stderr).toBe(
      '1 decision on CUST-09 removed from "decisions.json".\n',
    );
    expect(decisions()).toEqual([]);
  });
});

test('a decision of a future date is not in force yet, and is not overdue either', async () => {
  const entry = { id: 'CUST-09', kind: 'waive', by: 'product owner', on: soon, reason: 'Later', expires: soon };
  writeFileSync(join(cwd, 'future.json'), JSON.stringify([entry]));
  const server = await startReferenceServer({ fault: 'leap-day-in-any-year' });
  const argv = ['--only', 'CUST-09', '--decisions', 'future.json'];
  const { status, report } = await conformance(variablesFor(server, cwd), cwd, argv, 'future');
  await server.close();
  expect([status, report.summary.verdict]).toEqual([1, 'nonconformant']);
  expect(report.run.notices?.join()).toContain('The waiver of CUST-09 by product owner is dated');
  const due = await call(['decisions'], { CONFORMANCE_DECISIONS: 'future.json' }, cwd);
  expect([due.status, due.stdout]).toEqual([0, expect.stringMatching(/CUST-09 +waive +not yet in force, until/)]);
  expect(due.stdout).toContain('It is in force from ');
}, 120_000);
