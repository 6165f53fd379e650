import { describe, expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { digestOf } from '../../schemas/observation.js';
import type { DecisionEntry, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { verdictWithoutDecision } from '../wording/row.js';
import { decide } from './decide.js';

const check = (name: string, verdict: ReportedCheck['verdict']): ReportedCheck => ({
  name,
  verdict,
  exchanges: [],
  durationMs: 1,
});
const row = (id: string, change: Partial<ReportedRequirement> = {}): ReportedRequirement => ({
  id,
  title: 't',
  area: 'a',
  basis: 'stated',
  clause: 'c',
  verdict: 'fail',
  checks: [check('one', 'fail'), check('two', 'pass')],
  ...change,
});
const entry = (change: Partial<DecisionEntry>): DecisionEntry => ({
  id: 'CUST-15',
  kind: 'waive',
  by: 'an owner',
  on: '2026-01-01',
  reason: 'known',
  expires: '2026-02-01',
  ...change,
});
const decided = (rows: ReportedRequirement[], entries: DecisionEntry[], day = '2026-01-15') => {
  const { requirements, ...rest } = decide(rows, entries, { day, specification: fsapi });
  return { row: requirements[0] as ReportedRequirement, ...rest };
};

describe('a waiver', () => {
  test('covers a failed and an inconclusive requirement until its last day', () => {
    expect(decided([row('CUST-15')], [entry({})], '2026-02-01').row).toMatchObject({
      verdict: 'waived',
      decision: { by: 'an owner' },
    });
    const undecided = row('CUST-15', { verdict: 'inconclusive', checks: [check('one', 'inconclusive')] });
    expect(decided([undecided], [entry({})]).row.verdict).toBe('waived');
  });

  test('that has expired has no effect, and is reported', () => {
    const { row: after, notices, standings } = decided([row('CUST-15')], [entry({})], '2026-02-02');
    expect(after.verdict).toBe('fail');
    expect(standings).toMatchObject([{ state: 'expired' }]);
    expect(notices.join()).toContain('expired on 1 February 2026');
  });

  test('that is dated after the run is not in force yet, and is reported', () => {
    const later = entry({ on: '2026-01-16' });
    expect(decided([row('CUST-15')], [later])).toMatchObject({
      row: { verdict: 'fail' },
      standings: [{ state: 'not yet' }],
      notices: ['The waiver of CUST-15 by an owner is dated 16 January 2026 and is not in force yet.'],
    });
    expect(decided([row('CUST-15')], [later], '2026-01-16').row.verdict).toBe('waived');
    expect(decided([row('CUST-15')], [later, entry({ by: 'another' })])).toMatchObject({
      row: { verdict: 'waived', decision: { by: 'another' } },
    });
  });

  test('of one check leaves the others failing', () => {
    const both = row('CUST-15', { checks: [check('one', 'fail'), check('two', 'fail')] });
    expect(decided([both], [entry({ check: 'one' })]).row).toMatchObject({
      verdict: 'fail',
      checks: [{ verdict: 'waived' }, { verdict: 'fail' }],
    });
    expect(decided([row('CUST-15')], [entry({ check: 'one' })]).row.verdict).toBe('waived');
  });

  test('of a check that there is not, and of a row that passes, is reported', () => {
    expect(decided([row('CUST-15')], [entry({ check: 'three' })]).notices.join()).toContain('three');
    const passing = row('CUST-15', { verdict: 'pass', checks: [check('one', 'pass')] });
    expect(decided([passing], [entry({})])).toMatchObject({
      row: { verdict: 'pass' },
      standings: [{ state: 'unused' }],
      notices: [/unused: the requirement is pass/].map((one) => expect.stringMatching(one)),
    });
  });

  test('does not cover an outage, and is not unused for it', () => {
    const down = { ...check('one', 'inconclusive'), reason: 'The target is unreachable.', unanswered: true as const };
    const after = decided([row('CUST-15', { verdict: 'inconclusive', checks: [down] })], [entry({})]);
    expect(after).toMatchObject({ row: { verdict: 'inconclusive' }, standings: [{ state: 'untested' }], notices: [] });
  });

  test('covers several checks by name', () => {
    const checks = ['one', 'two', 'three'].map((name) => ({ ...check(name, 'fail'), found: `It failed ${name}.` }));
    const failing = row('CUST-15', { checks });
    const verdictsAfter = (change: Partial<DecisionEntry>) =>
      decided([failing], [entry(change)]).row.checks.map(({ verdict }) => verdict);
    expect(verdictsAfter({ check: ['one', 'three'] })).toEqual(['waived', 'fail', 'waived']);
  });

  test('of what was not tested is not unused', () => {
    const left = row('CUST-15', { verdict: 'skipped', checks: [] });
    expect(decided([left], [entry({})])).toMatchObject({ standings: [{ state: 'untested' }], notices: [] });
  });
});

test('an acceptance is in force while the observation is the accepted one', () => {
  const accept = entry({
    id: 'VER-02',
    kind: 'accept',
    expires: undefined,
    observation: digestOf({ headers: ['sunset'] }),
  });
  const seen = (observation: object) =>
    row('VER-02', { basis: 'not-shown', verdict: 'pending', checks: [], observation: observation as never });
  expect(decided([seen({ headers: ['sunset'] })], [accept])).toMatchObject({
    row: { verdict: 'pending' },
    standings: [{ state: 'in force' }],
  });
  expect(decided([seen({ headers: [] })], [accept])).toMatchObject({ standings: [{ state: 'unused' }], notices: [] });
});

test('an attestation makes a duty attested', () => {
  const duty = row('AUTH-10', { basis: 'attested', verdict: 'skipped', checks: [] });
  const attested = entry({ id: 'AUTH-10', kind: 'attest', evidence: 'minutes of 3 January' });
  expect(decided([duty], [attested]).row).toMatchObject({
    verdict: 'attested',
    decision: { evidence: 'minutes of 3 January' },
  });
});

describe('a settlement', () => {
  const gap = row('CUST-19', {
    basis: 'not-shown',
    verdict: 'pending',
    checks: [],
    observation: { statuses: [201] },
    sentence: 'It is 201.',
  });
  const settle = (schema: object) =>
    entry({ id: 'CUST-19', kind: 'settle', expires: undefined, schema: schema as never });
  const statuses = (...allowed: number[]) => ({ properties: { statuses: { items: { enum: allowed } } } });

  test('is kept, or broken with the complaint of the schema', () => {
    expect(decided([gap], [settle(statuses(200, 201))]).row).toMatchObject({
      verdict: 'pass',
      checks: [{ verdict: 'pass' }],
    });
    const broken = decided([gap], [settle(statuses(200))]).row;
    expect(broken.verdict).toBe('fail');
    expect(broken.found).toBe('It is 201. This differs from the settled behaviour: statuses[0] must be one of 200.');
    expect(broken.reason).toBe('Settled by an owner on 2026-01-01: known');
  });

  test('can be waived, whatever their order in the file', () => {
    expect(decided([gap], [entry({ id: 'CUST-19' }), settle(statuses(200))]).row.verdict).toBe('waived');
  });

  test('without an observation is undecided, or skipped where an option withheld the probe', () => {
    const unseen = row('CUST-19', { basis: 'not-shown', verdict: 'pending', checks: [], reason: 'Not asked.' });
    const decided = (...withheld: string[]) =>
      decide([unseen], [settle({})], { day: '2026-01-15', withheld, specification: fsapi }).requirements[0];
    expect(decided()).toMatchObject({ verdict: 'inconclusive', reason: 'Not asked.' });
    expect(decided('CUST-19')).toMatchObject({ verdict: 'skipped', reason: 'Not asked.' });
    const filtered = { ...unseen, leftOut: 'filter' } as const;
    expect(decide([filtered], [settle({})], { day: '2026-01-15', specification: fsapi }).requirements[0]).toMatchObject(
      { verdict: 'skipped' },
    );
  });
});

describe('a settlement whose schema cannot be evaluated leaves its requirement open', () => {
  const seen = row('CUST-19', {
    basis: 'not-shown',
    verdict: 'pending',
    checks: [],
    observation: { note: 'a'.repeat(40) },
  });
  const settle = (schema: object) => entry({ id: 'CUST-19', kind: 'settle', expires: undefined, schema } as object);

  test('since it refers to itself', () => {
    const { row: after } = decided([seen], [settle({ $ref: '#' })]);
    expect([after.verdict, after.reason]).toEqual(['inconclusive', expect.stringMatching(/refers to itself/)]);
  });
});

describe('what a mock lacks', () => {
  const day = '2026-01-15';
  const lack = (id: string) => entry({ id, kind: 'lack', by: 'the mock’s owner' });
  const tenants = ['ACCT-02', 'ACCT-03', 'ACCT-04', 'IDEM-05', 'CUST-23'];
  const passing = (id: string) => row(id, { verdict: 'pass', checks: [check('one', 'pass')] });
  const verdicts = (rows: readonly ReportedRequirement[], entries: readonly DecisionEntry[]) =>
    decide(rows, entries, { day, specification: fsapi }).requirements.map(({ verdict }) => verdict);
  const silent: ReportedCheck = { ...check('one', 'inconclusive'), unanswered: true };
  const outage: Partial<ReportedRequirement> = { verdict: 'inconclusive', checks: [silent] };

  test('fails, is inconclusive or skipped: a filter and an outage are something else', () => {
    const rows = [
      row('ACCT-02'),
      row('ACCT-03', { verdict: 'skipped', checks: [check('one', 'skipped')] }),
      row('ACCT-04', { verdict: 'inconclusive', checks: [check('one', 'inconclusive')] }),
      passing('IDEM-05'),
      row('CUST-23', outage),
      row('CUST-15'),
    ];
    const left = [row('ACCT-03', { verdict: 'skipped', leftOut: 'filter', checks: [] })];
    expect(verdicts(rows, [lack('tenants')])).toEqual([
      ...['lacking', 'lacking', 'lacking', 'pass', 'inconclusive', 'fail'],
    ]);
    expect(verdicts(left, [lack('tenants')])).toEqual(['skipped']);
    const [decided] = decide(rows, [lack('tenants')], { day, specification: fsapi }).requirements;
    expect(decided).toMatchObject({ decision: { id: 'tenants', by: 'the mock’s owner' }, checks: rows[0]?.checks });
    expect(verdictWithoutDecision(decided as ReportedRequirement)).toBe('fail');
  });

  test('is told where all of it passes, or all that needs no setting of its own', () => {
    const { standings, notices } = decide(tenants.map(passing), [lack('tenants')], { day, specification: fsapi });
    expect(standings).toMatchObject([{ state: 'unused' }]);
    expect(notices).toEqual([
      'The declaration of the mock’s owner that this mock lacks tenants is unused: all that was tested of it passes.',
    ]);
    const keys = [passing('AUTH-03'), passing('AUTH-04'), row('AUTH-09', { verdict: 'skipped', checks: [] })];
    expect(decide(keys, [lack('key-values')], { day, specification: fsapi }).standings).toMatchObject([
      { state: 'unused' },
    ]);
    expect(verdicts(keys, [lack('key-values')])).toEqual(['pass', 'pass', 'skipped']);
    // One tenant alone is configured.
    const unwritten = row('IDEM-01', { verdict: 'skipped', lacks: 'writes', checks: [] });
    expect(verdicts([unwritten], [lack('idempotency')])).toEqual(['skipped']);
    const single = [passing('ACCT-04'), row('ACCT-02', { verdict: 'skipped', lacks: 'second-tenant', checks: [] })];
    expect(verdicts(single, [lack('tenants')])).toEqual(['pass', 'lacking']);
    expect(decide([row('ACCT-02', outage)], [lack('tenants')], { day, specification: fsapi }).standings).toMatchObject([
      { state: 'untested' },
    ]);
  });

  test('needs one of two groups, holds from its day, and leaves a waiver what it covers', () => {
    for (const group of ['tenants', 'idempotency'] as const)
      expect(verdicts([row('IDEM-05')], [lack(group)])).toEqual(['lacking']);
    expect(verdicts([row('ACCT-02')], [{ ...lack('tenants'), on: '2027-01-01' }])).toEqual(['fail']);
    expect(verdicts([row('CUST-15')], [lack('formats'), entry({})])).toEqual(['waived']);
  });
});
