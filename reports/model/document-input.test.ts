import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { sample } from '../testing/sample.js';
import { renderJson } from '../text/report-json.js';
import { documentInputOf, exchangesOf } from './document-input.js';
import { findingOf } from './finding.js';
import { openPoints, questionsOf } from './questions.js';
import { certificateOf, integrityOf, shortDigest, verifyWith } from './record.js';

const { report, evidence } = sample({ 'IDEM-03': 'fail' });
const input = documentInputOf(report, evidence, fsapi);

test('each exchange has one place: its finding, else its first requirement, else none', () => {
  const { ofFinding, ofRequirement, others, byId } = input.homes;
  const placed = report.requirements.flatMap((row) => [...ofFinding(row), ...ofRequirement(row)]);
  const ids = [...placed, ...others].map(({ id }) => id);
  expect(ids.toSorted()).toEqual(evidence.map(({ id }) => id).toSorted());
  const cited = new Set(report.requirements.flatMap(exchangesOf));
  expect(placed.length).toBeGreaterThan(100);
  expect(others.every(({ id }) => !cited.has(id))).toBe(true);
  expect(byId.get('x0001')).toBe(evidence.find(({ id }) => id === 'x0001'));
});

test('a finding shows the first twelve exchanges of its open checks', () => {
  for (const { rows } of input.groups) {
    const open = rows[0].checks
      .filter(({ verdict }) => verdict === rows[0].verdict)
      .flatMap(({ exchanges }) => exchanges);
    const shown = input.homes.ofFinding(rows[0]).map(({ id }) => id);
    expect(shown.length).toBeLessThanOrEqual(12);
    expect(open).toEqual(expect.arrayContaining(shown));
  }
  expect(input.groups.some(({ rows }) => input.homes.ofFinding(rows[0]).length > 0)).toBe(true);
  expect(input.homes.ofFinding({ id: 'VER-01' } as ReportedRequirement)).toEqual([]);
  expect(input.homes.ofRequirement({ id: 'none' } as ReportedRequirement)).toEqual([]);
});

test('an exchange that a requirement cites twice, or that was left, stands once or nowhere', () => {
  const [one, two, three] = evidence;
  if (!one || !two || !three) throw new Error('three exchanges');
  const row = { ...report.requirements[0], verdict: 'pass', checks: [], exchanges: [one.id, one.id, 'x9999', two.id] };
  const small = { ...report, requirements: [row as ReportedRequirement] };
  const { homes, groups } = documentInputOf(small, [one, two, three], fsapi);
  expect(groups).toEqual([]);
  expect(homes.ofRequirement(row as ReportedRequirement)).toEqual([one, two]);
  expect(homes.others).toEqual([three]);
});

test('a finding’s place is that of the first where several share a cause', () => {
  for (const { rows } of input.groups)
    for (const { id } of rows) expect(input.findings.get(id)).toBe(`finding-${rows[0].id}`);
  expect(input.digest).toBe(createHash('sha256').update(renderJson(report)).digest('hex'));
});

test('a finding has its parts, and both sides of its checks', () => {
  const row = report.requirements.find(
    ({ verdict, checks }) => verdict === 'fail' && checks.some(({ sent }) => sent),
  ) as ReportedRequirement;
  const found = findingOf(row, report);
  expect(found).toMatchObject({ rule: row.clause, why: row.why, step: row.step });
  expect(found.harm).toMatch(row.consequence === undefined ? /^$/ : /\.$/);
  expect(found.checks[0]?.hasSides).toBe(true);
  const { consequence: _, ...harmless } = row;
  const bare = { name: 'n', verdict: 'fail', exchanges: [], durationMs: 1, found: 'f' } as const;
  const told = findingOf({ ...harmless, checks: [{ ...bare, exchanges: ['x0001'] }] }, report);
  expect(told.harm).toBe('');
  expect(told.checks[0]).toMatchObject({ hasSides: false, name: 'n', found: 'f', exchanges: ['x0001'] });
  expect(told.checks[0]?.check.durationMs).toBe(1);
  const received = findingOf({ ...harmless, checks: [{ ...bare, exchanges: [], received: '201' }] }, report);
  expect(received.checks[0]).toMatchObject({ hasSides: true, received: '201' });
});

test('the record is told in words', () => {
  expect(shortDigest('c41f9a075be2ffff')).toBe('c41f 9a07 5be2');
  expect(shortDigest('abc')).toBe('');
  expect(certificateOf(report)).toBe(
    'sandbox.payments.example, issued by Example Trust Services CA 3, until 29 December 2025 (39 days left), TLSv1.3',
  );
  const { protocol: _, ...old } = report.target.certificate ?? {};
  expect(certificateOf({ ...report, target: { ...report.target, certificate: old } } as Report)).toMatch(/left\)$/);
  const { certificate: __, ...plain } = report.target;
  expect(certificateOf({ ...report, target: plain })).toBeUndefined();
  expect(integrityOf(report)).toMatch(/^Not signed/);
  expect(verifyWith(report)).toContain('CONFORMANCE_SIGNING_KEY_FILE');
  const signed = { run: { ...report.run, signingKey: 'b1946ac9' } };
  expect(integrityOf(signed)).toMatch(/^Signed with the key `b1946ac9`/);
  expect(verifyWith(signed)).toMatch(/^To verify: /);
});

const questions = {
  A: { ask: 'How?', harm: 'form', pressing: { 'left/right/seen': 'Must it?', 'left/other/seen': 'May it?' } },
  B: { ask: 'Why?', harm: 'unauthorised-access' },
  C: { ask: 'When?', harm: 'form' },
} as const;
const open = (id: string, observation?: unknown, basis = 'not-shown') =>
  ({ id, basis, ...(observation !== undefined && { observation }) }) as unknown as ReportedRequirement;

test.each<[name: string, expected: object[], row: ReportedRequirement]>([
  ['the gap alone', [{ ask: 'How?', isPressing: false, harm: 'form' }], open('A')],
  ['what was observed', [{ ask: 'Must it?', isPressing: true, harm: 'form' }], open('A', { left: { right: 'seen' } })],
  [
    'all that was observed',
    [
      { ask: 'Must it?', isPressing: true, harm: 'form' },
      { ask: 'May it?', isPressing: true, harm: 'form' },
    ],
    open('A', { left: { right: 'seen', other: 'seen' } }),
  ],
  ['another value', [{ ask: 'How?', isPressing: false, harm: 'form' }], open('A', { left: { right: 'not seen' } })],
  ['another member', [{ ask: 'How?', isPressing: false, harm: 'form' }], open('A', { right: { left: 'seen' } })],
  ['nothing there', [{ ask: 'How?', isPressing: false, harm: 'form' }], open('A', { left: null })],
  ['a text there', [{ ask: 'How?', isPressing: false, harm: 'form' }], open('A', { left: 'seen' })],
  ['a value that comes too early', [{ ask: 'How?', isPressing: false, harm: 'form' }], open('A', 'seen')],
  [
    'a question that nothing presses',
    [{ ask: 'Why?', isPressing: false, harm: 'unauthorised-access' }],
    open('B', { x: 1 }),
  ],
  ['a point of a later catalogue', [], open('D', { x: 1 })],
])('an open point raises its questions: %s', (_, expected, row) => {
  expect(questionsOf(row, { questions })).toEqual(expected);
});

test('open points stand by what presses, then by the harm', () => {
  const rows = [
    open('C'),
    open('D'),
    open('B'),
    open('A', { left: { right: 'seen' } }),
    open('A', undefined, 'stated'),
  ];
  const points = openPoints({ requirements: rows } as unknown as Report, { questions });
  expect(points.map(({ id }) => id)).toEqual(['A', 'B', 'C', 'D']);
});
