import { expect } from 'vitest';
import type { Fault } from '../middleware.js';
import { failuresIn, runAgainst, sentencesOf, startFor, verdictsAlone } from './run-against.js';

/** Asserts that a fault, asked everything, fails exactly its own requirements, and that each failure says what happened. */
export async function failsExactlyItsRequirements({ id, breaks, customer }: Fault): Promise<void> {
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
}
