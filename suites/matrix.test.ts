import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { conformance, emptyFolder, variablesFor, withVerdict } from '../helpers/command-line/command-for-tests.js';
import { faults } from '../helpers/reference/faults/all.js';
import { startReferenceServer } from '../helpers/reference/server.js';
import { variants } from '../helpers/reference/variants/all.js';
import { drifts } from '../helpers/reference/variants/drifts.js';
import { compareReports } from '../reports/drift/comparison.js';
import { catalogue } from '../schemas/catalogue.js';

/**
 * Who tests the tests: every fault of the reference server turns exactly its own rows red, and no conforming variant
 * turns any. Each is a run of the executable against a server of its own.
 */
const open = catalogue.filter(({ basis }) => basis === 'not-shown').map(({ id }) => id);

/** Asks a server: with `again`, what is not shown is asked once more, one request at a time, and compared. */
async function judged(change: { fault?: string; variant?: string }, argv: readonly string[], again = false) {
  const server = await startReferenceServer(change);
  const folder = emptyFolder();
  const env = variablesFor(server, folder);
  try {
    const first = await conformance(env, folder, ['--seed', '1', ...argv]);
    if (!again) return { ...first, comparison: undefined, drift: [] };
    const only = ['--only', open.join(), '--concurrency', '1', '--baseline', join(first.folder, 'report.json')];
    const { report } = await conformance(env, folder, only, 'again');
    return { ...first, comparison: report.comparison, drift: report.requirements.flatMap((row) => row.drift ?? []) };
  } finally {
    await server.close();
  }
}

describe.concurrent('faults', { timeout: 120_000 }, () => {
  test.each(faults.map(({ id, breaks }) => ({ id, breaks })))('$id: $breaks', async ({ id, breaks }) => {
    const { report, status } = await judged({ fault: id }, ['--observe', 'none']);
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
  const honest = judged({}, ['--concurrency', '16']);

  test.each(variants.map(({ id }) => ({ id })))('$id', async ({ id }) => {
    const { report, status, comparison, drift } = await judged({ variant: id }, ['--concurrency', '16'], true);
    const told = report.requirements.filter((row) => row.verdict === 'fail').map((row) => `${row.id}: ${row.found}`);
    expect(told).toEqual([]);
    expect([0, 3]).toContain(status);
    // A target that does not change does not drift, one request at a time or sixteen.
    expect(comparison?.changed, JSON.stringify(drift)).toEqual([]);
    expect(comparison?.compared).toBeGreaterThan(10);
    // One that differs from another does so in exactly the rows that describe it.
    const expected = drifts[id];
    if (!expected) return;
    const { changed } = compareReports((await honest).report, report);
    expect(changed.map((row) => row.id)).toEqual(expected);
  });

  test('every variant of which it is told where it differs is one', () => {
    expect(Object.keys(drifts).filter((id) => !variants.some((variant) => variant.id === id))).toEqual([]);
  });
});
