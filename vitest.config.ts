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

export default defineConfig({
  test: {
    // The second names what was skipped for want of a tool of the system.
    reporters: ['default', './reports/testing/skip-reasons.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // The project's own tests, without what takes long: `npm test`.
        test: {
          name: 'unit',
          include: ['{schemas,suites,helpers,reports}/**/*.test.ts'],
          exclude: [...slow, ...long, ...timed, ...configDefaults.exclude],
          // No module keeps state (`house.test.ts`), so that files can share a process, and what it has loaded.
          isolate: false,
          testTimeout,
          hookTimeout: testTimeout,
          // A third worker, since many tests wait: for pauses, for commands that they start.
          maxWorkers: 3,
          maxConcurrency: 8,
        },
      },
      {
        // What takes minutes: all faults and variants, browsers, fuzz, the executable: `npm run test:all`, and `.ci/run`.
        test: {
          name: 'slow',
          include: slow.map((files) => `{schemas,suites,helpers,reports}/${files}`),
          isolate: false,
          testTimeout,
          hookTimeout: testTimeout,
          // A third worker, as above.
          maxWorkers: 3,
          maxConcurrency: 8,
          // Vitest wants projects with other numbers of workers in groups of their own.
          sequence: { groupOrder: 1 },
        },
      },
      {
        // What `.ci/run` has no time for: nights, pipelines, seeds, settled shapes, growth, the second service, live suites.
        test: {
          name: 'long',
          include: long.map((files) => `{schemas,suites,helpers,reports}/${files}`),
          isolate: false,
          testTimeout,
          hookTimeout: testTimeout,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // What has to happen within so many seconds.
        test: {
          name: 'timed',
          include: timed.map((files) => `{schemas,suites,helpers,reports}/${files}`),
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
