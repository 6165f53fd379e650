import { expect } from 'vitest';
import type { Finding } from '../../schemas/finding.js';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { Report } from '../../schemas/types.js';
import { validator } from '../../schemas/validate.js';
import { assemble, type Material } from './assemble.js';

const digest = 'a'.repeat(64);
export const run: Material['run'] = {
  ...{ id: 'r', startedAt: '2026-01-01T00:00:00.000Z', finishedAt: '2026-01-01T00:00:01.000Z', complete: true },
  ...{ seed: 1, suiteVersion: '0', exam: digest, configuration: digest },
  specification: { title: 't', version: 'v1', digest },
};

/** The report of a complete run of everything, as its schema has it, but for what is changed. */
export function reportOf(findings: readonly Finding[], change: Partial<Material> = {}): Report {
  const report = assemble({
    ...{ specification: fsapi, findings, asked: catalogue.map(({ id }) => id), profile: 'single-tenant', run },
    target: { baseUrl: 'https://a.example/v1/', environment: 'sandbox', embedded: false, tenants: 1 },
    ...{ created: [], requests: 0, retried: 0, observe: 'all', ...change },
  });
  const valid = validator('report');
  expect(valid(report), JSON.stringify(valid.errors)).toBe(true);
  return report;
}
