import { describe, expect, test } from 'vitest';
import { faults } from '../all.js';
import type { Fault } from '../middleware.js';
import { failedChecks, listedFor } from './recorded-kills.js';
import { failuresIn, isTimed, runAgainst, sentencesOf, startFor, verdictsAlone } from './run-against.js';

/** Whether kills.json is written, and not checked: one process asks every fault then. */
export const isWriting = process.env.KILLS === 'write';

/**
 * How many seeded orders the checks of a run begin in. `.ci/run` asks each fault in one; otherwise it is asked in three,
 * and in that of definition, which users have. `ORDERS=20` measures what depends on moments.
 */
const most = Number(process.env.ORDERS ?? 3);

/** The checks that each fault failed in every order. */
export type Killed = Map<string, readonly string[]>;

/** A race, or a broken connection, is met in one of several tries, at moments that differ from order to order. */
function ordersFor({ breaks }: Fault): readonly (number | undefined)[] {
  const count = breaks.some((id) => /^IDEM-0[23]$/.test(id)) ? Math.max(most, 3) : most;
  const seeded = Array.from({ length: count }, (_, at) => at + 1);
  return most > 1 ? [undefined, ...seeded] : seeded;
}

async function failsExactlyItsRequirements(fault: Fault, killed: Killed): Promise<void> {
  const misses: unknown[] = [];
  const orders = ordersFor(fault);
  for (const order of orders)
    await failsInOrder(fault, order, killed).catch((error: unknown) => misses.push(`order ${order}: ${error}`));
  expect(misses, `found in ${orders.length - misses.length} of ${orders.length} orders`).toEqual([]);
}

async function failsInOrder({ id, breaks, customer }: Fault, order: number | undefined, killed: Killed): Promise<void> {
  const server = await startFor({ fault: id });
  const options = { ...(customer && { customer }), ...(order !== undefined && { order }) };
  const { report, exitStatus } = await runAgainst(server, { ...verdictsAlone, ...options });
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
  const failing = failedChecks(report);
  const before = killed.get(id) ?? failing;
  killed.set(
    id,
    before.filter((check) => failing.includes(check)),
  );
  // Which of the tries of a race or of a broken connection meets the fault is a matter of milliseconds: one of them must.
  const certain = listedFor(id).filter((check) => !/^IDEM-0[23] /.test(check));
  if (!isWriting) expect(failing).toEqual(expect.arrayContaining(certain));
}

/** By the whole name, which `-t` finds: in place of `$id` vitest puts its beginning. */
const named = (some: readonly Fault[]) => some.map((fault) => [fault.id, fault.breaks.join(', '), fault] as const);

/**
 * Tests that each fault, asked everything, fails exactly its own requirements, that each failure says what happened, and
 * that kills.json is right about it.
 * @param chosen those of all faults that this file asks, so that files share the work
 * @param killed is filled with the checks that each fault failed
 */
export function testFaults(chosen: (at: number) => boolean, killed: Killed): void {
  const timeout = 300_000 * most;
  const some = faults.filter((_, at) => chosen(at));

  describe.concurrent('faults', { timeout }, () => {
    test.each(named(some.filter((fault) => !isTimed(fault))))('%s: %s', (_, __, fault) =>
      failsExactlyItsRequirements(fault, killed),
    );
  });

  // One after another.
  describe('faults that depend on time', { timeout }, () => {
    test.each(named(some.filter(isTimed)))('%s: %s', (_, __, fault) => failsExactlyItsRequirements(fault, killed));
  });
}
