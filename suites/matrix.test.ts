import { describe, expect, test } from 'vitest';
import { conformance, emptyFolder, variablesFor, withVerdict } from '../helpers/command-line/command-for-tests.js';
import { faults } from '../helpers/reference/faults/all.js';
import { startReferenceServer } from '../helpers/reference/server.js';
import { variants } from '../helpers/reference/variants/all.js';

/**
 * Who tests the tests: every fault of the reference server turns exactly its own rows red, and no conforming variant
 * turns any. Each is a run of the executable against a server of its own.
 */
async function judged(change: { fault?: string; variant?: string }) {
  const server = await startReferenceServer(change);
  const folder = emptyFolder();
  try {
    return await conformance(variablesFor(server, folder), folder, ['--seed', '1']);
  } finally {
    await server.close();
  }
}

describe.concurrent('faults', { timeout: 120_000 }, () => {
  test.each(faults.map(({ id, breaks }) => ({ id, breaks })))('$id: $breaks', async ({ id, breaks }) => {
    const { report, status } = await judged({ fault: id });
    const told = report.requirements.filter((row) => row.verdict === 'fail').map((row) => `${row.id}: ${row.found}`);
    expect(withVerdict(report, 'fail').sort(), told.join('\n')).toEqual([...breaks].sort());
    expect(status).toBe(1);
    for (const row of report.requirements.filter(({ verdict }) => verdict === 'fail')) {
      const failed = row.checks.filter(({ verdict }) => verdict === 'fail');
      expect(
        failed.every((check) => check.found && check.expected && check.received),
        row.id,
      ).toBe(true);
    }
  });
});

describe.concurrent('conforming variants', { timeout: 120_000 }, () => {
  test.each(variants.map(({ id }) => ({ id })))('$id', async ({ id }) => {
    const { report, status } = await judged({ variant: id });
    const told = report.requirements.filter((row) => row.verdict === 'fail').map((row) => `${row.id}: ${row.found}`);
    expect(told).toEqual([]);
    expect([0, 3]).toContain(status);
  });
});
