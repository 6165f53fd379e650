import { describe, expect, test } from 'vitest';
import { stories } from '../all.js';
import type { Fault } from '../changes.js';
import { faultsOfRows } from '../faults/rows.js';
import { all } from '../middleware.js';
import { startReferenceServer } from '../server.js';
import { failedChecks, failuresIn, runAgainst, sentencesOf, verdictsAlone } from './run-against.js';

/** With how many seeds each fault is asked: CI with one. `SEEDS=20` measures what depends on moments. */
const most = Number(process.env.SEEDS ?? 3);
const seeds = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Some faults in one server. */
const together = (faults: readonly Fault[]): Fault => ({
  id: faults.map(({ id }) => id).join(' + '),
  breaks: [...new Set(faults.flatMap(({ breaks }) => breaks))],
  fails: faults.flatMap(({ fails }) => fails),
  story: '',
  middleware: all(...faults.flatMap(({ middleware }) => middleware ?? [])),
});

/** Few groups, in each of which no two faults have a word in common. */
function grouped(
  faults: readonly Fault[],
  wordsOf: (fault: Fault) => readonly string[],
): readonly (readonly Fault[])[] {
  const groups: Fault[][] = [];
  for (const fault of faults) {
    const own = wordsOf(fault);
    const group = groups.find((some) => !some.some((other) => wordsOf(other).some((word) => own.includes(word))));
    if (group) group.push(fault);
    else groups.push([fault]);
  }
  return groups;
}

/** Rows of several tables do not meet, but an id that opens accounts, and one that is believed, do. */
const rows = grouped(
  faultsOfRows.filter(({ table }) => table),
  ({ table = '' }) => [['tenants', 'namings'].includes(table) ? 'tenants' : table],
).map((faults, at) => ({ ...together(faults), id: `rows-${at}` }));
const singles = [...stories, ...faultsOfRows.filter(({ table }) => !table)];
/** Faults of other areas seldom meet: `AUTH`, `CUST` and so on are each in a server once. */
const groups = grouped(
  singles.filter(({ server, isTimed, customer }) => !(server || isTimed || customer)),
  ({ breaks }) => breaks.map((id) => id.split('-')[0] as string),
);

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

async function failsWith(some: readonly number[], fault: Fault): Promise<void> {
  const misses: unknown[] = [];
  for (const seed of some)
    await failsWithSeed(fault, seed).catch((error: unknown) => misses.push(`seed ${seed}: ${error}`));
  expect(misses, `found with ${some.length - misses.length} of ${some.length} seeds`).toEqual([]);
}

/** Faults that hide each other when they meet are asked again, each alone. */
async function failTogether(faults: readonly Fault[]): Promise<void> {
  for (const seed of seeds(2, most))
    await failsWithSeed(together(faults), seed).catch(async () => {
      for (const fault of faults) await failsWith([seed], fault);
    });
}

/** By the whole name, which `-t` finds: in place of `$id` vitest puts its beginning. */
const named = (some: readonly Fault[]) => some.map((fault) => [fault.id, fault.breaks.join(', '), fault] as const);

/**
 * Tests that each fault, asked everything, fails exactly its own requirements, and the checks that it is told to fail, and
 * that each failure says what happened: each alone with one seed, and with more in groups.
 * @param half of all of them, 0 or 1, that this file asks: two processes share the work
 */
export function testFaults(half: number): void {
  const timeout = 300_000 * most;
  const halfOf = <Of>(some: readonly Of[]) => some.filter((_, at) => at % 2 === half);

  describe.concurrent('faults', { timeout }, () => {
    test.each(named(halfOf(singles.filter(({ isTimed }) => !isTimed))))('%s: %s', (_, __, fault) => {
      const isGrouped = groups.some((group) => group.includes(fault));
      return failsWith(seeds(1, isGrouped ? 1 : most), fault);
    });
    test.each(named(halfOf(rows)))('%s: %s', (_, __, fault) => failsWith(seeds(1, most), fault));
    if (most > 1)
      test.each(halfOf(groups).map((group) => [together(group).id, group] as const))('together: %s', (_, group) =>
        failTogether(group),
      );
  });

  // One after another. A race, or a broken connection, is met in one of several tries, at moments that differ from run to run.
  describe('faults that depend on time', { timeout }, () => {
    test.each(named(halfOf(singles.filter(({ isTimed }) => isTimed))))('%s: %s', (_, __, fault) =>
      failsWith(seeds(1, fault.breaks.some((id) => /^IDEM-0[23]$/.test(id)) ? Math.max(most, 3) : most), fault),
    );
  });
}
