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
