import { describe, expect, test } from 'vitest';
import { stories } from '../all.js';
import type { Fault } from '../changes.js';
import { faultsOfRows } from '../faults/rows.js';
import { all } from '../middleware.js';
import { startReferenceServer } from '../server.js';
import { areasOf, failedChecks, failuresIn, runAgainst, sentencesOf, verdictsAlone } from './run-against.js';

/**
 * With how many seeds each fault is asked: `SEEDS=20` measures what depends on moments. CI asks with one, and only the
 * areas of what the fault breaks: it has seven minutes.
 */
const most = Number(process.env.SEEDS ?? 3);

type Faults = readonly Fault[];

const together = (faults: Faults): Fault => ({
  ...(faults[0] as Fault),
  breaks: [...new Set(faults.flatMap(({ breaks }) => breaks))],
  fails: faults.flatMap(({ fails }) => fails),
  middleware: all(...faults.flatMap(({ middleware }) => middleware ?? [])),
});

/** Rows of several tables do not meet, but an id that opens accounts, and one that is believed, do. */
const tableOf = ({ table }: Fault) => (table === 'namings' ? 'tenants' : table);
/** Few groups of rows, one of each table; in CI two, but of namings. */
const rows: Fault[][] = [];
for (const fault of faultsOfRows.filter(({ table }) => table)) {
  const group = rows.find((some) => {
    const alike = some.filter((other) => tableOf(other) === tableOf(fault));
    const many = most === 1 && fault.table !== 'namings' ? 2 : 1;
    return alike.length < many && alike.every(({ table }) => table === fault.table);
  });
  if (group) group.push(fault);
  else rows.push([fault]);
}
const singles = [...stories, ...faultsOfRows.filter(({ table }) => !table)].map((fault) => [fault]);
/** What a fault breaks, and for IDEM-04 customers: keys that share a digest meet only among many. */
const asked = ({ breaks }: Fault) => areasOf(breaks.includes('IDEM-04') ? [...breaks, 'CUST-01'] : breaks);
const isTimed = ([fault]: Faults) => fault?.isTimed === true;
/** Those whose runs count accounts take longest, and stand last among the stories. */
const longestFirst = [...singles.filter((one) => !isTimed(one)).reverse(), ...rows];

async function failsWithSeed(fault: Fault, seed: number): Promise<void> {
  const { breaks, fails, customer } = fault;
  const server = await startReferenceServer({ https: fault.server?.certificate !== undefined, change: fault });
  const everything = { ...verdictsAlone, seed, ...(customer && { customer }) };
  const options = most === 1 ? { ...everything, only: asked(fault) } : everything;
  const { report, exitStatus } = await runAgainst(server, options);
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

async function failWith(faults: Faults): Promise<void> {
  const misses: unknown[] = [];
  const ask = (seed: number) =>
    failsWithSeed(together(faults), seed).catch((error: unknown) => misses.push(`seed ${seed}: ${error}`));
  const seeds = Array.from({ length: most }, (_, at) => at + 1);
  // What is asked alone leaves the processor idle.
  const width = isTimed(faults) ? 3 : 1;
  for (let first = 0; first < most; first += width) await Promise.all(seeds.slice(first, first + width).map(ask));
  expect(misses, `found with ${most - misses.length} of ${most} seeds`).toEqual([]);
}

/** By the whole name, which `-t` finds: vitest cuts `$id`. */
const named = (some: readonly Faults[]) =>
  some.map((faults) => [faults.map(({ id, breaks }) => `${id}: ${breaks.join(', ')}`).join(' + '), faults] as const);

/**
 * Tests that each fault, asked everything, fails exactly its own requirements, and the checks that it names, and
 * that each failure says what happened.
 * @param half of all of them, 0 or 1, that this file asks: two processes share the work
 */
export function testFaults(half: number): void {
  const timeout = 300_000 * most;
  const halfOf = (some: readonly Faults[]) => named(some.filter((_, at) => at % 2 === half));

  describe.concurrent('faults', { timeout }, () => {
    test.each(halfOf(longestFirst))('%s', (_, faults) => failWith(faults));
  });

  // One after another. A race, or a broken connection, is met in one of several tries, at moments that differ from run to run.
  describe('faults that depend on time', { timeout }, () => {
    test.each(halfOf(singles.filter(isTimed)))('%s', (_, faults) => failWith(faults));
  });
}
