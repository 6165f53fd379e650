import { expect, test } from 'vitest';
import { sample } from '../../../reports/testing/sample.js';
import type { Report } from '../../../schemas/types.js';
import { policyOf } from './verify.js';

function runOf(verdict: string, waived = 0, profile = 'full'): Report {
  const { report } = sample();
  Object.assign(report.summary, { verdict, profile });
  report.summary.counts.waived = waived;
  return report;
}

test.each([
  ['conformant', 0, 'full', 'conformant'],
  ['conformant', 0, 'full', 'conformant (read-only)'],
  ['conformant', 0, 'single-tenant', 'conformant', 'is conformant (single-tenant), not conformant (--require)'],
  ['conformant', 0, 'read-only', 'conformant (single-tenant)', 'not conformant (single-tenant)'],
  ['conformant', 0, 'single-tenant', 'conformant-with-waivers (single-tenant)'],
  ['conformant', 0, 'single-tenant', 'conformant-with-waivers', 'not conformant-with-waivers (--require)'],
  ['conformant-with-waivers', 3, 'full', 'conformant', 'is conformant with 3 waivers, not conformant (--require)'],
  ['conformant-with-waivers', 3, 'full', 'conformant-with-waivers'],
  ['inconclusive', 3, 'full', 'conformant-with-waivers', 'is inconclusive, not conformant-with-waivers (--require)'],
  ['partial', 3, 'full', 'conformant-with-waivers', 'is partial, not conformant-with-waivers (--require)'],
  ['fit-as-declared', 0, 'full', 'fit-as-declared'],
  ['fit-as-declared', 0, 'full', 'conformant-with-waivers', 'is fit as declared, not conformant-with-waivers'],
  ['nonconformant', 0, 'full', 'fit-as-declared', 'not fit-as-declared (--require)'],
])('a run that is %s with %i waived, of the profile %s, where %s is required', (...row) => {
  const [verdict, waived, profile, require, broken] = row;
  const found = policyOf({ require })(runOf(verdict, waived, profile));
  expect(found).toEqual(broken === undefined ? [] : [expect.stringContaining(broken)]);
});

test.each(['green', 'conformant(single-tenant)', 'conformant (nobody)', ''])('%j cannot be required', (require) => {
  expect(() => policyOf({ require })).toThrow(/what can be required is conformant, conformant-with-waivers or fit-as/);
});

test('another target is named in full, and one with credentials is none', () => {
  const { report } = sample();
  report.target.baseUrl = 'https://sandbox.payments.example/v1/';
  expect(policyOf({ target: 'https://sandbox.payments.example/v2' })(report)).toEqual([
    'the run tested https://sandbox.payments.example/v1/, not https://sandbox.payments.example/v2/ (--target)',
  ]);
  expect(() => policyOf({ target: 'https://u:p@sandbox.payments.example/v2/' })).toThrow('user name or password');
});

test('what was tested is known by its digest, in whatever form it is given', () => {
  const { report } = sample();
  const [image, other] = ['ab', 'cd'].map((two) => two.repeat(32)) as [string, string];
  const broken = (subject: string) => policyOf({ subject })(report);
  expect(broken(image)).toEqual([`the run tested a build of unknown digest, not sha256:${image} (--subject)`]);
  report.run.subject = `sha256:${image}`;
  for (const subject of [image, `sha256:${image}`, `registry.example/mock@sha256:${image.toUpperCase()}`])
    expect(broken(subject)).toEqual([]);
  expect(broken(other)).toHaveLength(1);
  report.run.subject = `gitCommit:${image.slice(0, 40)}`;
  expect(broken(image.slice(0, 40))).toEqual([]);
  expect(() => policyOf({ subject: 'latest' })).toThrow(/--subject is "latest", which is not sha256: and 64/);
});
