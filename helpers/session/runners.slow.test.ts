import { expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { conformance, emptyFolder, runProcess, variablesFor } from '../cli/testing/command.js';
import { runAgainst, startFor, type Which } from '../reference-server/testing/run-against.js';

/** What a report says of each check, without what differs from run to run. */
function findingsOf({ requirements }: Report) {
  return requirements.map(({ id, verdict, checks }) => ({
    id,
    verdict,
    checks: checks.map(({ name, verdict: each }) => `${name}: ${each}`),
  }));
}

const only = 'AUTH-01,AUTH-04,IDEM-04,CUST-09,CUST-13,ACCT-02,ACCT-03,ACCT-04';

test.concurrent.each<[Which]>([
  [{}],
  [{ fault: 'leap-day-in-any-year' }],
  [{ fault: 'empty-key-opens-the-service' }],
  [{ variant: 'listing-null-for-empty' }],
  [{ variant: 'key-in-hexadecimal-capitals' }],
])('vitest and the plain runner find the same: %o', { timeout: 120_000 }, async (which) => {
  const server = await startFor(which);
  const cwd = emptyFolder();
  const argv = ['--only', only, '--seed', '1', '--observe', 'none', '--format', 'json'];
  const [inVitest, inProcess] = await Promise.all([
    conformance(variablesFor(server, cwd), cwd, argv, 'out', runProcess),
    runAgainst(server, { only: only.split(','), observe: 'none' }),
  ]);
  await server.close();
  expect(findingsOf(inProcess.report)).toEqual(findingsOf(inVitest.report));
});
