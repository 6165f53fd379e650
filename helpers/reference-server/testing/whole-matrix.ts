import { describe, expect, test } from 'vitest';
import { stories } from '../all.js';
import type { Fault } from '../changes.js';
import { faultsOfRows } from '../faults/rows.js';
import { all } from '../middleware.js';
import { startReferenceServer } from '../server.js';
import { failedChecks, failuresIn, runAgainst, sentencesOf, verdictsAlone } from './run-against.js';

/** With how many seeds each fault is asked: CI with one. `SEEDS=20` measures what depends on moments. */
const most = Number(process.env.SEEDS ?? 3);

type Faults = readonly Fault[];

/** Some faults in one server. */
const together = (faults: Faults): Fault => ({
  ...(faults[0] as Fault),
  breaks: [...new Set(faults.flatMap(({ breaks }) => breaks))],
  fails: faults.flatMap(({ fails }) => fails),
  middleware: all(...faults.flatMap(({ middleware }) => middleware ?? [])),
});

/** Few groups, in each of which no two faults have a word in common. */
function grouped(faults: Faults, wordsOf: (fault: Fault) => readonly string[]): Faults[] {
  const groups: Fault[][] = [];
  for (const fault of faults) {
    const own = wordsOf(fault);
    const group = groups.find((some) => !some.flatMap(wordsOf).some((word) => own.includes(word)));
    if (group) group.push(fault);
    else groups.push([fault]);
  }
  return groups;
}

/** Rows of several tables do not meet, but an id that opens accounts, and one that is believed, do. */
const rows = grouped(
  faultsOfRows.filter(({ table }) => table),
  ({ table = '' }) => [['tenants', 'namings'].includes(table) ? 'tenants' : table],
);
const singles = [...stories, ...faultsOfRows.filter(({ table }) => !table)];
const timed = singles.filter(({ isTimed }) => isTimed);
const meeting = singles.filter(({ server, isTimed, customer }) => !(server || isTimed || customer));
const apart = singles.filter((fault) => !timed.includes(fault) && !meeting.includes(fault));
/** Faults of other areas seldom meet: `AUTH`, `CUST` and so on are each in a server once. */
const groups = grouped(meeting, ({ breaks }) => breaks.map((id) => id.split('-')[0] as string));

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

/** Faults that hide each other when they meet are asked again, each alone. @param seeds the first and the last */
async function failWith(faults: Faults, [first, last]: readonly [number, number]): Promise<void> {
  const misses: unknown[] = [];
  for (let seed = first; seed <= last; seed += 1)
    await failsWithSeed(together(faults), seed).catch(async (error: unknown) => {
      if (faults.length === 1) misses.push(`seed ${seed}: ${error}`);
      else for (const fault of faults) await failWith([fault], [seed, seed]);
    });
  expect(misses, `missed ${misses.length} times`).toEqual([]);
}

/** By the whole name, which `-t` finds: in place of `$id` vitest puts its beginning. */
const named = (some: readonly Faults[]) =>
  some.map((faults) => [faults.map(({ id, breaks }) => `${id}: ${breaks.join(', ')}`).join(' + '), faults] as const);
const alone = (faults: Faults) => faults.map((fault) => [fault]);

/**
 * Tests that each fault, asked everything, fails exactly its own requirements, and the checks that it is told to fail, and
 * that each failure says what happened: each alone with one seed, and with more in groups.
 * @param half of all of them, 0 or 1, that this file asks: two processes share the work
 */
export function testFaults(half: number): void {
  const timeout = 300_000 * most;
  const halfOf = (some: readonly Faults[]) => named(some.filter((_, at) => at % 2 === half));

  describe.concurrent('faults', { timeout }, () => {
    test.each(halfOf([...rows, ...alone(apart)]))('%s', (_, faults) => failWith(faults, [1, most]));
    test.each(halfOf(alone(meeting)))('%s', (_, faults) => failWith(faults, [1, 1]));
    if (most > 1) test.each(halfOf(groups))('together: %s', (_, faults) => failWith(faults, [2, most]));
  });

  // One after another. A race, or a broken connection, is met in one of several tries, at moments that differ from run to run.
  describe('faults that depend on time', { timeout }, () => {
    test.each(halfOf(alone(timed)))('%s', (_, faults) => failWith(faults, [1, most]));
  });
}
