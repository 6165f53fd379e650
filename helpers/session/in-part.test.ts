import { expect, test } from 'vitest';
import { listed, withMembers } from '../reference-server/answered.js';
import { startReferenceServer } from '../reference-server/server.js';
import { runAgainst } from '../reference-server/testing/run-against.js';

test('the report names the responses that were read in part', async () => {
  const server = await startReferenceServer({
    https: false,
    change: {
      middleware: (honest) => async (asked) => {
        const answer = await honest(asked);
        return listed(asked, answer) ? withMembers(answer, { rates: Array(5001).fill(1) }) : answer;
      },
    },
  });
  const { report } = await runAgainst(server, { only: ['ACCT-01'], observe: 'none' });
  await server.close();
  const [notice] = report.run.notices?.filter((one) => one.includes('only in part')) ?? [];
  expect(notice).toMatch(/^The suite read \d+ responses? only in part \(x\d{4}.*24 levels .* 5,000 values/);
});
