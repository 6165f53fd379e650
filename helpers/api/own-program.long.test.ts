import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { emptyFolder } from '../cli/testing/command.js';
import { execute, installed } from './installed.fixture.js';
import { serve } from './listener.js';

const program = (options: string) => `import { runConformance } from 'fsapi-conformance';
const { report } = await runConformance({ embedded: true, only: ['AUTH-01'], ${options} });
console.log(report.run.seed);`;

test('the environment, .env and decisions.json are left alone unless asked for', async () => {
  const env = { CONFORMANCE_API_KEY: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4', CONFORMANCE_ONLI: 'x' };
  const files = { '.env': 'CONFORMANCE_SEED=5\n', 'decisions.json': 'no JSON' };
  const cwd = installed({ 'alone.mjs': program('seed: 3'), 'asked.mjs': program('readEnvironment: true'), ...files });
  expect(await execute(['alone.mjs'], cwd, env)).toEqual({ status: 0, stderr: '', stdout: '3\n' });
  expect(existsSync(join(cwd, 'reports'))).toBe(false);
  writeFileSync(join(cwd, 'decisions.json'), '[]');
  expect((await execute(['asked.mjs'], cwd)).stdout).toBe('5\n');
  expect((await execute(['asked.mjs'], cwd, env)).stderr).toContain('CONFORMANCE_ONLI');
});

test('the run ends with the program that asked for it, and leaves nothing behind', async () => {
  // It answers nothing, and says with the first request that it was reached.
  const asked: string[] = [];
  const silent = await serve((request) => asked.push(request.url ?? ''), '/v1/');
  const temporary = join(emptyFolder(), 'tmp');
  mkdirSync(temporary);
  const cwd = installed({
    'program.mjs': `import { runConformance } from 'fsapi-conformance';
const keys = { apiKey: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4', tenantId: 'tnt_8fK2mQ9xL4vB' };
runConformance({ baseUrl: '${silent.baseUrl}', ...keys });
setTimeout(() => process.exit(7), 8000);`,
  });
  expect((await execute(['program.mjs'], cwd, { TMPDIR: temporary })).status).toBe(7);
  expect(asked.length).toBeGreaterThan(0);
  await expect.poll(() => readdirSync(temporary), { timeout: 20_000 }).toEqual([]);
  const after = asked.length;
  await sleep(500);
  expect(asked.length).toBe(after);
  await silent.close();
});
