import { afterEach, expect, test } from 'vitest';
import { checkName } from '../../../helpers/configuration/generated-cases.js';
import { failedChecks } from '../../../helpers/reference-server/testing/recorded-kills.js';
import { against, checkOf, closeServices, faults } from './services.fixture.js';

/** Generated cases: a finding of each kind, and their limits. `suite.slow.test.ts` has more of both. */
afterEach(closeServices);

test('subdivisions from five characters on: five of the first letter', async () => {
  const { report } = await against(faults.subdivision, { only: ['CUST-15'], cases: 40 });
  expect(failedChecks(report)).toEqual(['CUST-15 generated: malformed']);
  expect(checkOf(report, 'CUST-15', checkName('malformed')).found).toContain('"US-AAAAA"');
});

test('a leap day that is rejected, though the days before and after it are taken', async () => {
  const { report, exitStatus } = await against(faults.leapDay, { only: ['CUST-09'], cases: 150 });
  expect(exitStatus).toBe(1);
  const check = checkOf(report, 'CUST-09', checkName('well-formed'));
  expect(check).toMatchObject({
    verdict: 'fail',
    found: expect.stringContaining('`1984-02-29`'),
    control: { status: 201, outcome: '`1984-03-01`: 201' },
  });
});

test('--max-customers leaves out valid cases beyond it, and no invalid one', async () => {
  const { report } = await against(undefined, { only: ['CUST-03'], cases: 40, maxCustomers: 20 });
  const counts = checkOf(report, 'CUST-03', checkName('well-formed')).cases;
  expect(counts?.planned).toBe(40);
  expect(counts?.asked).toBeLessThanOrEqual(20);
  expect(counts?.asked).toBeGreaterThan(3);
  expect(report.summary.customersCreated).toBeLessThanOrEqual(20);
  expect(checkOf(report, 'CUST-03', checkName('malformed')).cases?.asked).toBe(40);
});

test('on live nothing is generated, and it says which variable allows it', async () => {
  const { report } = await against(undefined, { environment: 'live', only: ['CUST-02'], cases: 5 });
  for (const kind of ['well-formed', 'malformed'] as const)
    expect(checkOf(report, 'CUST-02', checkName(kind))).toMatchObject({
      verdict: 'skipped',
      reason: expect.stringContaining('CONFORMANCE_ALLOW_LIVE_WRITES'),
    });
});
