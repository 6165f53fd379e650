import { expect, test } from 'vitest';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { Verdict } from '../../schemas/verdict.js';
import { allHostile } from '../testing/hostile.js';
import { badgeOf, badgeSvg } from './badge.js';
import { renderOverview } from './overview-page.js';
import type { PastRun } from './past-run.js';
import { targetsOf } from './target.js';
import { transitionTexts } from './transitions.js';

const now = Date.parse('2026-11-22T12:00:00Z');
const time = { now, maxAge: 7 };

/** The run of a November night, with what differs from a conformant one. */
function night(day: number, verdicts: Readonly<Record<string, Verdict>> = {}, change: Partial<PastRun> = {}): PastRun {
  const startedAt = `2026-11-${String(day).padStart(2, '0')}T02:17:00.000Z`;
  const all = catalogue.map(({ id, basis }) => [id, basis === 'not-shown' ? 'pending' : 'pass'] as const);
  const target = 'sandbox https://sandbox.example/v1/';
  return {
    id: startedAt,
    startedAt,
    target,
    profile: 'full',
    verdicts: { ...Object.fromEntries(all), ...verdicts },
    ...change,
  };
}

const fail = { 'CUST-09': 'fail' } as const;
const overview = (runs: readonly PastRun[]) =>
  renderOverview({ specification: fsapi, targets: targetsOf(runs, fsapi), others: [], over: 0, ...time });
/** The page as its words. */
const wordsOf = (page: string) =>
  page
    .replace(/<style>.*?<\/style>|<title>.*?<\/title>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const changesOf = (runs: readonly PastRun[]) =>
  transitionTexts(targetsOf(runs, fsapi)[0]?.transitions ?? [], '2026-11-22').map(({ text, isUnstable }) =>
    isUnstable ? `unstable: ${text}` : text,
  );

test('a change of a verdict is a sentence with its days; what went back and forth is unstable', () => {
  expect(changesOf([night(13), night(14, fail), night(15)])).toEqual([
    'CUST-09: failed on 14 November, passes since 15 November.',
  ]);
  expect(changesOf([night(12), night(13, fail), night(19, fail), night(20)])).toEqual([
    'CUST-09: failed from 13 November to 19 November, passes since 20 November.',
  ]);
  expect(changesOf([night(13), night(14, fail), night(15), night(16, fail)])).toEqual([
    'unstable: CUST-09: passed on 15 November, fails since 16 November; 3 changes between pass and fail since 14 November.',
  ]);
  const open = { 'CUST-09': 'inconclusive' } as const;
  expect(changesOf([night(13), night(14, open), night(15), night(16, fail)])).toEqual([
    'CUST-09: passed on 15 November, fails since 16 November.',
  ]);
});

test('an outage, a rejected key and what a filter left out are no change; many that changed alike share a sentence', () => {
  const dead = Object.fromEntries(
    catalogue.map(({ id, basis }) => [id, basis === 'not-shown' ? 'pending' : 'inconclusive'] as const),
  );
  const skipped = Object.fromEntries(catalogue.map(({ id }) => [id, 'skipped'] as const));
  const runs = [night(13), night(14, dead, { unreached: true }), night(15, skipped, { partial: true })];
  expect(changesOf([...runs, night(16, dead), night(17)])).toEqual([]);
  const { 'CUST-09': _, ...others } = dead;
  const [first] = changesOf([night(13), night(14, others), night(15)]);
  expect(first).toMatch(/^HTTP-01, .* and \d+ more: was inconclusive on 14 November, passes since 15 November\.$/);
});

test('a line of marks for what fails, goes back and forth, is open, then changed; the rest is a number', () => {
  const many = Object.fromEntries(catalogue.map(({ id }) => [id, 'fail'] as const));
  const flips = (day: number): Record<string, Verdict> => (day % 2 === 0 ? { 'IDEM-01': 'fail' } : {});
  const runs = [
    night(9, { ...many, 'CUST-09': 'pass', 'ACCT-01': 'pass', 'IDEM-01': 'pass' }),
    ...[10, 11, 12, 13].map((day) => night(day, flips(day))),
    night(14, { 'CUST-09': 'fail', 'ACCT-01': 'inconclusive' }),
  ];
  const [target] = targetsOf(runs, fsapi);
  expect(target?.lines.slice(0, 3).map(({ id }) => id)).toEqual(['CUST-09', 'IDEM-01', 'ACCT-01']);
  const rest = (target?.lines.length ?? 0) - 25;
  expect(rest).toBeGreaterThan(0);
  expect(wordsOf(overview(runs))).toContain(`${rest} more requirement${rest === 1 ? '' : 's'} changed`);
});

test('a requirement that always failed has a line, and the headline tells decisions that are over', () => {
  expect(targetsOf([night(13, fail), night(14, fail)], fsapi)[0]?.lines.map(({ id }) => id)).toEqual(['CUST-09']);
  const page = renderOverview({
    specification: fsapi,
    targets: targetsOf([night(14)], fsapi),
    others: [],
    over: 1,
    ...time,
  });
  expect(wordsOf(page)).toContain(
    '1 decision has expired or is unused: npx --no -- fsapi-conformance decisions says which.',
  );
});

test('a change with another suite stands apart from changes of the target', () => {
  const { 'VER-02': _, ...fewer } = night(20).verdicts;
  const old = night(20, {}, { verdicts: fewer, suiteVersion: '0.1.0', exam: 'a' });
  const words = wordsOf(overview([old, night(21, fail, { suiteVersion: '0.2.0', exam: 'b' })]));
  expect(words).toContain('Changes of the target No verdict changed.');
  expect(words).toContain('Suite 0.2.0 since 21 November: 1 requirement new (VER-02).');
  expect(words).toContain(
    'CUST-09: passed until 20 November, fails since 21 November. The suite changed with this verdict.',
  );
});

test('what nobody decided on: failures since their first day, and changed observations', () => {
  const changed = { open: { 'VER-02': { since: '2026-11-19T02:17:00Z' } } };
  const runs = [
    night(18),
    night(19, fail),
    night(20, { 'CUST-09': 'skipped' }, { partial: true }),
    night(21, fail, changed),
  ];
  expect(targetsOf(runs, fsapi)[0]?.open).toMatchObject([
    { mark: 'fail', requirement: { id: 'CUST-09' }, since: night(19).startedAt, isOlder: false },
    { mark: 'changed', requirement: { id: 'VER-02' } },
  ]);
  expect(wordsOf(overview(runs))).toContain('2 findings wait for a decision.');
  expect(wordsOf(overview([night(21, { 'CUST-09': 'waived' })]))).toContain('Nothing waits for a decision.');
});

test('several targets stand side by side with what differs, and what one of them did not test is no difference', () => {
  const mock = { target: 'sandbox http://127.0.0.1:3000/v1/', profile: 'single-tenant' } as const;
  const words = wordsOf(overview([night(20), night(21, { ...fail, 'ACCT-02': 'skipped' }, mock)]));
  const side = words.slice(
    words.indexOf('Side by side', words.indexOf('Newest run')),
    words.indexOf('Verdict of the run'),
  );
  expect(side).toMatch(/CUST-09 .*? Fail Pass/);
  expect(side).toContain('Not tested at Sandbox, http://127.0.0.1:3000/v1/, but elsewhere: ACCT-02.');
  expect(side).not.toContain('CUST-10');
});

test.each<[what: string, message: string, isGreen: boolean, run: PastRun]>([
  ['a whole run', 'conformant', true, night(21)],
  [
    'a narrower profile',
    'conformant (single-tenant), 1 skipped',
    true,
    night(21, { 'ACCT-02': 'skipped' }, { profile: 'single-tenant' }),
  ],
  ['a waiver', 'conformant but for 1 waived', false, night(21, { 'CUST-15': 'waived' })],
  [
    'a waiver in a narrower profile',
    'conformant but for 1 waived (single-tenant), 1 skipped',
    false,
    night(21, { 'CUST-15': 'waived', 'ACCT-02': 'skipped' }, { profile: 'single-tenant' }),
  ],
  ['a failure', 'nonconformant, 1 fail', false, night(21, fail)],
  ['an old run', 'conformant, 11 days old', false, night(11)],
  ['a run of the future', 'conformant, 0 days old', false, night(29)],
  ['a partial run', 'partial', false, night(21, {}, { partial: true })],
  [
    'a partial run of a line that says otherwise',
    'conformant',
    false,
    night(21, {}, { partial: true, verdict: 'conformant' }),
  ],
  ['an outage', 'no response', false, night(21, {}, { unreached: true })],
])('the badge of %s', (_, message, isGreen, run) => {
  const badge = badgeOf(run, time);
  expect(badge.message).toBe(message);
  expect(badge.color === '#1d6a40').toBe(isGreen);
  expect(badgeSvg(badge)).toContain(`<title>conformance: ${message}</title>`);
});

test('the badge of a run with waivers is amber, and the overview counts no target with waivers as conformant', () => {
  const waived = night(21, { 'CUST-15': 'waived', 'CUST-09': 'waived' });
  expect(badgeOf(waived, time).color).toBe('#8a5300');
  expect(overview([waived])).toContain('<title>Conformance overview: Conformant but for 2 waived</title>');
  const other = { target: 'sandbox https://other.example/v1/' };
  expect(wordsOf(overview([waived, night(21, {}, other)]))).toContain('Conformant but for waivers: 1 of 2 targets');
});

test('a run at no time that can be read is not recent', () => {
  expect(badgeOf({ ...night(21), startedAt: 'yesterday' }, time).color).not.toBe('#1d6a40');
});

test('a history with hostile words leaves text, and sixty runs of twelve targets at most', () => {
  const word = allHostile;
  const runs = Array.from({ length: 20 }, (_, at) =>
    night(
      21,
      { [word]: 'fail', ['__proto__']: 'fail' },
      { target: `${word}${at}`, suiteVersion: word, id: word, file: `../${word}/report.html` },
    ),
  );
  const page = overview(runs);
  expect(page).not.toMatch(/<script|<img|\son\w+="|href="javascript:/i);
  expect(page.match(/id="target-/g)).toHaveLength(24);
  const long = Array.from({ length: 200 }, (_, at) => night(1 + (at % 28), {}, { id: `${at}` }));
  expect(targetsOf(long, fsapi)[0]?.runs).toHaveLength(60);
});
