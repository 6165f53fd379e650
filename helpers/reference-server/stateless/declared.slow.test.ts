import { describe, expect, onTestFinished, test } from 'vitest';
import { renderJunit } from '../../../reports/formats/junit.js';
import { headline } from '../../../reports/wording/verdict-labels.js';
import { type LackName, lackGroups } from '../../../schemas/fsapi/groups.js';
import type { DecisionEntry } from '../../../schemas/types.js';
import { serve } from '../../api/listener.js';
import { type ConformanceOptions, runConformance } from '../../api/run-conformance.js';
import { lookAt } from '../../cli/commands/first-steps/doctor.js';
import { emptyFolder, rowOf, withVerdict } from '../../cli/testing/command.js';
import { fsapi } from '../../fsapi/fsapi.js';
import { variablesOf } from '../../settings/schema.js';
import { startReferenceServer } from '../server.js';
import { known } from '../testing/services.js';
import { listenerOf } from '../testing/stateless.js';

const lackNames = Object.keys(lackGroups) as LackName[];

const lack = (id: LackName): DecisionEntry => {
  return { id, kind: 'lack', by: 'the owner of the mock', on: '2026-01-01', reason: 'It keeps no state.' };
};

const run = (lacks: readonly LackName[], target: ConformanceOptions) =>
  runConformance({
    ...{ ...known, environment: 'mock', decisions: lacks.map(lack) },
    ...{ seed: 1, observe: 'none', evidence: 'none', ...target },
  });

describe('a mock without state, declared by what doctor sees', () => {
  const mocks = ['canned', 'a few in turn', 'a few by the try, anything accepted', 'echo'];
  test.each(mocks)('%s is fit as declared', async (name) => {
    const { baseUrl, close } = await serve(listenerOf(name), '/v1/');
    onTestFinished(close);
    const place = { tested: fsapi, env: variablesOf({ baseUrl, ...known }), cwd: emptyFolder() };
    const { lacks, requests } = await lookAt({ declare: true }, place);
    expect(requests).toBeLessThanOrEqual(10);
    const found = ['idempotency', 'tenants', 'formats', 'bad-json'] as const;
    expect(lacks).toEqual(found);
    const { report, exitStatus } = await run(found, { baseUrl });
    expect([...withVerdict(report, 'fail'), ...withVerdict(report, 'inconclusive')]).toEqual([]);
    expect([report.summary.verdict, exitStatus]).toEqual(['fit-as-declared', 0]);
    expect(headline(report).text).toBe('Fit as declared');
    const declarable = found.flatMap((group) => lackGroups[group].requirements as readonly string[]);
    expect(withVerdict(report, 'lacking').filter((id) => !declarable.includes(id))).toEqual([]);
    expect(report.summary.counts.lacking).toBe(withVerdict(report, 'lacking').length);
    expect(renderJunit(report, [], fsapi)).not.toMatch(/<(failure|error)/);
  });

  test('what was not declared fails it: a listing that is another at each reading', async () => {
    const { report, exitStatus } = await run(lackNames, { listener: listenerOf('random') });
    expect([report.summary.verdict, exitStatus]).toEqual(['nonconformant', 1]);
    expect(withVerdict(report, 'fail')).toEqual(['ACCT-05']);
    expect(withVerdict(report, 'lacking')).toContain('IDEM-01');
  });

  test('a floor without which nothing can be decided stays what it is', async () => {
    const { report, exitStatus } = await run(lackNames, { listener: listenerOf('always 200') });
    expect([report.summary.verdict, exitStatus]).toEqual(['nonconformant', 1]);
    expect(withVerdict(report, 'fail')).toEqual(['AUTH-01', 'AUTH-02']);
  });
});

test('a leak that is declared as a lack of tenants never says conformant, and stands beside it', async () => {
  const server = await startReferenceServer({ https: false, fault: 'listing-without-tenant-filter' });
  onTestFinished(server.close);
  const target = { baseUrl: server.baseUrl, ...server.credentials };
  const { report, exitStatus } = await run(['tenants'], target);
  expect([report.summary.verdict, exitStatus]).toEqual(['fit-as-declared', 0]);
  expect(withVerdict(report, 'lacking')).toContain('ACCT-02');
  const texts = [headline(report).text, JSON.stringify(report.summary)].join('\n');
  expect(texts).not.toMatch(/\bconformant/i);
  expect(rowOf(report, 'ACCT-02')).toMatchObject({
    found: expect.stringMatching(/./),
    decision: { id: 'tenants', by: 'the owner of the mock' },
  });
  const all = await run(lackNames, target);
  expect(all.report.unusedWaivers).toEqual(lackNames.filter((name) => name !== 'tenants'));
});
