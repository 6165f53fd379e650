import { describe, expect, test } from 'vitest';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import type { Verdict } from '../../schemas/verdict.js';
import { sample } from '../testing/sample.js';
import { type Comparison, compareReports, isSame } from './comparison.js';

type Change = Omit<Partial<ReportedRequirement>, 'observation'> & { readonly observation?: unknown };

function having(id: string, change: Change): Report {
  const { report } = sample();
  const requirements = report.requirements.map((row) => (row.id === id ? { ...row, ...change } : row));
  return { ...report, requirements: requirements as Report['requirements'] };
}

function named(id: string, { changed, moved }: Comparison): string[] {
  const kinds = moved.flatMap((one) => (one.id === id ? [one.kind] : []));
  return [...(changed.some((one) => one.id === id) ? ['changed'] : []), ...kinds];
}

test('a report is the same as itself', () => {
  const { report } = sample();
  const comparison = compareReports(report, structuredClone(report));
  expect(isSame(comparison)).toBe(true);
  expect(comparison.compared).toBe(report.requirements.filter(({ observation }) => observation).length);
  for (const id of report.requirements.map((row) => row.id))
    expect(named(id, comparison), id).toEqual(['AUTH-06', 'IDEM-02', 'CUST-09'].includes(id) ? ['still'] : []);
});

describe('verdicts', () => {
  const open = { found: 'It is accepted.' };
  const out = { leftOut: 'filter' as const };
  test.each<[before: Verdict, now: Verdict, lists: string[], same: boolean, then?: Change, today?: Change]>([
    ['pass', 'fail', ['newFailures'], false],
    ['fail', 'pass', ['fixed'], false],
    ['fail', 'fail', ['still'], true],
    ['inconclusive', 'fail', ['newFailures'], false],
    ['waived', 'fail', ['newFailures'], false],
    // To waive is not to mend.
    ['fail', 'waived', ['still'], true],
    ['waived', 'waived', [], true, open],
    ['waived', 'pass', ['fixed'], false, open],
    // A waiver of what was undecided: nothing was contradicted that could be mended.
    ['waived', 'pass', [], true, { found: undefined }],
    ['pass', 'inconclusive', ['undecided'], false],
    ['fail', 'inconclusive', ['undecided'], false],
    ['attested', 'skipped', ['undecided'], false],
    ['pass', 'skipped', ['undecided'], false, {}, { reason: 'Set CONFORMANCE_REVOKED_KEY.' }],
    ['pass', 'skipped', [], true, {}, out],
    ['fail', 'skipped', [], true, {}, out],
    ['skipped', 'pass', [], true, out],
    ['skipped', 'pass', ['decided'], false, { reason: 'Set CONFORMANCE_REVOKED_KEY.' }],
    ['skipped', 'fail', ['newFailures'], false, out],
    ['inconclusive', 'pass', ['decided'], false],
    ['inconclusive', 'skipped', [], true],
    ['pass', 'pending', ['undecided'], false],
    ['pending', 'pass', ['decided'], false],
  ])('%s, then %s: %j', (before, now, lists, same, then = {}, today = {}) => {
    const row = { found: undefined, reason: undefined };
    const comparison = compareReports(
      having('CUST-02', { ...row, verdict: before, ...then }),
      having('CUST-02', { ...row, verdict: now, ...today }),
    );
    expect(named('CUST-02', comparison)).toEqual(lists);
    expect(isSame(comparison)).toBe(same);
  });

  test('of a row that the earlier report does not have, only a failure tells something', () => {
    const { report } = sample();
    const known = report.requirements.filter(({ id }) => id !== 'CUST-09' && id !== 'CUST-10');
    const older = { ...report, requirements: known as Report['requirements'] };
    const comparison = compareReports(older, report);
    expect(named('CUST-09', comparison)).toEqual(['newFailures']);
    expect(named('CUST-10', comparison)).toEqual([]);
    expect(comparison.moved.find(({ id }) => id === 'CUST-09')?.before).toBeUndefined();
    expect(isSame(compareReports(report, older))).toBe(true);
  });
});

describe('observations', () => {
  const before = having('CUST-19', { observation: { statuses: [201] }, sentence: 'It is 201.' });

  test('a change names the row, both sentences and what differs', () => {
    const now = having('CUST-19', { observation: { statuses: [200, 201] }, sentence: 'It is 200 or 201.' });
    const differences = [{ at: '/statuses', before: [201], now: [200, 201] }];
    const sides = { before: { sentence: 'It is 201.' }, now: { sentence: 'It is 200 or 201.' } };
    expect(compareReports(before, now).changed).toMatchObject([{ id: 'CUST-19', ...sides, differences }]);
  });

  test('another sentence for the same behaviour is none, nor is what was observed once only', () => {
    const reworded = having('CUST-19', { observation: { statuses: [201] }, sentence: '201.' });
    expect(isSame(compareReports(before, reworded))).toBe(true);
    const unseen = having('CUST-19', { observation: undefined });
    expect(isSame(compareReports(before, unseen))).toBe(true);
    expect(isSame(compareReports(unseen, before))).toBe(true);
    expect(compareReports(unseen, before).compared).toBe(compareReports(before, before).compared - 1);
  });
});
