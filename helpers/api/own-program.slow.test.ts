import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyFolder } from '../cli/testing/command.js';
import { execute, installed } from './installed.fixture.js';
import { serve } from './listener.js';

describe('in a program of its own', { timeout: 120_000 }, () => {
  const program = (options: string) => ({
    'program.mjs': `import { runConformance } from 'fsapi-conformance';
const { report } = await runConformance(${options});
console.log(JSON.stringify({ embedded: report.target.embedded, seed: report.run.seed }));`,
  });

  test('the environment, .env and decisions.json are left alone unless asked for', async () => {
    const files = { '.env': 'CONFORMANCE_SEED=5\n', 'decisions.json': 'no JSON' };
    const env = { CONFORMANCE_API_KEY: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4', CONFORMANCE_ONLI: 'x' };
    const cwd = installed({ ...program("{ embedded: true, only: ['AUTH-01'], seed: 3 }"), ...files });
    expect(await execute(['program.mjs'], cwd, env)).toMatchObject({
      status: 0,
      stderr: '',
      stdout: '{"embedded":true,"seed":3}\n',
    });
    expect(existsSync(join(cwd, 'reports'))).toBe(false);

    writeFileSync(
      join(cwd, 'program.mjs'),
      program("{ embedded: true, only: ['AUTH-01'], readEnvironment: true }")['program.mjs'],
    );
    writeFileSync(join(cwd, 'decisions.json'), '[]');
    expect((await execute(['program.mjs'], cwd)).stdout).toBe('{"embedded":true,"seed":5}\n');
    expect((await execute(['program.mjs'], cwd, env)).stderr).toContain('CONFORMANCE_ONLI');
  });

  test('the run ends with the program that asked for it, and leaves nothing behind', async () => {
    // It answers nothing, and says with the first request that it was reached.
    const asked: string[] = [];
    const silent = await serve((request) => asked.push(request.url ?? ''), '/v1/');
    const { baseUrl } = silent;
    const temporary = emptyFolder();
    mkdirSync(join(temporary, 'tmp'));
    const cwd = installed({
      'program.mjs': `import { runConformance } from 'fsapi-conformance';
runConformance({ baseUrl: '${baseUrl}', apiKey: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4', tenantId: 'tnt_8fK2mQ9xL4vB' });
setTimeout(() => process.exit(7), 8000);`,
    });
    const { status } = await execute(['program.mjs'], cwd, { TMPDIR: join(temporary, 'tmp') });
    expect(status).toBe(7);
    expect(asked.length).toBeGreaterThan(0);
    await expect.poll(() => readdirSync(join(temporary, 'tmp')), { timeout: 20_000 }).toEqual([]);
    const after = asked.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(asked.length).toBe(after);
    await silent.close();
  });
});
