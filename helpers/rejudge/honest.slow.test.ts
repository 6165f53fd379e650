import { expect, test } from 'vitest';
import type { ConformanceOptions } from '../api/run-conformance.js';
import { fsapi } from '../fsapi/fsapi.js';
import { recorded } from './recorded.fixture.js';
import { deviationsIn } from './rederived.js';
import { rejudge, rejudgedWord } from './rejudge.js';

test.each<[name: string, which: { fault?: string; variant?: string }, options: ConformanceOptions]>([
  ['of everything', {}, { observe: 'all' }],
  ['of one area', {}, { only: ['IDEM'] }],
  ['without writes', {}, { profile: 'read-only' }],
  ['that its deadline cut short', {}, { deadlineSeconds: 2, rate: 40, concurrency: 4 }],
  ['that its deadline cut short early', {}, { deadlineSeconds: 1, rate: 15 }],
  ['that ended with the first failure', { fault: 'leap-day-in-any-year' }, { bail: true, concurrency: 1 }],
  ['with generated cases', { fault: 'february-has-30-days' }, { only: ['CUST-09'], cases: 20 }],
  ['whose evidence holds shapes', {}, { evidence: 'shape' }],
  ['of a service that answers creations with 200', { variant: 'creation-200' }, {}],
])('a run %s is confirmed', async (_, which, options) => {
  const { report, evidence } = await recorded(which, options);
  const judged = await rejudge(report, evidence, fsapi);
  expect(deviationsIn(report, evidence, fsapi)).toEqual([]);
  expect(judged).toMatchObject({ unlisted: [], missing: [] });
  expect(judged.checks.filter(({ outcome, isIncomplete }) => outcome === 'contradicted' || isIncomplete)).toEqual([]);
  expect(rejudgedWord(judged)).toBe('CONFIRMED');
});
