import { expect, test } from 'vitest';
import { sample } from '../testing/sample.js';
import { renderCtrf } from './ctrf.js';

const { report } = sample();
const document = JSON.parse(renderCtrf(report));
const testOf = (id: string) => document.results.tests.find((one: { testId: string }) => one.testId === id);

test('every requirement is one test, and the summary adds up to them', () => {
  const { tests, passed, failed, skipped, pending, other } = document.results.summary;
  const { counts } = report.summary;
  expect(tests).toBe(report.requirements.length);
  expect(passed).toBe(counts.pass + counts.attested);
  expect([failed, skipped, pending]).toEqual([counts.fail, counts.skipped, counts.pending]);
  expect(other).toBe(counts.waived + counts.inconclusive);
  expect(new Set(document.results.tests.map(({ id }: { id: string }) => id)).size).toBe(tests);
});

test('a failure says what a developer needs, and a step is a check', () => {
  const failure = testOf('CUST-09');
  expect(failure).toMatchObject({ status: 'failed', rawStatus: 'fail', suite: ['Creating a customer'] });
  expect(failure.message).toBe('29 February 1990, a day that never was, is accepted as a date of birth.');
  expect(failure.trace).toContain('Expected: A refusal, any 4xx.');
  expect(
    failure.steps.map(({ status }: { status: string }) => status).filter((each: string) => each === 'failed'),
  ).toHaveLength(4);
});

test('what was waived or not decided is neither passed nor failed nor skipped', () => {
  expect(testOf('CUST-15')).toMatchObject({ status: 'other', rawStatus: 'waived', extra: { until: '2026-01-31' } });
  expect(testOf('ACCT-02')).toMatchObject({ status: 'other', rawStatus: 'inconclusive' });
  expect(testOf('AUTH-11')).toMatchObject({ status: 'passed', rawStatus: 'attested', extra: { mode: 'manual' } });
});
