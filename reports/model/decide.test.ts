import { describe, expect, test } from 'vitest';
import { digestOf } from '../../schemas/observation.js';
import type { DecisionEntry, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { verdictWithoutDecision } from '../wording/row.js';
import { decide } from './decide.js';

type Row = ReportedRequirement;
const check = (name: string, verdict: ReportedCheck['verdict'], more: Partial<ReportedCheck> = {}): ReportedCheck => ({
  ...{ name, verdict, exchanges: [], durationMs: 1, ...more },
});
const row = (id: string, change: Partial<Row> = {}): Row => ({
  ...{ id, title: 't', area: 'a', basis: 'stated', clause: 'c', verdict: 'fail' },
  ...{ checks: [check('one', 'fail'), check('two', 'pass')], ...change },
});
const entry = (change: Partial<DecisionEntry> = {}): DecisionEntry => ({
  ...{ id: 'CUST-15', kind: 'waive', by: 'an owner', on: '2026-01-01', reason: 'known', expires: '2026-02-01' },
  ...change,
});
const decided = (rows: Row | readonly Row[], entries: DecisionEntry[], day = '2026-01-15') => {
  const { requirements, ...rest } = decide([rows].flat(), entries, { day });
  return { row: requirements[0] as Row, verdicts: requirements.map(({ verdict }) => verdict), ...rest };
};

describe('a waiver', () => {
  const failed = row('CUST-15');
  const undecided = row('CUST-15', { verdict: 'inconclusive', checks: [check('one', 'inconclusive')] });
  const passing = row('CUST-15', { verdict: 'pass', checks: [check('one', 'pass')] });
  const unanswered = [check('one', 'inconclusive', { unanswered: true })];
  const down = row('CUST-15', { verdict: 'inconclusive', checks: unanswered });
  const left = row('CUST-15', { verdict: 'skipped', checks: [] });
  const partly = row('CUST-15', { verdict: 'pass', checks: [check('one', 'pass'), check('two', 'skipped')] });
  const later = entry({ on: '2026-01-16' });
  test.each([
    ['covers what failed', failed, [entry()], 'waived', ['in force']],
    ['covers what is inconclusive', undecided, [entry()], 'waived', ['in force']],
    ['holds on its last day', failed, [entry({ expires: '2026-01-15' })], 'waived', ['in force']],
    ['that has expired has no effect', failed, [entry({ expires: '2026-01-14' })], 'fail', ['expired'], /14 January/],
    ['dated after the run is not in force yet', failed, [later], 'fail', ['not yet'], /dated 16 January 2026/],
    ['in force holds beside it', failed, [later, entry({ by: 'b' })], 'waived', ['not yet', 'in force'], /dated/],
    ['of the check that failed covers it', failed, [entry({ check: 'one' })], 'waived', ['in force']],
    ['of an unknown check is reported', failed, [entry({ check: 'three' })], 'fail', ['unused'], /three/],
    ['of what passes is unused', passing, [entry()], 'pass', ['unused'], /unused: the requirement is pass/],
    ['does not cover an outage, and is not unused for it', down, [entry()], 'inconclusive', ['untested']],
    ['of what was not tested is not unused', left, [entry()], 'skipped', ['untested']],
    [
      'of checks of which one was not sent is not unused',
      partly,
      [entry({ check: ['one', 'two'] })],
      'pass',
      ['untested'],
    ],
  ])('%s', (_, before, entries, verdict, states, notice = /^$/) => {
    const after = decided(before, entries);
    expect([after.row.verdict, after.standings.map(({ state }) => state)]).toEqual([verdict, states]);
    expect(after.notices.join()).toMatch(notice);
    if (verdict === 'waived') expect(after.row.decision?.by).toBe(entries.at(-1)?.by);
  });

  test('of some checks leaves the others failing', () => {
    const failing = row('CUST-15', { checks: ['one', 'two', 'three'].map((name) => check(name, 'fail')) });
    const { row: after } = decided(failing, [entry({ check: ['one', 'three'] })]);
    const verdicts = [after, ...after.checks].map(({ verdict }) => verdict);
    expect(verdicts).toEqual(['fail', 'waived', 'fail', 'waived']);
  });
});

const gap = (id: string, observation?: unknown, more: Partial<Row> = {}): Row =>
  row(id, { basis: 'not-shown', verdict: 'pending', checks: [], observation: observation as never, ...more });

test('an acceptance is in force while the observation is the accepted one', () => {
  const accept = entry({ id: 'VER-02', kind: 'accept', observation: digestOf({ headers: ['sunset'] }) });
  const same = decided(gap('VER-02', { headers: ['sunset'] }), [accept]);
  expect(same).toMatchObject({ verdicts: ['pending'], standings: [{ state: 'in force' }] });
  const other = decided(gap('VER-02', { headers: [] }), [accept]);
  expect(other).toMatchObject({ standings: [{ state: 'unused' }], notices: [] });
});

test('an attestation makes a duty attested', () => {
  const duty = row('AUTH-10', { basis: 'attested', verdict: 'skipped', checks: [] });
  const { row: after } = decided(duty, [entry({ id: 'AUTH-10', kind: 'attest', evidence: 'minutes' })]);
  expect(after).toMatchObject({ verdict: 'attested', decision: { evidence: 'minutes' } });
});

describe('a settlement', () => {
  const seen = gap('CUST-19', { statuses: [201] }, { sentence: 'It is 201.' });
  const settle = (schema: object) => entry({ id: 'CUST-19', kind: 'settle', schema: schema as never });
  const statuses = (...allowed: number[]) => settle({ properties: { statuses: { items: { enum: allowed } } } });

  test('is kept, or broken with the complaint of the schema', () => {
    const kept = decided(seen, [statuses(200, 201)]).row;
    expect(kept).toMatchObject({ verdict: 'pass', checks: [{ verdict: 'pass' }] });
    expect(decided(seen, [statuses(200)]).row).toMatchObject({
      verdict: 'fail',
      found: 'It is 201. This differs from the settled behaviour: statuses[0] must be one of 200.',
      reason: 'Settled by an owner on 2026-01-01: known',
    });
  });

  test('can be waived, whatever their order in the file', () => {
    expect(decided(seen, [entry({ id: 'CUST-19' }), statuses(200)]).verdicts).toEqual(['waived']);
  });

  test('whose schema refers to itself leaves its requirement open', () => {
    const { verdict, reason } = decided(seen, [settle({ $ref: '#' })]).row;
    expect([verdict, reason]).toEqual(['inconclusive', expect.stringMatching(/refers to itself/)]);
  });

  test('without an observation is undecided, or skipped where an option withheld the probe or a filter left it out', () => {
    const unseen = gap('CUST-19', undefined, { reason: 'Not asked.' });
    const after = (of: Row, ...withheld: string[]) => {
      const unseen = withheld.map((id) => ({ id, name: 'one', verdict: 'not-asked' as const }));
      return decide([of], [settle({})], { day: '2026-01-15', unseen }).requirements[0];
    };
    expect(after(unseen)).toMatchObject({ verdict: 'inconclusive', reason: 'Not asked.' });
    expect(after(unseen, 'CUST-19')).toMatchObject({ verdict: 'skipped', reason: 'Not asked.' });
    expect(after({ ...unseen, leftOut: 'filter' })?.verdict).toBe('skipped');
  });

  const ofParts = (...settled: string[]) => {
    const properties = Object.fromEntries(settled.map((name) => [name, { const: 1 }]));
    return settle({ type: 'object', required: settled, properties, additionalProperties: false });
  };
  const withheld = { id: 'CUST-19', name: 'b', verdict: 'not-asked', reason: 'It may create records.' } as const;
  const broken = { ...withheld, verdict: 'inconclusive', reason: 'No response was received.' } as const;
  const unshown = 'No response of this run showed it.';
  test.each([
    ['leaves out what was not settled', { a: 1, b: 2 }, ofParts('a'), [], 'pass', ['pass'], undefined],
    ['still judges what was observed', { a: 2 }, ofParts('a', 'b'), [withheld], 'fail', ['fail', 'skipped'], 'Settled'],
    ['skips what was withheld', { a: 1 }, ofParts('a', 'b'), [withheld], 'pass', ['pass', 'skipped'], undefined],
    ['skips what a lawful run may lack', { a: 1 }, ofParts('a', 'b'), [], 'pass', ['pass', 'skipped'], undefined],
    ['stays open for what got no answer', { a: 1 }, ofParts('a', 'b'), [broken], 'inconclusive', [], broken.reason],
    ['of which all was withheld is skipped', { a: 1 }, ofParts('b'), [withheld], 'skipped', [], withheld.reason],
    ['of which nothing was shown stays open', { a: 1 }, ofParts('b'), [], 'inconclusive', [], unshown],
  ])('of several parts %s', (_, observation, entry, unseen, verdict, verdicts, reason) => {
    const { requirements } = decide([gap('CUST-19', observation)], [entry], { day: '2026-01-15', unseen });
    const [after] = requirements;
    expect([after?.verdict, after?.reason?.split(' by ')[0]]).toEqual([verdict, reason]);
    if (verdicts.length > 0) expect(after?.checks.map((check) => check.verdict)).toEqual(verdicts);
    const names = after?.checks.map(({ name }) => name) ?? [];
    expect(names.every((name) => /^as it was settled(: b)?$/.test(name))).toBe(true);
  });
});

describe('what a mock lacks', () => {
  const lack = (id: string, more: Partial<DecisionEntry> = {}) => entry({ id, kind: 'lack', by: 'its owner', ...more });
  const passing = row('ACCT-04', { verdict: 'pass', checks: [check('one', 'pass')] });
  const skipped = (more: Partial<Row> = {}) => row('ACCT-04', { verdict: 'skipped', checks: [], ...more });
  const open = row('ACCT-04', { verdict: 'inconclusive', checks: [check('one', 'inconclusive')] });
  const outage = row('ACCT-04', { ...open, checks: [check('one', 'inconclusive', { unanswered: true })] });

  test.each([
    ['fails', row('ACCT-04'), 'lacking', 'in force'],
    ['is inconclusive', open, 'lacking', 'in force'],
    ['is skipped for want of a setting', skipped(), 'lacking', 'in force'],
    ['is no excuse for writes that are left out', skipped({ lacks: 'writes' }), 'skipped', 'untested'],
    ['is not shown by a filter', skipped({ leftOut: 'filter' }), 'skipped', 'untested'],
    ['is not shown by an outage', outage, 'inconclusive', 'untested'],
    ['passes, and is named', passing, 'pass', 'unused'],
  ])('%s', (_, before, verdict, state) => {
    const after = decided([before, row('ACCT-02')], [lack('ACCT-04')]);
    expect([after.verdicts, after.standings.map((one) => one.state)]).toEqual([[verdict, 'fail'], [state]]);
    expect(verdictWithoutDecision(after.row)).toBe(before.verdict);
    if (verdict === 'lacking')
      expect(after.row).toMatchObject({ decision: { by: 'its owner' }, checks: before.checks });
    const named = 'What the decisions declare lacking passes: ACCT-04. Take it out with `decide revoke ACCT-04`.';
    expect(after.notices).toEqual(state === 'unused' ? [named] : []);
  });

  test('holds from its day, and leaves a waiver what it covers', () => {
    expect(decided(row('ACCT-02'), [lack('ACCT-02', { on: '2027-01-01' })]).verdicts).toEqual(['fail']);
    expect(decided(row('CUST-15'), [lack('CUST-15'), entry()]).verdicts).toEqual(['waived']);
  });

  test('for want of a second tenant needs no advice to configure one', () => {
    const reason = 'It needs a second tenant. Set `CONFORMANCE_OTHER_TENANT_ID` and `CONFORMANCE_OTHER_API_KEY`.';
    const partly = row('ACCT-04', {
      verdict: 'pass',
      checks: [check('one', 'pass'), check('two', 'skipped', { reason })],
    });
    const alone = row('ACCT-02', { verdict: 'skipped', lacks: 'second-tenant', reason, checks: [] });
    const advised = (entries: DecisionEntry[]) =>
      JSON.stringify(decide([alone, partly], entries, { day: '2026-01-15' })).match(/Set `CONFORMANCE/g)?.length;
    expect([advised([]), advised([lack('ACCT-02')])]).toEqual([2, undefined]);
  });
});
