import { expect, test } from 'vitest';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { validator } from '../../schemas/validate.js';
import { sample } from './sample.js';

test('the sample is a whole run, as the schema has it', () => {
  const { report, evidence } = sample();
  const valid = validator('report');
  expect([valid(report), valid.errors]).toEqual([true, null]);
  expect(report.requirements).toHaveLength(catalogue.length);
  expect(evidence.length).toBeGreaterThan(500);
  expect(new Set(evidence.map(({ id }) => id)).size).toBe(evidence.length);
});

test('what is new, what is open and what differs agree with its requirements', () => {
  const { news, open, requirements } = sample().report;
  const kinds = { 'AUTH-06': 'fails', 'IDEM-03': 'undecided', 'ACCT-07': 'differs' };
  expect(Object.fromEntries(news.map(({ id, kind }) => [id, kind]))).toEqual(kinds);
  const isOpen = ({ verdict, drift }: (typeof requirements)[number]) =>
    drift !== undefined || verdict === 'fail' || verdict === 'inconclusive';
  const expected = requirements.filter(isOpen).map(({ id, since, drift }) => [id, drift?.since ?? since]);
  expect(open.map(({ id, since }) => [id, since])).toEqual(expected);
  expect(expected).toContainEqual(['ERR-02', '2025-11-14']);
  expect(expected).toContainEqual(['CUST-09', '2025-11-02']);
});
