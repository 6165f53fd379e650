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
  expect(policyOf({ ...none, require: required })(report)).toEqual(broken);
});

test('another target is named in full, and without its credentials', () => {
  const { report } = sample();
  report.target.baseUrl = 'https://sandbox.payments.example/v1/';
  const policy = policyOf({ ...none, target: 'https://u:p@sandbox.payments.example/v2/' });
  expect(policy(report)).toEqual([
    'the run tested https://sandbox.payments.example/v1, not https://sandbox.payments.example/v2 (--target)',
  ]);
});
