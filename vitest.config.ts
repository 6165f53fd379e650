import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest goes first, so that the others overlap with it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      /(matrix|faults\.slow|variants\.slow)\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // The project's own tests.
        test: {
          name: 'unit',
          include: ['{schemas,suites,helpers,reports}/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts', ...configDefaults.exclude],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          maxConcurrency: 8,
        },
      },
      {
        // What takes minutes: all faults and variants, hostile targets, browsers, fuzz.
        test: {
          name: 'slow',
          include: ['{schemas,suites,helpers,reports}/**/*.slow.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          maxConcurrency: 8,
        },
      },
      {
        // The suites against the target in `.env`, from their TypeScript: one file, in which all checks overlap.
        test: {
          name: 'conformance',
          include: ['suites/all.suite.ts'],
          globalSetup: ['helpers/session/vitest-setup.ts'],
          isolate: false,
          maxConcurrency: 100_000,
          testTimeout: 0,
          hookTimeout: 0,
          includeTaskLocation: true,
        },
      },
    ],
  },
});
