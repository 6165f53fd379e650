import { describe, expect, test } from 'vitest';
import { faults } from './faults/all.js';
import type { Fault } from './middleware.js';
import { failuresIn, isTimed, runAgainst, sentencesOf, startFor } from './testing/run-against.js';

/** The whole matrix, its faults: each, asked everything, fails exactly its own requirements, and says what happened. */
async function failsExactlyItsRequirements({ id, breaks, customer }: Fault): Promise<void> {
  const server = await startFor({ fault: id });
  const { report, exitStatus } = await runAgainst(server, { observe: 'none', ...(customer && { customer }) });
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
}

describe.concurrent('faults, asked everything', { timeout: 240_000 }, () => {
  test.each(faults.filter((fault) => !isTimed(fault)))('$id: $breaks', failsExactlyItsRequirements);
});

// One after another.
describe('faults that depend on time, asked everything', { timeout: 240_000 }, () => {
  test.each(faults.filter(isTimed))('$id: $breaks', failsExactlyItsRequirements);
});
