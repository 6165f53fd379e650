import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { text as textOf } from '../../../sources.fixture.js';
import { call, emptyFolder } from '../../testing/command.js';
import { templateOf } from './init.js';

let cwd: string;
beforeEach(() => {
  cwd = emptyFolder();
});
const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
const init = async (...argv: string[]) => (await call(['init', ...argv], {}, cwd)).stdout;

test('what is written has empty lines for a target, and .env is its owner’s alone', async () => {
  const lines = await init('--ci', 'github');
  expect(readdirSync(cwd).sort()).toEqual(['.env', '.github', 'decisions.json']);
  expect(existsSync(join(cwd, '.github', 'workflows', 'conformance.yml'))).toBe(true);
  if (process.platform !== 'win32') expect(statSync(join(cwd, '.env')).mode & 0o777).toBe(0o600);
  expect(read('.env')).toMatch(/^# Secret Key .*\nCONFORMANCE_API_KEY=$/m);
  expect(lines).toContain('fill in the empty lines of .env. Then: npx --no -- fsapi-conformance doctor\n');
  const run = await call(['doctor'], {}, cwd);
  expect([run.status, run.stderr]).toEqual([2, expect.stringContaining('set CONFORMANCE_BASE_URL')]);
  writeFileSync(join(cwd, '.env'), read('.env').replace('URL=', 'URL=https://sandbox.payments.example/v1/'));
  const half = await call(['doctor'], {}, cwd);
  expect(half.stderr).toContain('CONFORMANCE_BASE_URL (line 3 of .env) is set, but CONFORMANCE_API_KEY is not.\n');
});

test('nothing is overwritten, and the platform is that of the files that are there', async () => {
  expect(await init()).not.toContain('.yml');
  const own = ['.env', 'decisions.json', '.gitlab-ci.yml'];
  for (const name of own) writeFileSync(join(cwd, name), `# mine: ${name}`);
  const lines = await init();
  for (const name of own) expect(read(name)).toBe(`# mine: ${name}`);
  expect(read('conformance.gitlab-ci.yml')).toContain('junit: reports/runs/2*/junit.xml');
  expect(lines).toContain('Exists, not changed: .env\n');
  expect(lines).toContain('under include: in .gitlab-ci.yml');
  mkdirSync(join(cwd, '.github'));
  expect(await init()).toContain('Written: .github/workflows/conformance.yml');
  expect((await call(['init', '--ci', 'gitbuh'], {}, cwd)).stderr).toMatch(/one of github, gitlab, none\./);
});

test('the workflow is this project’s own, but for how it calls the suite', () => {
  const own = textOf('.github/workflows/nightly.yml');
  const called = own.replace('npm run conformance 2>', 'npx --no -- fsapi-conformance run 2>');
  expect(called).not.toBe(own);
  expect(templateOf('github')).toBe(called);
});
