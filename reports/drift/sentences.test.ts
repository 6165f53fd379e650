import { expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { Report } from '../../schemas/types.js';
import { sample } from '../testing/sample.js';
import { compareReports } from './comparison.js';
import { againstBaseline, contextOf, inCounts, type Recorded } from './sentences.js';

const { report } = sample();
const nothing: Recorded = {
  baseline: { id: 'a', startedAt: '2025-11-19T02:00:05.000Z', baseUrl: report.target.baseUrl },
  compared: 17,
  changed: [],
  newFailures: [],
  fixed: [],
  undecided: [],
  decided: [],
  vanished: [],
};

test.each<[counts: string, change: Partial<Recorded>]>([
  ['nothing differs; 17 observations were compared', {}],
  ['nothing differs; 1 observation was compared', { compared: 1 }],
  ['no verdict differs, and there were no observations to compare', { compared: 0 }],
  ['1 observation changed', { changed: ['ERR-02'] }],
  ['2 new failures (A-01, A-02), 1 fixed (B-01)', { newFailures: ['A-01', 'A-02'], fixed: ['B-01'] }],
  [
    '7 requirements became inconclusive or skipped (1, 2, 3, 4, 5 and 2 more), 1 requirement is now evaluated (8)',
    { undecided: [...'1234567'], decided: ['8'] },
  ],
  [
    '3 checks disappeared (A-01, A-02)',
    { vanished: ['A-01', 'A-01', 'A-02'].map((id, at) => ({ id, name: `${at}` })) },
  ],
])('%s', (counts, change) => {
  expect(inCounts({ ...nothing, ...change })).toBe(counts);
});

test('another target and another suite are named; the embedded server is one, whatever its port', () => {
  const described = (baseline: Partial<Recorded['baseline']>, target: Partial<Report['target']> = {}) =>
    againstBaseline({
      ...report,
      target: { ...report.target, ...target },
      comparison: { ...nothing, baseline: { ...nothing.baseline, ...baseline } },
    });
  const rest = 'nothing differs; 17 observations were compared.';
  expect(described({})).toBe(`Compared with the run of 19 November 2025, 02:00:05 UTC: ${rest}`);
  expect(described({ baseUrl: 'https://mock.example/v1/', suiteVersion: '0.9.0' })).toBe(
    `Compared with the run of 19 November 2025, 02:00:05 UTC (https://mock.example/v1/, suite 0.9.0): ${rest}`,
  );
  const [port, other] = ['https://127.0.0.1:4001/v1/', 'https://127.0.0.1:4002/v1/'];
  expect(described({ baseUrl: other, embedded: true }, { baseUrl: port, embedded: true })).not.toContain(other);
  expect(described({ baseUrl: other, embedded: false }, { baseUrl: port, embedded: true })).toContain(other);
  expect(againstBaseline({ ...report, comparison: undefined })).toBeUndefined();
});

test('what else is not the same explains, and is named for what it is', () => {
  const described = (run: Partial<Report['run']>, target: Partial<Report['target']> = {}) =>
    contextOf(
      compareReports(
        report,
        { ...report, run: { ...report.run, ...run }, target: { ...report.target, ...target } },
        fsapi,
      ),
    ).join(' ');
  expect(described({})).toBe('Both runs used the same suite version.');
  expect(described({ exam: 'f'.repeat(64), suiteVersion: '2.0.0' })).toBe(
    'The runs used different suite versions, so differences may come from the suite. Suite 1.0.0 then, 2.0.0 now.',
  );
  expect(described({ configuration: 'f'.repeat(64) })).toContain('different configurations');
  // Two addresses are two configurations, and the heading names them.
  expect(described({ configuration: 'f'.repeat(64) }, { baseUrl: 'https://b.example/v1/' })).not.toContain(
    'configured',
  );
  expect(described({ complete: false })).toContain('The second run is incomplete.');
  expect(described({}, { embedded: true })).toContain('The second is the embedded reference server.');
});
