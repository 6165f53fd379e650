import { defineConfig } from 'vitest/config';

// The project's own tests. What asks a target is `suites/*.suite.ts`, which the command line starts.
export default defineConfig({
  test: {
    include: ['{schemas,suites,helpers,reports}/**/*.test.ts'],
    testTimeout: 60_000,
    // Most of the time goes to processes that the tests start and wait for: two files at a time, also on two cores.
    maxWorkers: 2,
  },
});
