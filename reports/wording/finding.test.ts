import { describe, expect, test } from 'vitest';
import type { ReportedCheck } from '../../schemas/types.js';
import { sample } from '../testing/sample.js';
import {
  againInVitest,
  controlText,
  headAndRest,
  openChecks,
  otherChecks,
  proofOf,
  rerunCommand,
  sentOf,
  sentText,
  shareOfChecks,
  shownChecks,
  vitestOfSuites,
} from './finding.js';

/** Members of a check as a report of another version may have them: plain JSON. */
const from = (json: object) => json as ReportedCheck;

describe('how to test it again', () => {
  const { report } = sample();
  const of = (run: object) => rerunCommand('CUST-09', { ...report, run: { ...report.run, ...run } });

  test.each<[where: string, run: object, line: string]>([
    ['the command', {}, 'npx --no -- fsapi-conformance --only CUST-09 --seed 418602'],
    [
      'a program that served a listener, at a port that is closed',
      { command: 'runConformance' },
      "runConformance({ …, only: ['CUST-09'], seed: 418602 })",
    ],
    [
      'vitest, which ran the suites',
      { command: vitestOfSuites },
      'CONFORMANCE_SEED=418602 npx vitest run --project conformance -t CUST-09',
    ],
  ])('by %s', (_, run, line) => expect(of(run)).toBe(line));

  test('several in vitest, whose -t is a pattern', () => {
    const run = { ...report.run, command: vitestOfSuites };
    expect(rerunCommand('CUST-09,CUST-10', { ...report, run })).toMatch(/ -t 'CUST-09\|CUST-10'$/);
  });

  test('by somebody’s own vitest, without a request to a target that is gone', () => {
    const again = againInVitest(report, true);
    expect(rerunCommand('CUST-09', again)).toBe(
      'npx vitest run -t CUST-09 (the same values with seed: 418602 among the options)',
    );
    expect(again.requirements.flatMap(({ checks }) => checks.filter((check) => check.again))).toEqual([]);
    const there = againInVitest(report, false).requirements;
    expect(there.map(({ checks }) => checks)).toEqual(report.requirements.map(({ checks }) => checks));
  });
});

describe('what a check sent', () => {
  test.each<[name: string, check: object, request: string | undefined, line: string | undefined]>([
    [
      'request and change apart',
      { sent: { request: 'POST /customers', change: 'without Api-Key' } },
      'POST /customers',
      'POST /customers without Api-Key',
    ],
    ['a request alone', { sent: { request: 'GET /accounts' } }, 'GET /accounts', 'GET /accounts'],
    [
      'one text for both, as in 0.1',
      { sent: 'POST /customers without Api-Key' },
      'POST /customers without Api-Key',
      'POST /customers without Api-Key',
    ],
    ['nothing', {}, undefined, undefined],
  ])('%s', (_, check, request, line) => {
    expect(sentOf(from(check))?.request).toBe(request);
    expect(sentText(from(check))).toBe(line);
  });
});

describe('the control of a check', () => {
  test.each<[name: string, check: object, line: string | undefined]>([
    [
      'with an outcome',
      { control: { request: 'with the valid key', status: 201, outcome: 'one customer', exchange: 'x0001' } },
      'with the valid key: 201, one customer',
    ],
    [
      'without one',
      { control: { request: 'with the valid key', status: 200, exchange: 'x0001' } },
      'with the valid key: 200',
    ],
    ['as one text, as in 0.1', { control: 'the same with the right key: 201' }, 'the same with the right key: 201'],
    ['none', {}, undefined],
  ])('%s', (_, check, line) => {
    expect(controlText(from(check))).toBe(line);
  });
});

const row = (verdict: 'fail' | 'inconclusive', ...verdicts: readonly ReportedCheck['verdict'][]) => ({
  ...({ id: 'CUST-09', title: 't', area: 'a', basis: 'stated', clause: 'c', verdict } as const),
  checks: verdicts.map((one, at) => ({ name: String(at), verdict: one, exchanges: [], durationMs: 1 })),
});

test('the checks that make a finding are those of its verdict', () => {
  const failed = row('fail', 'pass', 'fail', 'inconclusive', 'fail');
  expect(openChecks(failed).map(({ name }) => name)).toEqual(['1', '3']);
  expect(shareOfChecks(failed, 2)).toMatch(/^2 of 4 /);
});

test('checks that a finding does not show are counted', () => {
  expect(otherChecks(row('fail', 'fail'), 1)).toBe('');
  expect(otherChecks(row('fail', 'fail', 'pass', 'pass'), 1)).toMatch(/^2 checks? /);
  const many = row('fail', ...Array.from({ length: shownChecks + 3 }, () => 'fail' as const));
  expect(otherChecks(many, shownChecks + 3)).toMatch(/^3 more checks /);
});

test('the first line of a text is its head, the others explain it', () => {
  expect(headAndRest('401\na\n\nb')).toEqual({ head: '401', rest: ['a', 'b'] });
  expect(headAndRest('')).toEqual({ head: '', rest: [] });
});

test.each<[name: string, check: object, sentence: string]>([
  [
    'a change beside its control',
    {
      sent: { request: 'POST /customers', change: 'without Api-Key' },
      received: '401',
      control: { request: 'with the valid key', status: 201, exchange: 'x0001' },
    },
    '`POST /customers` without Api-Key returned 401; the one with the valid key returned 201.',
  ],
  [
    'beside a control that is named in full',
    {
      sent: { request: 'POST /customers', change: 'with "gender": 4' },
      received: '422, rejected',
      control: { request: 'a valid customer with `gender` `"female"`', status: 201, exchange: 'x0001' },
    },
    '`POST /customers` with "gender": 4 returned 422, rejected; a valid customer with `gender` `"female"` returned 201.',
  ],
  ['a request alone', { sent: { request: 'GET /accounts' }, received: '200' }, '`GET /accounts` returned 200.'],
  ['nothing', {}, ''],
])('a proof is one sentence with a subject: %s', (_, check, sentence) => {
  expect(proofOf(from(check))).toBe(sentence);
});
