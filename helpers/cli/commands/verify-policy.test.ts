import { expect, test } from 'vitest';
import { sample } from '../../../reports/testing/sample.js';
import { policyOf } from './verify-policy.js';

const none = { 'not-before': undefined, target: undefined, require: undefined, suite: undefined };

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
  // What 0.1 and 0.2 wrote.
  ['conformant', 'conformant', ['the run is conformant but for 3 waived, not conformant (--require)']],
  ['conformant', 'conformant-with-waivers', []],
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
      /what can be required is conformant or conformant-with-waivers/,
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
