import { expect, test } from 'vitest';
import { runAgainst, startFor } from './testing/run-against.js';

const writing = ['IDEM-06', 'IDEM-08', 'IDEM-11'];

/** A sample of repeated-runs.timed.test.ts: what a service does with an empty and a short key, it has kept from the run before. */
test.each([undefined, 'idempotency-key-optional'])(
  'three runs against one process do not drift: %s',
  async (variant) => {
    const server = await startFor({ ...(variant !== undefined && { variant }) });
    let baseline = (await runAgainst(server, { only: writing })).report;
    for (let again = 0; again < 2; again += 1) {
      const { report } = await runAgainst(server, { only: writing, baseline });
      expect(report.requirements.flatMap(({ drift }) => drift ?? [])).toEqual([]);
      expect(report.comparison?.compared).toBe(3);
      baseline = report;
    }
    await server.close();
  },
);
