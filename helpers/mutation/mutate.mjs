// `npm run mutate -- ROOM`: changes one thing after the other in the code of a room, and counts which changes its unit
// tests notice. ROOM is a folder (`helpers/identity`) or files (`helpers/client/send.ts`).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';

const rooms = process.argv.slice(2);
if (rooms.length === 0) {
  console.error('Name a room: npm run mutate -- helpers/identity');
  process.exit(2);
}
const code = rooms.flatMap((room) =>
  room.endsWith('.ts') ? [room] : [`${room}/**/*.ts`, `!${room}/**/*.{test,fixture}.ts`, `!${room}/**/testing/**`],
);
// The tests of a file stand in its folder.
process.env.MUTATED_ROOMS = rooms.map((room) => room.replace(/\/[^/]*\.ts$/, '')).join(',');

const tempDirName = mkdtempSync(join(tmpdir(), 'mutate-'));
try {
  const results = await new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'helpers/mutation/vitest.config.mjs', related: false },
    mutate: code,
    // Sentences are held by the tests of the documents that show them.
    mutator: { excludedMutations: ['StringLiteral'] },
    // Each change meets only the tests that reach it. What runs once, when a module loads, would meet them all.
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency: 2,
    timeoutMS: 10_000,
    reporters: ['clear-text', 'json'],
    clearTextReporter: { reportTests: false, allowColor: false },
    jsonReporter: { fileName: '.build/mutation.json' },
    // TypeScript 7 has no interface for programs yet, and the tool would read tsconfig.json with it.
    tsconfigFile: 'none.json',
    tempDirName,
    cleanTempDir: 'always',
    allowConsoleColors: false,
  }).runMutationTest();
  const killed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const counted = results.filter(({ status }) => !['Ignored', 'CompileError'].includes(status)).length;
  console.log(`\n${killed} of ${counted} changes noticed (${((100 * killed) / counted).toFixed(1)} %).`);
} finally {
  rmSync(tempDirName, { recursive: true, force: true });
}
