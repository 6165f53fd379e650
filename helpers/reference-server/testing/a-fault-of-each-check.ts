import { expect, test } from 'vitest';
import { faults } from '../all.js';
import { readKills } from '../kills.js';
import { failedChecks } from './recorded-kills.js';
import { runAgainst, sentencesOf, startFor, verdictsAlone } from './run-against.js';

/**
 * The tests of the suites that `npm run mutate` runs: a change in a suite has to fail the honest server, or to miss a fault
 * in one of the checks that it should fail. Each check has a fault here; one fault serves many checks.
 */
const checksOf = new Map<string, string[]>();
for (const [check, listed] of Object.entries(readKills())) {
  const fault = listed.find((id) => checksOf.has(id)) ?? listed[0];
  if (fault !== undefined) checksOf.set(fault, [...(checksOf.get(fault) ?? []), check]);
}

test('an honest server fails nothing, and all that can pass does', async () => {
  const server = await startFor({});
  const { report } = await runAgainst(server, verdictsAlone);
  await server.close();
  expect(sentencesOf(report)).toEqual([]);
  const undecided = report.requirements.filter(
    ({ verdict, basis }) => verdict !== 'pass' && (basis === 'stated' || basis === 'inferred'),
  );
  expect(undecided.map(({ id, verdict }) => `${id} ${verdict}`)).toMatchInlineSnapshot(`
    [
      "HTTP-01 skipped",
      "EVENT-05 skipped",
    ]
  `);
});

test.each([...checksOf])('%s fails %s', async (id, checks) => {
  const fault = faults.find((one) => one.id === id);
  const server = await startFor({ fault: id });
  const own = [...new Set(checks.map((check) => check.slice(0, check.indexOf(' '))))];
  const isOfWholeRun = checks.some((check) => check.endsWith('of the whole run'));
  const { report } = await runAgainst(server, {
    ...verdictsAlone,
    ...(!isOfWholeRun && { only: [...own, ...(fault?.with ?? [])] }),
    ...(fault?.customer && { customer: fault.customer }),
  });
  await server.close();
  expect(failedChecks(report)).toEqual(expect.arrayContaining(checks));
});
