import { describe, expect, test } from 'vitest';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { variants } from './all.js';
import { runAgainst, startFor } from './testing/run-against.js';

const open = catalogue.filter(({ basis }) => basis === 'not-shown').map(({ id }) => id);

/** A service that does not change does not drift, whatever it keeps of the runs before. */
describe.concurrent('three runs in a row against one process that keeps its store', () => {
  test.each(variants.map(({ id }) => ({ id })))(
    '$id',
    async ({ id }) => {
      const server = await startFor({ variant: id });
      let baseline = (await runAgainst(server, { only: open, observe: 'all' })).report;
      for (let again = 0; again < 2; again += 1) {
        const { report } = await runAgainst(server, { only: open, observe: 'all', baseline });
        expect(report.requirements.flatMap(({ id: row, drift }) => (drift ? [{ row, drift }] : []))).toEqual([]);
        baseline = report;
      }
      await server.close();
    },
    120_000,
  );
});
