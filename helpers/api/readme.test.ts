import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../schemas/package-root.js';
import { startReferenceServer } from '../reference-server/server.js';
import { appFor, execute, installed, readmeExample, readmeOutput } from './installed.fixture.js';

/** What is not an option, and values that an option does not take. */
const slips = `import { runConformance } from 'fsapi-conformance';
// @ts-expect-error
await runConformance({ baseURL: 'http://127.0.0.1:3000/v1/' });
// @ts-expect-error
await runConformance({ observe: 'everything' });
const { report } = await runConformance({ listener: (_, response) => response.end(), only: ['AUTH'] });
// @ts-expect-error
report.summary.verdict === 'green';
export const verdict: 'pass' | 'fail' | 'waived' | 'inconclusive' | 'skipped' | 'attested' | 'pending' =
  report.requirements[0].verdict;
`;

const examples = ['conformance.mjs', 'contract.test.mjs'] as const;

/** A folder in which the README was followed to the letter, and the keys of the application in it. */
async function followed() {
  const server = await startReferenceServer({ fault: 'leap-day-in-any-year', https: false });
  const files = Object.fromEntries(examples.map((name) => [name, readmeExample(name)]));
  const cwd = installed({ ...files, 'app.mjs': appFor(server.baseUrl) });
  const { apiKey, tenantId } = server.credentials;
  return { server, cwd, env: { MOCK_API_KEY: apiKey, MOCK_TENANT_ID: tenantId } };
}

test('the README’s program runs', { timeout: 60_000 }, async () => {
  const { server, cwd, env } = await followed();
  const { status, stdout, stderr } = await execute(['conformance.mjs'], cwd, env);
  await server.close();
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^CUST-09: The service accepted an invalid date_of_birth \(29 February 1990\): "1990-02-29"\.\nnonconformant\n$/);
  expect(status).toBe(1);
});

test('the README’s test file runs', { timeout: 60_000 }, async () => {
  const { server, cwd, env } = await followed();
  const { status, stdout, stderr } = await execute(
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose'],
    cwd,
    env,
  );
  await server.close();
  expect(status).toBe(1);
  const told = stdout + stderr;
  expect(told).toContain('1 failed | 34 passed | 55 skipped');
  // What the README shows of it, but for the times and what stands between.
  for (const line of readmeOutput('contract.test.mjs').filter((one) => !/^ *…?$/.test(one)))
    expect(told.replace(/ \d+ms/g, '')).toContain(line.replace(/…\]?$/, '').trim());
});

test('the types of the package are those of the README’s programs', { timeout: 60_000 }, async () => {
  const { server, cwd } = await followed();
  await server.close();
  writeFileSync(join(cwd, 'slips.ts'), slips);
  // Node's own types come with a TypeScript project; the compiler is that of this project.
  mkdirSync(join(cwd, 'types'));
  symlinkSync(fileURLToPath(new URL('node_modules/typescript', packageRoot)), join(cwd, 'types', 'typescript'));
  const checked = await execute(
    [
      'types/typescript/bin/tsc',
      ...['--noEmit', '--strict', '--checkJs', '--allowJs', '--module', 'nodenext', '--target', 'es2023'],
      ...['--types', 'node', ...examples, 'slips.ts'],
    ],
    cwd,
  );
  expect(checked.stdout).toBe('');
  expect(checked.status).toBe(0);
});
