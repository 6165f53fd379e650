import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../schemas/package-root.js';
import type { Report } from '../../schemas/types.js';
import { execute, installed, packageName, packed } from './installed.fixture.js';

interface About {
  readonly name: string;
  readonly version: string;
  readonly exports: Record<string, string | Record<string, string>>;
  readonly bin: Record<string, string>;
  readonly dependencies: Record<string, string>;
}
const about = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as About;

test('the package holds what it needs and nothing else', () => {
  const { files } = packed();
  const paths = files.map(({ path }) => path);
  const known =
    /^(\.build\/(schemas|suites|helpers|reports)\/[\w./-]+\.(d\.ts|js)|schemas\/[\w-]+\.schema\.json|docs\/[\w-]+\.md)$/;
  expect(paths.filter((path) => !known.test(path)).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'helpers/cli/commands/first-steps/github.yml',
    'helpers/cli/commands/first-steps/gitlab.yml',
    'package.json',
    'reports/page/marks.svg',
    'reports/page/report.css',
    'schemas/clauses.json',
    'schemas/openapi.json',
  ]);
  // Of tests and their parts there is none.
  expect(paths.filter((path) => /\.(test|fixture)\.|-for-tests\.|tsbuildinfo/.test(path))).toEqual([]);
  expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(4_500_000);
  const exported = Object.values(about.exports).flatMap((one) => (typeof one === 'string' ? one : Object.values(one)));
  const named = [...exported, ...Object.values(about.bin)].filter((path) => !path.includes('*'));
  expect(named.length).toBeGreaterThan(3);
  expect(named.map((path) => posix.normalize(path)).filter((path) => !paths.includes(path))).toEqual([]);
});

/** `import … from 'x'`, `export … from 'x'`, `import 'x'` and `import('x')`. */
const importing = /(?:^(?:import|export)\b[^'"\n]*\bfrom\s*|^import\s*|\bimport\()['"]([^'"\n]+)['"]/gm;

test('every module of the package that is imported is in it, and every package is a dependency', () => {
  const { files } = packed();
  const paths = files.map(({ path }) => path);
  const strangers = paths
    .filter((path) => path.endsWith('.js') || path.endsWith('.d.ts'))
    .flatMap((path) => {
      const text = readFileSync(new URL(path, packageRoot), 'utf8');
      const named = [...text.matchAll(importing)].map(([, name = '']) => name);
      return named.map((name) => ({ path, name }));
    })
    .filter(({ path, name }) => {
      if (name.startsWith('node:')) return false;
      if (!name.startsWith('.')) {
        const [scope = '', rest] = name.split('/');
        const named = scope.startsWith('@') ? `${scope}/${rest}` : scope;
        return !about.dependencies[named];
      }
      const file = posix.join(dirname(path), name);
      return !paths.includes(path.endsWith('.d.ts') ? file.replace(/\.js$/, '.d.ts') : file);
    });
  expect(strangers).toEqual([]);
});

test('an installed package runs by its name, from a folder that has nothing else', { timeout: 120_000 }, async () => {
  const cwd = installed();
  const bin = join(cwd, 'node_modules', packageName, about.bin['fsapi-conformance'] ?? '');
  expect(readFileSync(bin, 'utf8').split('\n')[0]).toBe('#!/usr/bin/env node');
  const { status, stdout, stderr } = await execute(
    [bin, '--embedded', '--only', 'AUTH,CUST-01', '--format', 'html,md,junit,har', '--out', 'out'],
    cwd,
  );
  expect(stderr).toBe('');
  expect(status, stdout).toBe(0);
  expect(readdirSync(join(cwd, 'out')).length).toBeGreaterThan(6);
  // What asks one requirement again is said as one calls it here.
  const { run } = JSON.parse(readFileSync(join(cwd, 'out', 'report.json'), 'utf8')) as Report;
  expect(run.command).toMatch(/^npx --no -- fsapi-conformance/);
  expect((await execute([bin, '--version'], cwd)).stdout).toBe(`${about.version}\n`);
});

test('npm installs the tarball into an empty folder, and npx runs it', { timeout: 180_000 }, ({ skip }) => {
  const cwd = mkdtempSync(join(tmpdir(), 'fsapi-conformance-npm-'));
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }');
  const npm = (...argv: string[]) =>
    spawnSync('npm', [...argv, '--no-audit', '--no-fund'], { cwd, encoding: 'utf8', timeout: 120_000 });
  const { status, stderr } = npm('install', packed().tarball, '--prefer-offline', '--fetch-retries=0');
  if (status !== 0) return skip(`Neither npm's cache nor a registry gives the dependencies: ${stderr.slice(0, 200)}`);
  const run = spawnSync(
    'npx',
    ['--no', '--', 'fsapi-conformance', '--embedded', '--only', 'AUTH-01', '--quiet', '--out', 'out'],
    {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
    },
  );
  expect(run.status, run.stderr).toBe(0);
  expect(existsSync(join(cwd, 'out', 'report.html'))).toBe(true);
  expect(readdirSync(join(cwd, 'node_modules'))).not.toContain('openapi-backend');
});

test('the changelog tells of the version', () => {
  expect(readFileSync(fileURLToPath(new URL('CHANGELOG.md', packageRoot)), 'utf8')).toContain(`## ${about.version}`);
});
