import { afterEach, expect, test } from 'vitest';
import { checkName } from '../../../helpers/configuration/generated-cases.js';
import { runAgainst } from '../../../helpers/reference-server/testing/run-against.js';
import { checkOf, closeServices, started } from './services.fixture.js';

afterEach(closeServices);

test('the deadline cuts cases before it cuts checks, and the run is incomplete', async () => {
  const server = await started({
    https: false,
    change: {
      middleware: (honest) => async (asked) => {
        await new Promise((resolve) => setTimeout(resolve, 40));
        return honest(asked);
      },
    },
  });
  const { report, exitStatus } = await runAgainst(server, {
    ...{ only: ['CUST-02', 'AUTH-03'], observe: 'none', cases: 5000, deadlineSeconds: 8 },
  });
  expect(exitStatus).toBe(3);
  expect(report.run).toMatchObject({ complete: false });
  expect(report.run.stopped).toMatch(/deadline/);
  expect(report.requirements.find(({ id }) => id === 'AUTH-03')?.verdict).toBe('pass');
  expect(checkOf(report, 'CUST-02', checkName('malformed')).reason).toMatch(/^\d+ of 5000 .*deadline/i);
});
