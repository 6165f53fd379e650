import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { renderJunit } from '../../../reports/formats/junit.js';
import { headline } from '../../../reports/wording/verdict-labels.js';
import { lackGroups } from '../../../schemas/fsapi/groups.js';
import type { DecisionEntry, Report } from '../../../schemas/types.js';
import { type Listener, serve } from '../../api/listener.js';
import { type ConformanceOptions, runConformance } from '../../api/run-conformance.js';
import { call, emptyFolder, rowOf, runHere, withVerdict } from '../../cli/testing/command.js';
import { fsapi } from '../../fsapi/fsapi.js';
import { variablesOf } from '../../settings/schema.js';
import { startReferenceServer } from '../server.js';
import { type Asked, known, type Reply, serving } from '../testing/services.js';
import { listenerOf } from '../testing/stateless.js';

const declarable: readonly string[] = [...new Set(Object.values(lackGroups).flatMap((group) => group.requirements))];

const lack = (id: string): DecisionEntry => {
  return { id, kind: 'lack', by: 'the owner of the mock', on: '2026-01-01', reason: 'It keeps no state.' };
};

const run = (lacks: readonly string[], target: ConformanceOptions) =>
  runConformance({
    ...{ ...known, environment: 'mock', decisions: lacks.map(lack) },
    ...{ seed: 1, observe: 'none', evidence: 'none', ...target },
  });

/** A gate: a mock that can be changed, the folder of its checkout, and what one types there. */
async function gate(listener: Listener, keys: object = known) {
  let current = listener;
  const { baseUrl, close } = await serve((request, response) => current(request, response), '/v1/');
  onTestFinished(close);
  const settings = { baseUrl, ...keys, environment: 'mock', observe: 'none', evidence: 'none', format: 'html' };
  const env = variablesOf(settings as ConformanceOptions);
  const ran = async (cwd: string) => {
    const { status, stdout } = await runHere([], env, cwd);
    const file = (name: string) => readFileSync(join(cwd, 'reports', 'latest', name), 'utf8');
    const report = JSON.parse(file('report.json')) as Report;
    const [, offered = ''] = /decide lack (\S+) --by … --reason …\n/.exec(stdout) ?? [];
    return { status, stdout, report, offered, page: file('report.html') };
  };
  const declare = (cwd: string, names: string) =>
    call(['decide', 'lack', names, '--by', 'me', '--reason', 'It keeps no state'], env, cwd);
  const change = (other: Listener) => {
    current = other;
  };
  return { ran, declare, change, cwd: emptyFolder() };
}

describe('a mock without state: run, declare what the run offers, run', () => {
  const mocks = ['canned', 'a few in turn', 'a few by the try, anything accepted', 'echo'];
  test.each(mocks)('%s is fit as declared', async (name) => {
    const { ran, declare, cwd } = await gate(listenerOf(name));
    const before = await ran(cwd);
    expect([before.status, before.offered]).toEqual([1, expect.stringMatching(/^(HTTP-05,)?idempotency,.*formats/)]);
    expect(await declare(cwd, before.offered)).toMatchObject({ status: 0 });
    const { report, status, stdout } = await ran(cwd);
    expect([...withVerdict(report, 'fail'), ...withVerdict(report, 'inconclusive')]).toEqual([]);
    expect([report.summary.verdict, status]).toEqual(['fit-as-declared', 0]);
    expect(headline(report).text).toBe('Fit as declared');
    expect(stdout.match(/^LACKING .*/gm)).toHaveLength(1);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(/It keeps no state\. Declared on \d+ \w+ \d+ by me, until revoked\./);
    expect(renderJunit(report, [], fsapi)).not.toMatch(/<(failure|error)/);
  });

  test.each([
    ['a listing that is another at each reading', 'random', ['ACCT-05']],
    ['a floor without which nothing can be decided', 'always 200', ['AUTH-01', 'AUTH-02']],
  ])('what was not declared fails it: %s', async (_, name, fails) => {
    const { report, exitStatus } = await run(declarable, { listener: listenerOf(name) });
    expect([report.summary.verdict, exitStatus]).toEqual(['nonconformant', 1]);
    expect(withVerdict(report, 'fail')).toEqual(fails);
    expect(withVerdict(report, 'lacking')).toContain('IDEM-01');
  });
});

const canned = (): Reply => [201, { id: 'cus_5d1f7c20' }];
const accountsOf = (tenant: string): Reply => [200, { data: [1, 2].map((at) => ({ id: `acc-${tenant}-${at}` })) }];
const compares = serving({
  create: canned,
  list: ({ tenant, named }) => (named === tenant ? accountsOf(tenant) : [403, { error: 'forbidden' }]),
});

describe('a mock that compared x-tenant-id, and no longer does, is not covered by what it declared', () => {
  const { otherApiKey: _, otherTenantId: __, ...oneTenant } = known;
  const byName = ({ named }: Asked) => accountsOf(named === known.otherTenantId ? named : known.tenantId);
  test.each([
    ['of two tenants', known, byName, 1, 'fail'],
    ['of one tenant', oneTenant, ({ tenant }: Asked) => accountsOf(tenant), 3, 'skipped'],
  ] as const)('%s', async (_, keys, list, expected, verdict) => {
    const { ran, declare, change, cwd } = await gate(compares, keys);
    const { offered } = await ran(cwd);
    expect(offered).toContain('tenants');
    await declare(cwd, offered);
    const fit = await ran(cwd);
    expect([fit.status, rowOf(fit.report, 'ACCT-04').verdict]).toEqual([0, 'pass']);
    const advice = /OTHER_TENANT_ID|second, unrelated test tenant/;
    for (const text of [fit.stdout, fit.page, JSON.stringify(fit.report)]) expect(text).not.toMatch(advice);
    change(serving({ create: canned, list }));
    const fresh = emptyFolder();
    cpSync(join(cwd, 'decisions.json'), join(fresh, 'decisions.json'));
    for (const folder of [cwd, fresh]) {
      const { status, report, offered: again } = await ran(folder);
      expect([status, rowOf(report, 'ACCT-04').verdict]).toEqual([expected, verdict]);
      expect(['ACCT-04', 'tenants']).toContain(again);
    }
  });
});

test('an entry whose requirement passes is named, until it is revoked', async () => {
  const { ran, declare, change, cwd } = await gate(listenerOf('a few in turn'));
  await declare(cwd, (await ran(cwd)).offered);
  change(serving({ isValid: (_, sent) => sent.endsWith('}') }));
  const mended = await ran(cwd);
  const text = mended.stdout.replace(/\s+/g, ' ');
  expect(text).toMatch(/What the decisions declare lacking passes: .*IDEM-01.* decide revoke .*IDEM-01,IDEM-04/);
  expect(mended.report.unusedWaivers).toContain('IDEM-01');
  expect((await call(['decide', 'revoke', mended.report.unusedWaivers?.join(',') ?? ''], {}, cwd)).status).toBe(0);
  expect((await ran(cwd)).stdout).not.toContain('declare lacking');
});

test('a leak that is declared as a lack never says conformant, and stands beside it', async () => {
  const server = await startReferenceServer({ https: false, fault: 'listing-without-tenant-filter' });
  onTestFinished(server.close);
  const { report, exitStatus } = await run(declarable, { baseUrl: server.baseUrl, ...server.credentials });
  expect([report.summary.verdict, exitStatus]).toEqual(['fit-as-declared', 0]);
  expect(withVerdict(report, 'lacking')).toContain('ACCT-02');
  const texts = [headline(report).text, JSON.stringify(report.summary)].join('\n');
  expect(texts).not.toMatch(/\bconformant/i);
  const decision = { by: 'the owner of the mock' };
  expect(rowOf(report, 'ACCT-02')).toMatchObject({ found: expect.stringMatching(/./), decision });
  const passing = declarable.filter((id) => rowOf(report, id).verdict === 'pass');
  expect(report.unusedWaivers?.toSorted()).toEqual(passing.toSorted());
});
