import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The matrix takes as long as all the others together: it goes first, so that they overlap. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.endsWith('matrix.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

// The project's own tests. What asks a target is `suites/*.suite.ts`, which the command line starts.
export default defineConfig({
  test: {
    include: ['{schemas,suites,helpers,reports}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most of the time goes to processes that the tests start and wait for: two files at a time, also on two cores.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
