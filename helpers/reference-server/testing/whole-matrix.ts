import { describe, expect, test } from 'vitest';
import { stories } from '../all.js';
import type { Fault } from '../changes.js';
import { faultsOfRows } from '../faults/rows.js';
import { all } from '../middleware.js';
import { startReferenceServer } from '../server.js';
import { failedChecks, failuresIn, runAgainst, sentencesOf, verdictsAlone } from './run-against.js';

/** With how many seeds each fault is asked: CI with one. `SEEDS=20` measures what depends on moments. */
const most = Number(process.env.SEEDS ?? 3);

/** Some faults in one server. */
const together = (faults: readonly Fault[]): Fault => ({
  id: faults.map(({ id }) => id).join(' + '),
  breaks: [...new Set(faults.flatMap(({ breaks }) => breaks))],
  fails: faults.flatMap(({ fails }) => fails),
  story: '',
  middleware: all(...faults.flatMap(({ middleware }) => middleware ?? [])),
});

/** Few groups of rows: those of several tables do not meet, but an id that opens accounts, and one that is believed, do. */
const groups = new Map<number, Fault[]>();
const counts = new Map<string, number>();
for (const fault of faultsOfRows.filter(({ table }) => table)) {
  const { table = '' } = fault;
  const tables = table === 'namings' ? 'tenants' : table;
  const at = counts.get(tables) ?? 0;
  counts.set(tables, at + 1);
  groups.set(at, [...(groups.get(at) ?? []), fault]);
}
const rows = [...groups].map(([at, faults]) => ({ ...together(faults), id: `rows-${at}` }));
const singles = [...stories, ...faultsOfRows.filter(({ table }) => !table)];

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

async function failsWith(seeds: number, fault: Fault): Promise<void> {
  const misses: unknown[] = [];
  for (let seed = 1; seed <= seeds; seed += 1)
    await failsWithSeed(fault, seed).catch((error: unknown) => misses.push(`seed ${seed}: ${error}`));
  expect(misses, `found with ${seeds - misses.length} of ${seeds} seeds`).toEqual([]);
}

/** By the whole name, which `-t` finds: in place of `$id` vitest puts its beginning. */
const named = (some: readonly Fault[]) => some.map((fault) => [fault.id, fault.breaks.join(', '), fault] as const);

/**
 * Tests that each fault, asked everything, fails exactly its own requirements, and the checks that it is told to fail, and
 * that each failure says what happened.
 * @param half of all of them, 0 or 1, that this file asks: two processes share the work
 */
export function testFaults(half: number): void {
  const timeout = 300_000 * most;
  const halfOf = <Of>(some: readonly Of[]) => some.filter((_, at) => at % 2 === half);

  describe.concurrent('faults', { timeout }, () => {
    const untimed = singles.filter(({ isTimed }) => !isTimed);
    test.each(named([...halfOf(untimed), ...halfOf(rows)]))('%s: %s', (_, __, fault) => failsWith(most, fault));
  });

  // One after another. A race, or a broken connection, is met in one of several tries, at moments that differ from run to run.
  describe('faults that depend on time', { timeout }, () => {
    test.each(named(halfOf(singles.filter(({ isTimed }) => isTimed))))('%s: %s', (_, __, fault) =>
      failsWith(fault.breaks.some((id) => /^IDEM-0[23]$/.test(id)) ? Math.max(most, 3) : most, fault),
    );
  });
}
