import { describe, expect, test } from 'vitest';
import { startReferenceServer } from './server.js';
import { runAgainst, sentencesOf, verdictsAlone } from './testing/run-against.js';
import { crashesAtTimes } from './variants/transport.js';

/** A service that is in order but for random server errors: a single one decides nothing, wherever it falls. */
describe.concurrent('one response in twenty is a 500', { timeout: 240_000 }, () => {
  test.each([3, 4, 5, 6, 9])('seed %i: no failure, and what is open says why', async (seed) => {
    const server = await startReferenceServer({ https: false, change: { middleware: crashesAtTimes(seed) } });
    const { report } = await runAgainst(server, { ...verdictsAlone, seed, concurrency: 16 });
    await server.close();
    expect(sentencesOf(report)).toEqual([]);
    const open = report.requirements
      .flatMap(({ id, checks }) => checks.map((check) => ({ id, ...check })))
      .filter(({ verdict }) => verdict === 'inconclusive');
    expect(open.filter(({ reason }) => !/500/.test(reason ?? ''))).toEqual([]);
  });
});
