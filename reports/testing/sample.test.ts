import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { sample } from './sample.js';

const schema = JSON.parse(readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8'));

test('the sample is a report, as the schema has it', () => {
  const ajv = new Ajv.default({ strict: true, allErrors: true, allowUnionTypes: true });
  formats.default(ajv);
  const valid = ajv.validate(schema, sample().report);
  expect(ajv.errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('the sample is a whole run', () => {
  const { report, evidence } = sample();
  expect(report.requirements).toHaveLength(catalogue.length);
  expect(evidence.length).toBeGreaterThan(500);
  expect(new Set(evidence.map(({ id }) => id)).size).toBe(evidence.length);
});
