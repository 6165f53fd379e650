import { afterAll, describe, expect, test } from 'vitest';
import { faults } from './faults/all.js';
import type { Fault } from './middleware.js';
import { failedChecks, listedFor, writeKills } from './testing/recorded-kills.js';
import { failuresIn, isTimed, runAgainst, sentencesOf, startFor, verdictsAlone } from './testing/run-against.js';
import { variants } from './variants/all.js';

/**
 * Who tests the tests, the quick half: every fault of the reference server fails the requirements that it breaks, and
 * four conforming variants fail none. `faults.slow.test.ts` and `variants.slow.test.ts` ask everything of all.
 *
 * It proves kills.json too, which lists the faults of each check: `KILLS=write` adds a fault of `-t`, and with the whole
 * matrix writes the file anew.
 */
const isWriting = process.env.KILLS === 'write';
const killed = new Map<string, readonly string[]>();
afterAll(() => {
  if (isWriting) writeKills(killed);
});

async function failsItsRequirements({ id, breaks, with: others = [], customer }: Fault): Promise<void> {
  const server = await startFor({ fault: id });
  const only = [...breaks, ...others];
  const { report } = await runAgainst(server, { ...verdictsAlone, only, ...(customer && { customer }) });
  await server.close();
  const failed = failuresIn(report);
  expect(failed.map((one) => one.id).sort(), sentencesOf(report).join('\n')).toEqual([...breaks].sort());
  const checks = failedChecks(report);
  killed.set(id, checks);
  // Which of the tries of a race or of a broken connection meets the fault is a matter of milliseconds: one of them must.
  const certain = listedFor(id).filter((check) => !/^IDEM-0[23] /.test(check));
  if (!isWriting) expect(checks).toEqual(expect.arrayContaining(certain));
}

describe.concurrent('faults', { timeout: 120_000 }, () => {
  test.each(faults.filter((fault) => !isTimed(fault)))('$id: $breaks', failsItsRequirements);
});

/** Runs of each fault that depends on time: `TIMES=20` measures whether it is found each time (docs/figures.md). */
const times = Number(process.env.TIMES ?? 1);

// One after another.
describe('faults that depend on time', { timeout: 120_000 * times }, () => {
  test.each(faults.filter(isTimed))('$id: $breaks', async (fault) => {
    const misses: unknown[] = [];
    for (let run = 0; run < times; run += 1)
      await failsItsRequirements(fault).catch((error: unknown) => misses.push(error));
    expect(misses, `found in ${times - misses.length} of ${times} runs`).toEqual([]);
  });
});

/** Far from the honest service in what it returns, in how it rejects, in whom it lists, and in when it responds. */
const sample = [
  'customer-in-json-api',
  'refusals-are-200-among-envelopes',
  'accounts-come-behind-a-cache',
  'replay-425',
];

describe.concurrent('conforming variants', { timeout: 120_000 }, () => {
  test.each(variants.filter(({ id }) => sample.includes(id)).map(({ id }) => ({ id })))('$id', async ({ id }) => {
    const server = await startFor({ variant: id });
    const { report, exitStatus } = await runAgainst(server, { ...verdictsAlone, concurrency: 16 });
    await server.close();
    expect(sentencesOf(report)).toEqual([]);
    expect([0, 3]).toContain(exitStatus);
  });
});
