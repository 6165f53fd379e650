import { configDefaults, defineConfig } from 'vitest/config';

const rooms = process.env.MUTATED_ROOMS?.split(',') ?? [];

/** The unit tests of the rooms that `mutate.mjs` changes; for the suites, the faults that their checks find, too. */
export default defineConfig({
  test: {
    include: [
      ...rooms.map((room) => `${room}/**/*.test.ts`),
      ...(rooms.some((room) => room.startsWith('suites'))
        ? ['helpers/reference-server/testing/a-fault-of-each-check.ts']
        : []),
    ],
    exclude: ['**/*.{slow,timed}.test.ts', ...configDefaults.exclude],
    isolate: false,
    testTimeout: 60_000,
  },
});
