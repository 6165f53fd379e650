import { expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { sample } from '../testing/sample.js';
import { declarableIn, hasDecided, offerOf } from './declarable.js';

type Change = Partial<ReportedRequirement>;
const failed: Change = { verdict: 'fail', checks: [{ name: 'c', verdict: 'fail', exchanges: [], durationMs: 1 }] };
const wanted: Change = { verdict: 'skipped', lacks: 'second-tenant', checks: [] };

/** A run of a mock in which all else passed. */
function mock(changes: Readonly<Record<string, Change>>): Report {
  const { report } = sample();
  const requirements = report.requirements.map((row) => ({ ...row, verdict: 'pass' as const, ...changes[row.id] }));
  return { ...report, requirements, target: { ...report.target, environment: 'mock' } };
}
const command = (names: string) => `\`npx --no -- fsapi-conformance decide lack ${names} --by … --reason …\``;

test.each<[string, Record<string, Change>, readonly string[]]>([
  ['nothing', {}, []],
  ['one of a group', { 'ACCT-04': failed }, ['A mock may declare what it lacks:', command('ACCT-04')]],
  [
    'groups of which it lacks more, and what is in none',
    {
      'IDEM-01': failed,
      'IDEM-05': failed,
      'AUTH-08': failed,
      'ACCT-05': failed,
      'CUST-23': wanted,
      'CUST-05': failed,
    },
    ['A mock may declare what it lacks:', command('idempotency,tenants,CUST-05,ACCT-05')],
  ],
  [
    'the floor alone',
    { 'AUTH-01': failed, 'ACCT-01': failed },
    ['Mend AUTH-01 and ACCT-01, which every mock has to meet.'],
  ],
  [
    'the floor, and more',
    { 'AUTH-01': failed, 'HTTP-05': failed },
    ['Mend AUTH-01, which every mock has to meet; what else it lacks, it may declare:', command('HTTP-05')],
  ],
  [
    'what is declared or waived',
    { 'ACCT-04': { ...failed, verdict: 'lacking' }, 'CUST-05': { ...failed, verdict: 'waived' } },
    [],
  ],
])('a mock that lacks %s is offered that', (_, changes, offer) => {
  expect(offerOf(mock(changes), fsapi)).toEqual(offer);
});

test('nothing is offered to another target, nor after a filter, nor where nothing of the floor was decided', () => {
  const lacking = mock({ 'ACCT-04': failed });
  const dead = Object.fromEntries(
    lacking.requirements.map(({ id }) => [id, { ...failed, verdict: 'inconclusive' } as const]),
  );
  const sandbox = { ...lacking, target: { ...lacking.target, environment: 'sandbox' as const } };
  const filtered = mock({ 'ACCT-04': failed, 'CUST-05': { verdict: 'skipped', leftOut: 'filter' } });
  for (const report of [sandbox, filtered, mock(dead)]) expect(offerOf(report, fsapi)).toEqual([]);
  expect([hasDecided(lacking, fsapi), hasDecided(mock(dead), fsapi)]).toEqual([true, false]);
});

test('what a profile or a setting left out is no lack', () => {
  const report = mock({ 'ACCT-02': wanted, 'AUTH-09': { verdict: 'skipped', checks: [] } });
  const single = { ...report, summary: { ...report.summary, profile: 'single-tenant' as const } };
  expect([report, single].map((one) => declarableIn(one, fsapi).map(({ id }) => id))).toEqual([['ACCT-02'], []]);
});
