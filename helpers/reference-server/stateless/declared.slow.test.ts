import { afterEach, describe, expect, test } from 'vitest';
import { renderJunit } from '../../../reports/formats/junit.js';
import { headline } from '../../../reports/wording/verdict-labels.js';
import { type LackName, lackGroups } from '../../../schemas/fsapi/groups.js';
import type { DecisionEntry, Report } from '../../../schemas/types.js';
import { serve } from '../../api/listener.js';
import { type ConformanceOptions, runConformance } from '../../api/run-conformance.js';
import { lookAt } from '../../cli/commands/first-steps/doctor.js';
import { emptyFolder } from '../../cli/testing/command.js';
import { fsapi } from '../../fsapi/fsapi.js';
import { variablesOf } from '../../settings/schema.js';
import { startReferenceServer } from '../server.js';
import { known } from '../testing/services.js';
import { listenerOf } from '../testing/stateless.js';

const lackNames = Object.keys(lackGroups) as LackName[];

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const lack = (id: LackName): DecisionEntry => {
  return { id, kind: 'lack', by: 'the owner of the mock', on: '2026-01-01', reason: 'It keeps no state.' };
};

async function addressOf(name: string): Promise<string> {
  const server = await serve(listenerOf(name), '/v1/');
  open.push(server);
  return server.baseUrl;
}

async function declared(baseUrl: string): Promise<readonly LackName[]> {
  const env = variablesOf({ baseUrl, ...known });
  const { lacks = [], requests } = await lookAt({ declare: true }, { tested: fsapi, env, cwd: emptyFolder() });
  expect(requests).toBeLessThanOrEqual(10);
  return lacks as readonly LackName[];
}

const run = (baseUrl: string, lacks: readonly LackName[], options: ConformanceOptions = {}) =>
  runConformance({
    ...{ baseUrl, ...known, environment: 'mock', decisions: lacks.map(lack) },
    ...{ seed: 1, observe: 'none', evidence: 'none', ...options },
  });

const having = ({ requirements }: Report, verdict: string) =>
  requirements.filter((row) => row.verdict === verdict).map(({ id }) => id);

/** What a mock lacks that compares keys and does nothing else. */
const all: readonly LackName[] = ['idempotency', 'tenants', 'formats', 'bad-json'];

describe('a mock without state, declared by what doctor sees', { timeout: 120_000 }, () => {
  test.each(['canned', 'a few in turn', 'a few by the try, anything accepted', 'echo'])(
    '%s is fit as declared',
    async (name) => {
      const baseUrl = await addressOf(name);
      const lacks = await declared(baseUrl);
      expect(lacks).toEqual(all);
      const { report, exitStatus } = await run(baseUrl, lacks);
      expect([...having(report, 'fail'), ...having(report, 'inconclusive')]).toEqual([]);
      expect([report.summary.verdict, exitStatus]).toEqual(['fit-as-declared', 0]);
      expect(headline(report).text).toBe('Fit as declared');
      const declarable = lacks.flatMap((group) => lackGroups[group].requirements as readonly string[]);
      expect(having(report, 'lacking').filter((id) => !declarable.includes(id))).toEqual([]);
      expect(report.summary.counts.lacking).toBe(having(report, 'lacking').length);
      expect(renderJunit(report, [], fsapi)).not.toMatch(/<(failure|error)/);
    },
  );

  test('what was not declared fails it: a listing that is another at each reading', async () => {
    const baseUrl = await addressOf('random');
    const { report, exitStatus } = await run(baseUrl, lackNames);
    expect([report.summary.verdict, exitStatus, having(report, 'fail')]).toEqual(['nonconformant', 1, ['ACCT-05']]);
    expect(having(report, 'lacking')).toContain('IDEM-01');
  });

  test('a floor without which nothing can be told stays what it is', async () => {
    const { report, exitStatus } = await run(await addressOf('always 200'), lackNames);
    expect([report.summary.verdict, exitStatus]).toEqual(['nonconformant', 1]);
    expect(having(report, 'fail')).toEqual(['AUTH-01', 'AUTH-02']);
  });
});

describe('a service that leaks', { timeout: 120_000 }, () => {
  test('and is declared to have no tenants never says conformant, and the leak stands beside it', async () => {
    const server = await startReferenceServer({ https: false, fault: 'listing-without-tenant-filter' });
    open.push(server);
    const { credentials, baseUrl } = server;
    const { report, exitStatus } = await run(baseUrl, ['tenants'], credentials);
    expect([report.summary.verdict, exitStatus]).toEqual(['fit-as-declared', 0]);
    expect(having(report, 'lacking')).toContain('ACCT-02');
    const texts = [headline(report).text, JSON.stringify(report.summary)].join('\n');
    expect(texts).not.toMatch(/\bconformant/i);
    expect(report.requirements.find(({ id }) => id === 'ACCT-02')).toMatchObject({
      found: expect.stringMatching(/./),
      decision: { id: 'tenants', by: 'the owner of the mock' },
    });
    const all = await run(baseUrl, lackNames, credentials);
    expect(all.report.unusedWaivers).toEqual(lackNames.filter((name) => name !== 'tenants'));
  });
});
