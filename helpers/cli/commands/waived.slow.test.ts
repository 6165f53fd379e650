import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { startReferenceServer } from '../../reference-server/server.js';
import { call, conformance, emptyFolder, variablesFor } from '../testing/command.js';

const cwd = emptyFolder();
const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
const signed = ['--by', 'product owner', '--reason', 'Fixed in spring', '--until', soon];

describe('a service with one failure that a waiver covers', () => {
  let [failed, waived]: Awaited<ReturnType<typeof conformance>>[] = [];

  beforeAll(async () => {
    const server = await startReferenceServer({ fault: 'leap-day-in-any-year' });
    const env = variablesFor(server, cwd);
    failed = await conformance(env, cwd, [], 'failed');
    const written = await call(['waive', 'CUST-09', '--report', 'failed', ...signed], {}, cwd);
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
    const badges = join(cwd, 'reports', 'badges');
    const [badge = ''] = readdirSync(badges).filter((name) => name.endsWith('.json'));
    const { message, color } = JSON.parse(readFileSync(join(badges, badge), 'utf8')) as Record<string, string>;
    expect([message, color]).toEqual(['conformant but for 1 waived, 5 skipped', '#8a5300']);
  });

  test('is rejected where conformant is required, and not where waivers are accepted', async () => {
    const verify = (required: string) => call(['verify', 'waived', '--allow-unsigned', '--require', required], {}, cwd);
    const rejected = await verify('conformant');
    expect([rejected.status, rejected.stdout]).toEqual([1, expect.stringMatching(/^REJECTED /)]);
    expect(rejected.stdout).toContain('the run is conformant but for 1 waived, not conformant (--require)');
    expect((await verify('conformant-with-waivers')).status).toBe(0);
  });

  test('is confirmed by its evidence', async () => {
    const { status, stdout } = await call(['rejudge', 'waived', '--json'], {}, cwd);
    expect([status, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ contradicted: false })]);
  });
});
