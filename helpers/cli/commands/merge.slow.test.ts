import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readHar } from '../../../reports/formats/har-reader.js';
import { members } from '../../../schemas/members.js';
import type { Report } from '../../../schemas/types.js';
import { checkName } from '../../configuration/case-share.js';
import { faults } from '../../property-tests/services.fixture.js';
import { type ReferenceServer, startReferenceServer } from '../../reference-server/server.js';
import { call, conformance, emptyFolder, variablesFor } from '../testing/command.js';

const cwd = emptyFolder();
const cases = 6;
const common = ['--seed', '4', '--observe', 'none', '--format', 'html,md,junit,har'];
const parts = ['one', 'two', 'three'];

const reportIn = (name: string): Report => JSON.parse(readFileSync(join(cwd, name, 'report.json'), 'utf8')) as Report;
const evidenceIn = (name: string) => readHar(readFileSync(join(cwd, name, 'evidence.har'), 'utf8')).evidence;
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** One run against a server, in three parts. */
async function divided(
  server: ReferenceServer,
  names: readonly string[],
  more: readonly string[] = ['--cases', String(cases)],
) {
  const env = variablesFor(server, cwd);
  for (const [at, name] of names.entries())
    await conformance(env, cwd, [...common, '--shard', `${at + 1}/${names.length}`, ...more], name);
}

const merge = (names: readonly string[], out: string, env: Record<string, string> = {}) =>
  call(['merge', ...names, '--out', out], env, cwd);

beforeAll(async () => {
  const server = await startReferenceServer({ https: false });
  await divided(server, parts);
  await server.close();
}, 120_000);

describe('shards', () => {
  test('one shard runs the checks, each shard its own cases; a shard says what it is', () => {
    const [first, ...others] = parts.map(reportIn) as [Report, ...Report[]];
    const ordinary = ({ requirements }: Report) =>
      requirements.flatMap(({ checks }) => checks.filter(({ name }) => !name.startsWith('generated')));
    expect(ordinary(first).length).toBeGreaterThan(100);
    for (const other of others) expect(ordinary(other)).toEqual([]);
    expect(sum([first, ...others].map(({ run }) => run.cases?.asked ?? 0))).toBe(members.length * 2 * cases);
    for (const { run, summary } of [first, ...others]) {
      expect(run.complete).toBe(false);
      expect(run.stopped).toMatch(/\d of 3 \(--shard\)/);
      expect(summary.verdict).toBe('partial');
    }
    expect(others[0]?.requirements.find(({ id }) => id === 'AUTH-01')?.verdict).toBe('skipped');
  });

  test('the shards send what one run would: the same members from any machine', async () => {
    // Of few cases all exchanges stay in the evidence.
    const few = ['--cases', '3', '--only', 'CUST-09,CUST-15'];
    const server = await startReferenceServer({ https: false });
    await divided(server, ['f1', 'f2', 'f3'], few);
    const whole = await conformance(variablesFor(server, cwd), cwd, [...common, ...few], 'whole');
    await server.close();
    const sent = (name: string) =>
      evidenceIn(name)
        .filter(({ purpose }) => purpose.startsWith('with "'))
        .map(({ request }) => {
          const { email: _, phone: __, ...rest } = JSON.parse(request.body ?? '{}') as Record<string, unknown>;
          return JSON.stringify(rest);
        });
    expect(whole.report.run.cases?.unkept.requests).toBe(0);
    const together = new Set(['f1', 'f2', 'f3'].flatMap(sent));
    expect(together.size).toBeGreaterThan(10);
    expect([...together].sort()).toEqual([...new Set(sent('whole'))].sort());
  }, 120_000);
});

describe('joined', () => {
  test('counts add up, exchanges have numbers of their own, and verify finds it intact', async () => {
    const { status, stdout } = await merge(parts, 'joined');
    expect(stdout).toContain('CONFORMANT');
    expect(status).toBe(0);
    const reports = parts.map(reportIn);
    const report = reportIn('joined');
    expect(report.run).toMatchObject({ complete: true, shards: { of: 3, here: [1, 2, 3], finished: true } });
    expect(report.run.stopped).toBeUndefined();
    expect(report.summary.requests).toBe(sum(reports.map(({ summary }) => summary.requests)));
    expect(report.summary.customersCreated).toBe(sum(reports.map(({ summary }) => summary.customersCreated)));
    const created = (name: string) =>
      JSON.parse(readFileSync(join(cwd, name, 'created.json'), 'utf8')).customers as Report['created'];
    const keys = (customers: Report['created']) => customers.map(({ idempotencyKey }) => idempotencyKey).sort();
    expect(created('joined')).toHaveLength(report.summary.customersCreated);
    expect(keys(created('joined'))).toEqual(keys(parts.flatMap(created)));
    expect(report.run.cases?.asked).toBe(members.length * 2 * cases);
    const evidence = evidenceIn('joined');
    expect(evidence.map(({ id }) => id)).toEqual(evidence.map((_, at) => `x${String(at + 1).padStart(4, '0')}`));
    // An exchange that a check names is the one that it named before.
    const before = new Map(parts.map((name) => [name, new Map(evidenceIn(name).map((one) => [one.id, one]))]));
    const after = new Map(evidence.map((one) => [one.id, one]));
    const name = checkName('malformed');
    for (const id of ['CUST-05', 'CUST-09']) {
      const checkIn = (of: Report) =>
        of.requirements.find((row) => row.id === id)?.checks.find((one) => one.name === name);
      const keys = (ids: readonly string[], of?: ReadonlyMap<string, { request: unknown }>) =>
        ids.map((one) => JSON.stringify(of?.get(one)?.request));
      const were = parts.flatMap((part) => keys(checkIn(reportIn(part))?.exchanges ?? [], before.get(part)));
      expect(keys(checkIn(report)?.exchanges ?? [], after).sort()).toEqual(were.sort());
      expect(checkIn(report)?.cases?.planned).toBe(cases);
    }
    for (const file of ['report.html', 'summary.md', 'junit.xml', 'evidence.har', 'manifest.json'])
      expect(existsSync(join(cwd, 'joined', file)), file).toBe(true);
    const verified = await call(['verify', 'joined', '--allow-unsigned'], {}, cwd);
    expect(verified.stdout).toContain('UNVERIFIED');
    expect(verified.status).toBe(0);
  });

  test('in any order, and signed where there is a key', async () => {
    await call(['keygen', 'key'], {}, cwd);
    const env = { CONFORMANCE_SIGNING_KEY_FILE: 'key' };
    const refused = await merge(['three', 'one', 'two'], 'signed', env);
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('no named key vouches for it')]);
    const { status } = await merge(['three', 'one', 'two', '--allow-unsigned'], 'signed', env);
    expect(status).toBe(0);
    expect(reportIn('signed').run.notices?.join(' ')).toContain('Nobody signed shard 1, 2, 3');
    const verified = await call(['verify', 'signed', '--public-key', 'key.pub'], {}, cwd);
    expect(verified.stdout).toContain('is valid');
    const { id: _, notices: __, ...one } = reportIn('joined').run;
    const { id: ___, notices: ____, ...other } = reportIn('signed').run;
    expect({ ...other, evidence: undefined, previous: undefined }).toEqual({
      ...one,
      evidence: undefined,
      previous: undefined,
    });
  });

  test('a missing shard leaves the run incomplete, and the report names it', async () => {
    const { status, stdout } = await merge(['one', 'three'], 'without-two');
    expect(status).toBe(3);
    expect(stdout).toMatch(/2 of 3/);
    expect(reportIn('without-two').run).toMatchObject({ complete: false, stopped: expect.stringContaining('2 of 3') });
    expect(readFileSync(join(cwd, 'without-two', 'report.html'), 'utf8')).toContain('2 of 3');
    expect((await call(['verify', 'without-two', '--allow-unsigned'], {}, cwd)).status).toBe(0);
  });

  test('without the first shard there are no checks, and no requirement passes untested', async () => {
    const { status, stdout } = await merge(['two', 'three'], 'without-one');
    expect(status).toBe(3);
    expect(stdout).toMatch(/1 of 3/);
    const rows = reportIn('without-one').requirements.filter(({ verdict }) => verdict === 'pass');
    expect(rows.map(({ id }) => id)).toEqual(members.map(({ requirement }) => requirement));
    expect((await call(['verify', 'without-one', '--allow-unsigned'], {}, cwd)).status).toBe(0);
  });

  test('a finding of one shard is a finding of the whole run', async () => {
    const server = await startReferenceServer({ https: false, change: faults.subdivision });
    await divided(server, ['b1', 'b2'], ['--cases', '60', '--only', 'CUST-15']);
    await server.close();
    const { status, stdout } = await merge(['b1', 'b2'], 'bad');
    expect(status).toBe(1);
    expect(stdout).toContain('CUST-15');
    const check = reportIn('bad')
      .requirements.find(({ id }) => id === 'CUST-15')
      ?.checks.find(({ verdict }) => verdict === 'fail');
    expect(check?.found).toContain('"US-AAAAA"');
    const shown = evidenceIn('bad').find(({ id }) => id === check?.exchanges[0]);
    expect(shown?.request.body).toContain('US-AAAAA');
    expect((await call(['verify', 'bad', '--allow-unsigned'], {}, cwd)).status).toBe(0);
  }, 120_000);

  test('a requirement that one shard alone evaluated is not reported as skipped', async () => {
    const server = await startReferenceServer({ https: false });
    await divided(server, ['r1', 'r2'], ['--cases', '1', '--only', 'CUST-05,AUTH-01', '--require', 'AUTH-01']);
    await server.close();
    expect(reportIn('r2').run.notices?.join(' ')).toContain('AUTH-01 is required and was skipped.');
    const { status } = await merge(['r1', 'r2'], 'required');
    expect(status).toBe(0);
    expect(reportIn('required').run.notices?.join(' ')).not.toContain('is required');
    expect((await call(['verify', 'required', '--allow-unsigned'], {}, cwd)).status).toBe(0);
  }, 120_000);

  test('a decision used in one shard is used in the whole run', async () => {
    const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
    const why = { by: 'the owner', on: day(0), reason: 'known' };
    const entry = { id: 'CUST-15', kind: 'waive', ...why, expires: day(30) };
    writeFileSync(join(cwd, 'waived.json'), JSON.stringify([entry]));
    const server = await startReferenceServer({ https: false, change: faults.subdivision });
    // So few cases that one part alone finds something.
    await divided(
      server,
      ['w1', 'w2'],
      ['--cases', '12', '--only', 'CUST-15', '--decisions', join(cwd, 'waived.json')],
    );
    await server.close();
    const unused = ['w1', 'w2'].map((name) => reportIn(name).unusedWaivers?.length ?? 0);
    expect(unused.sort()).toEqual([0, 1]);
    const { status } = await merge(['w1', 'w2'], 'waived');
    expect(status).toBe(0);
    const { requirements, run } = reportIn('waived');
    expect(requirements.find(({ id }) => id === 'CUST-15')?.verdict).toBe('waived');
    expect(run.notices?.join(' ')).not.toContain('unused');
    expect((await call(['verify', 'waived', '--allow-unsigned'], {}, cwd)).stdout).toContain('UNVERIFIED');
  }, 120_000);
});

describe('merge rejects', () => {
  const refused = async (names: readonly string[], why: string | RegExp) => {
    const { status, stderr } = await merge(names, 'never');
    expect(stderr).toMatch(why);
    expect(status).toBe(2);
    expect(existsSync(join(cwd, 'never'))).toBe(false);
  };

  test('a shard given twice', () => refused(['one', 'two', 'two'], /Shard 2 was given twice/));

  test('a shard of another run: another seed, filter or number of shards', async () => {
    const server = await startReferenceServer({ https: false });
    const env = variablesFor(server, cwd);
    const few = ['--only', 'CUST-02', '--cases', '2', '--observe', 'none', '--format', 'har'];
    await conformance(env, cwd, [...few, '--seed', '4', '--shard', '1/2'], 'x1');
    await conformance(env, cwd, [...few, '--seed', '5', '--shard', '2/2'], 'x2');
    await conformance(env, cwd, [...few, '--seed', '4', '--shard', '2/3'], 'x3');
    await conformance(env, cwd, [...few, '--seed', '4', '--shard', '2/2', '--only', 'CUST-03'], 'x4');
    await server.close();
    await refused(['x1', 'x2'], /shards of different runs: the seed is "4" in one and "5" in the other/);
    await refused(['x1', 'x3'], /the number of shards is "2" in one and "3" in the other/);
    await refused(['x1', 'x4'], /the configuration is /);
    await refused(['one', 'x1'], /the number of shards/);
  }, 60_000);

  test('a whole run, a modified shard, a shard without its exchanges, and a missing folder', async () => {
    await refused(['whole'], /is not a shard: the run was made without --shard/);
    cpSync(join(cwd, 'two'), join(cwd, 'altered'), { recursive: true });
    const file = join(cwd, 'altered', 'report.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"seed": 4', '"seed": 9'));
    await refused(['one', 'altered'], /is modified, so nothing was made of it/);
    cpSync(join(cwd, 'two'), join(cwd, 'bare'), { recursive: true });
    rmSync(join(cwd, 'bare', 'evidence.har'));
    await refused(['one', 'bare'], /modified|no evidence\.har/);
    await refused(['nowhere'], /There is no folder/);
  });

  test('an output folder that is not empty, and a missing --out', async () => {
    expect((await merge(parts, 'one')).status).toBe(2);
    expect((await call(['merge', ...parts], {}, cwd)).stderr).toContain('needs --out');
  });
});
