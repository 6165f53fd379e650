import { describe, expect, test } from 'vitest';
import { stories } from '../all.js';
import { faultsOfRows } from '../faults/rows.js';
import type { Fault } from '../middleware.js';
import { all } from '../rewrite.js';
import { startReferenceServer } from '../server.js';
import { failedChecks, failuresIn, runAgainst, sentencesOf, verdictsAlone } from './run-against.js';

/** With how many seeds each fault is asked: CI with one. `SEEDS=20` measures what depends on moments. */
const most = Number(process.env.SEEDS ?? 3);

/** A race, or a broken connection, is met in one of several tries, at moments that differ from run to run. */
function seedsFor({ breaks }: Fault): readonly number[] {
  const count = breaks.some((id) => /^IDEM-0[23]$/.test(id)) ? Math.max(most, 3) : most;
  return Array.from({ length: count }, (_, at) => at + 1);
}

/** Some faults of different tables in one server. */
const together = (faults: readonly Fault[], at: number): Fault => ({
  id: `rows-${at}`,
  breaks: [...new Set(faults.flatMap(({ breaks }) => breaks))],
  fails: faults.flatMap(({ fails }) => fails),
  story: faults.map(({ id }) => id).join(', '),
  middleware: all(...faults.flatMap(({ middleware }) => middleware ?? [])),
});

/**
 * Few servers in which each row of a table is undone once: those of several tables at a time, since they do not meet.
 * An id that opens accounts, and one that is believed, do: so they are apart.
 */
function batchesOf(faults: readonly Fault[]): readonly (readonly Fault[])[] {
  const batches: Fault[][] = [];
  for (const fault of faults) {
    const fits = (batch: readonly Fault[]) =>
      batch.every(({ table }) => table !== fault.table && !(meets(table) && meets(fault.table)));
    const batch = batches.find(fits);
    if (batch) batch.push(fault);
    else batches.push([fault]);
  }
  return batches;
}

const meets = (table = '') => ['tenants', 'namings'].includes(table);

/** Every row of a table of the suites once, and whatever else there is alone. */
const tested = [
  ...batchesOf(faultsOfRows.filter(({ table }) => table)).map(together),
  ...faultsOfRows.filter(({ table }) => !table),
  ...stories,
];

async function failsExactlyItsRequirements(fault: Fault): Promise<void> {
  const misses: unknown[] = [];
  const seeds = seedsFor(fault);
  for (const seed of seeds)
    await failsWithSeed(fault, seed).catch((error: unknown) => misses.push(`seed ${seed}: ${error}`));
  expect(misses, `found with ${seeds.length - misses.length} of ${seeds.length} seeds`).toEqual([]);
}

async function failsWithSeed(fault: Fault, seed: number): Promise<void> {
  const { breaks, fails, customer } = fault;
  const server = await startReferenceServer({ https: fault.server?.certificate !== undefined, change: fault });
  const { report, exitStatus } = await runAgainst(server, { ...verdictsAlone, seed, ...(customer && { customer }) });
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
  // Which of the tries of a race or of a broken connection meets the fault is a matter of milliseconds: one of them must.
  const certain = fails.filter((check) => !/^IDEM-0[23] /.test(check));
  expect(failedChecks(report)).toEqual(expect.arrayContaining(certain));
}

/** By the whole name, which `-t` finds: in place of `$id` vitest puts its beginning. */
const named = (some: readonly Fault[]) => some.map((fault) => [fault.id, fault.breaks.join(', '), fault] as const);

/**
 * Tests that each fault, asked everything, fails exactly its own requirements, and the checks that it is told to fail, and
 * that each failure says what happened.
 * @param half of all faults, 0 or 1, that this file asks: two processes share the work
 */
export function testFaults(half: number): void {
  const timeout = 300_000 * most;
  const some = tested.filter((_, at) => at % 2 === half);

  describe.concurrent('faults', { timeout }, () => {
    test.each(named(some.filter(({ isTimed }) => !isTimed)))('%s: %s', (_, __, fault) =>
      failsExactlyItsRequirements(fault),
    );
  });

  // One after another.
  describe('faults that depend on time', { timeout }, () => {
    test.each(named(some.filter(({ isTimed }) => isTimed)))('%s: %s', (_, __, fault) =>
      failsExactlyItsRequirements(fault),
    );
  });
}
