import { afterAll, describe, expect, test } from 'vitest';
import { faults } from './faults/all.js';
import type { Fault } from './middleware.js';
import { failedChecks, listedFor, writeKills } from './testing/recorded-kills.js';
import { failuresIn, isTimed, runAgainst, sentencesOf, startFor, verdictsAlone } from './testing/run-against.js';

/**
 * Who tests the tests: the whole matrix. Each fault, asked everything, fails exactly its own requirements, each failure
 * says what happened, and kills.json, which lists the faults of each check, is right. `KILLS=write` adds to that file the
 * faults of `-t`, and with the whole matrix writes it anew.
 */
const isWriting = process.env.KILLS === 'write';
const killed = new Map<string, readonly string[]>();
afterAll(() => {
  if (isWriting) writeKills(killed);
});

async function failsExactlyItsRequirements({ id, breaks, customer }: Fault): Promise<void> {
  const server = await startFor({ fault: id });
  const { report, exitStatus } = await runAgainst(server, { ...verdictsAlone, ...(customer && { customer }) });
  await server.close();
  const failed = failuresIn(report);
  expect(failed.map((one) => one.id).sort(), sentencesOf(report).join('\n')).toEqual([...breaks].sort());
  expect(exitStatus).toBe(1);
  for (const { id: requirement, checks } of failed) {
    const silent = checks.filter(
      ({ verdict, found, expected, received }) => verdict === 'fail' && !(found && expected && received),
    );
    expect(silent, requirement).toEqual([]);
  }
  killed.set(id, failedChecks(report));
  // Which of the tries of a race or of a broken connection meets the fault is a matter of milliseconds: one of them must.
  const certain = listedFor(id).filter((check) => !/^IDEM-0[23] /.test(check));
  if (!isWriting) expect(failedChecks(report)).toEqual(expect.arrayContaining(certain));
}

/** By the whole name, which `-t` finds: in place of `$id` vitest puts its beginning. */
const named = (some: readonly Fault[]) => some.map((fault) => [fault.id, fault.breaks.join(', '), fault] as const);

describe.concurrent('faults', { timeout: 240_000 }, () => {
  test.each(named(faults.filter((fault) => !isTimed(fault))))('%s: %s', (_, __, fault) =>
    failsExactlyItsRequirements(fault),
  );
});

/** Runs of each fault that depends on time: `TIMES=20` measures whether it is found each time. */
const times = Number(process.env.TIMES ?? 1);

// One after another.
describe('faults that depend on time', { timeout: 240_000 * times }, () => {
  test.each(named(faults.filter(isTimed)))('%s: %s', async (_, __, fault) => {
    const misses: unknown[] = [];
    for (let run = 0; run < times; run += 1)
      await failsExactlyItsRequirements(fault).catch((error: unknown) => misses.push(error));
    expect(misses, `found in ${times - misses.length} of ${times} runs`).toEqual([]);
  });
});
