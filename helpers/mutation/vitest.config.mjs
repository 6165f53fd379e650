import { configDefaults, defineConfig } from 'vitest/config';

const rooms = process.env.MUTATED_ROOMS?.split(',') ?? [];

/** The unit tests of the rooms that `mutate.mjs` changes. */
export default defineConfig({
  test: {
    include: rooms.map((room) => `${room}/**/*.test.ts`),
    exclude: ['**/*.{slow,timed}.test.ts', ...configDefaults.exclude],
    isolate: false,
    testTimeout: 60_000,
  },
});
