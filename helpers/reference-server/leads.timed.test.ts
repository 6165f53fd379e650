import { expect, test } from 'vitest';
import { checksWith, runOf } from './testing/run-against.js';

test('a retry that comes too late for the service leads to the time for which it keeps keys', async () => {
  // Retries right away have to come within its second.
  const which = { fault: 'key-forgotten-after-a-second' };
  const { report } = await runOf(which, { observe: 'none', only: ['IDEM-01'] });
  const [check] = checksWith(report, 'fail');
  expect(check?.found).toMatch(/sent again after 1\.1 s/);
  expect(check?.likelyCause).toMatch(/too short a time/);
});
