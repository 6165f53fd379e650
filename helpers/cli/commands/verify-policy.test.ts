import { expect, test } from 'vitest';
import { mockSample } from '../../../reports/testing/mock-sample.js';
import { sample } from '../../../reports/testing/sample.js';
import { policyOf } from './verify-policy.js';

const none = { 'not-before': undefined, target: undefined, require: undefined };

test.each([
  ['full', 'conformant', []],
  ['single-tenant', 'conformant', ['the run is conformant (single-tenant), not conformant (--require)']],
  ['read-only', 'conformant', ['the run is conformant (read-only), not conformant (--require)']],
  ['full', 'conformant (read-only)', []],
  ['read-only', 'conformant (single-tenant)', [expect.stringContaining('not conformant (single-tenant)')]],
] as const)('a conformant run of the profile %s, where %s is required', (profile, required, broken) => {
  const { report } = sample();
  Object.assign(report.summary, { verdict: 'conformant', profile });
  report.summary.counts.waived = 0;
  expect(policyOf({ ...none, require: required })(report)).toEqual(broken);
});

test.each([
  ['conformant-with-waivers', 'conformant', ['the run is conformant but for 3 waived, not conformant (--require)']],
  ['conformant-with-waivers', 'conformant-with-waivers', []],
  ['conformant-with-waivers', 'conformant-with-waivers (single-tenant)', []],
  ['inconclusive', 'conformant-with-waivers', ['the run is inconclusive, not conformant-with-waivers (--require)']],
  ['partial', 'conformant-with-waivers', ['the run is partial, not conformant-with-waivers (--require)']],
] as const)('a run that is %s with three waivers, where %s is required', (verdict, required, broken) => {
  const { report } = sample();
  Object.assign(report.summary, { verdict });
  report.summary.counts.waived = 3;
  expect(policyOf({ ...none, require: required })(report)).toEqual(broken);
});

test('a verdict accepts each better one, of a profile that tests as much', () => {
  const { report } = sample();
  Object.assign(report.summary, { verdict: 'conformant', profile: 'single-tenant' });
  report.summary.counts.waived = 0;
  const rejects = (require: string) => policyOf({ ...none, require })(report).length > 0;
  expect(rejects('conformant-with-waivers (single-tenant)')).toBe(false);
  expect(rejects('conformant-with-waivers')).toBe(true);
});

test.each(['green', 'conformant(single-tenant)', 'conformant (nobody)', 'nonconformant', ''])(
  '%j cannot be required',
  (require) => {
    expect(() => policyOf({ ...none, require })).toThrow(
      /what can be required is conformant, conformant-with-waivers or fit-as-declared/,
    );
  },
);

test('another target is named in full, and without its credentials', () => {
  const { report } = sample();
  report.target.baseUrl = 'https://sandbox.payments.example/v1/';
  const policy = policyOf({ ...none, target: 'https://u:p@sandbox.payments.example/v2/' });
  expect(policy(report)).toEqual([
    'the run tested https://sandbox.payments.example/v1, not https://sandbox.payments.example/v2 (--target)',
  ]);
});

test('fit as declared is the least that can be required, and is said as it is', () => {
  const { report } = mockSample();
  report.summary.verdict = 'fit-as-declared';
  expect(policyOf({ require: 'fit-as-declared' })(report)).toEqual([]);
  for (const require of ['conformant', 'conformant-with-waivers'])
    expect(policyOf({ require })(report)).toEqual([`the run is fit as declared, not ${require} (--require)`]);
  expect(policyOf({ require: 'fit-as-declared' })(sample().report)).toHaveLength(1);
});

test('what was tested is known by its digest, in whatever form it is given', () => {
  const { report } = sample();
  const [image, other] = ['ab', 'cd'].map((two) => two.repeat(32)) as [string, string];
  expect(policyOf({ subject: image })(report)).toEqual([
    `the run tested nothing whose digest is known, not sha256:${image} (--subject)`,
  ]);
  report.run.subject = `sha256:${image}`;
  for (const subject of [image, `sha256:${image}`, `registry.example/mock@sha256:${image.toUpperCase()}`])
    expect(policyOf({ subject })(report)).toEqual([]);
  expect(policyOf({ subject: other })(report)).toHaveLength(1);
  report.run.subject = `gitCommit:${image.slice(0, 40)}`;
  expect(policyOf({ subject: image.slice(0, 40) })(report)).toEqual([]);
  expect(() => policyOf({ subject: 'latest' })).toThrow(/--subject is "latest", which is not sha256: and 64/);
});
