import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files whose tests take long, and those whose tests hold limits of seconds that a busy machine may break. */
const slow = ['**/*.slow.test.ts'];
const long = ['**/*.long.test.ts'];
const timed = ['**/*.timed.test.ts'];

/** Ends what hangs, and nothing that is merely slow on a busy machine, in milliseconds. */
const testTimeout = 300_000;

/** Whatever tests write goes to one folder, and goes with it. */
process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'fsapi-conformance-'));
process.once('exit', () => rmSync(process.env.TMPDIR ?? '', { recursive: true, force: true, maxRetries: 3 }));

/** How late a suite file ends: the latest phase that it names. Vitest shows one file after another. */
const phases = [/phase: 'late'/, /phase: 'last'|lookingBack/, /phase: 'end'/];
function latestPhase({ moduleId }: TestSpecification): number {
  if (!moduleId.endsWith('.suite.ts')) return 0;
  const text = readFileSync(moduleId, 'utf8');
  return phases.findLastIndex((phase) => phase.test(text)) + 1;
}

/** What takes longest goes first, so that the others overlap with it; suites that wait for late phases go last. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      /(matrix|values-of-responses|(faults|faults-other-half|variants|curl-lines)\.slow)\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    const inOrder = [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
    return inOrder.sort((a, b) => latestPhase(a) - latestPhase(b));
  }
}

const ofRooms = (files: readonly string[]) => files.map((some) => `{schemas,suites,helpers,reports}/${some}`);

/** @param groupOrder vitest runs the groups of projects one after another */
const ownTests = (name: string, include: string[], groupOrder: number, exclude: string[] = []) => ({
  test: {
    name,
    include,
    exclude: [...exclude, ...configDefaults.exclude],
    // No module keeps state (`house.test.ts`), so that files can share a process, and what it has loaded.
    isolate: false,
    testTimeout,
    hookTimeout: testTimeout,
    // A third worker, since many tests wait: for pauses, for commands that they start.
    maxWorkers: 3,
    maxConcurrency: 8,
    sequence: { groupOrder },
  },
});

export default defineConfig({
  test: {
    // The second names what was skipped for want of a tool of the system.
    reporters: ['default', './reports/testing/skip-reasons.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      // The project's own tests, without what takes long: `npm test`.
      ownTests('unit', ofRooms(['**/*.test.ts']), 0, [...slow, ...long, ...timed]),
      // What takes minutes: all faults and variants, browsers, fuzz, the executable: `npm run test:all`, and `.ci/run`.
      ownTests('slow', ofRooms(slow), 1),
      // What `.ci/run` has no time for: nights, pipelines, seeds, settled shapes, the second service, live suites.
      ownTests('long', ofRooms(long), 2),
      {
        // What has to happen within so many seconds.
        test: {
          name: 'timed',
          include: ofRooms(timed),
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
          // After the others, which would take their time.
          sequence: { groupOrder: 3 },
        },
      },
      {
        // The suites against the target in `.env`, from their TypeScript: each check is a test, which waits for its result.
        test: {
          name: 'conformance',
          include: ['suites/**/*.suite.ts'],
          runner: 'helpers/vitest-project/runner.ts',
          // For `file:line`.
          includeTaskLocation: true,
          globalSetup: ['helpers/vitest-project/setup.ts'],
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
