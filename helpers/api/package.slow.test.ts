import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, reportIn } from '../cli/testing/command.js';
import { text as textOf } from '../sources.fixture.js';
import { execute, installed, packageName, packed } from './installed.fixture.js';

interface About {
  readonly name: string;
  readonly version: string;
  readonly exports: Record<string, string | Record<string, string>>;
  readonly bin: Record<string, string>;
  readonly dependencies: Record<string, string>;
}
const about = JSON.parse(textOf('package.json')) as About;

test('the package holds what it needs and nothing else, and the changelog tells of its version', () => {
  const { files } = packed();
  const paths = files.map(({ path }) => path);
  const known =
    /^(\.build\/(schemas|suites|helpers|reports)\/[\w./-]+\.(d\.ts|js)|schemas\/[\w-]+\.schema\.json|docs\/[\w-]+\.md)$/;
  expect(paths.filter((path) => !known.test(path)).sort()).toEqual([
    '.build/suite-digest',
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'helpers/cli/commands/first-steps/github.yml'],
    ...['helpers/cli/commands/first-steps/gitlab.yml', 'package.json', 'reports/page/marks.svg'],
    ...['reports/page/report.css', 'schemas/clauses.json', 'schemas/openapi.json', 'schemas/specification.md'],
  ]);
  expect(paths.filter((path) => /\.(test|fixture)\.|-for-tests\.|tsbuildinfo/.test(path))).toEqual([]);
  expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(4_500_000);
  const exported = Object.values(about.exports).flatMap((one) => (typeof one === 'string' ? one : Object.values(one)));
  const named = [...exported, ...Object.values(about.bin)].filter((path) => !path.includes('*'));
  expect(named.length).toBeGreaterThan(3);
  expect(named.map((path) => posix.normalize(path)).filter((path) => !paths.includes(path))).toEqual([]);
  expect(textOf('CHANGELOG.md')).toContain(`## ${about.version}`);
});

const importing = /(?:^(?:import|export)\b[^'"\n]*\bfrom\s*|^import\s*|\bimport\()['"]([^'"\n]+)['"]/gm;

test('every module of the package that is imported is in it, and every package is a dependency', () => {
  const paths = packed().files.map(({ path }) => path);
  const isThere = (path: string, name: string) => {
    if (isBuiltin(name)) return true;
    const file = posix.join(dirname(path), name);
    if (name.startsWith('.')) return paths.includes(path.endsWith('.d.ts') ? file.replace(/\.js$/, '.d.ts') : file);
    return about.dependencies[name.split('/', name.startsWith('@') ? 2 : 1).join('/')] !== undefined;
  };
  const strangers = paths.flatMap((path) => {
    if (!/\.(js|d\.ts)$/.test(path)) return [];
    const names = [...textOf(path).matchAll(importing)].map(([, name = '']) => name);
    return names.filter((name) => !isThere(path, name)).map((name) => `${path}: ${name}`);
  });
  expect(strangers).toEqual([]);
});

test('an installed package runs by its name, from a folder that has nothing else', async () => {
  const cwd = installed();
  const bin = join(cwd, 'node_modules', packageName, about.bin['fsapi-conformance'] ?? '');
  expect(readFileSync(bin, 'utf8').split('\n')[0]).toBe('#!/usr/bin/env node');
  const argv = ['--embedded', '--only', 'AUTH,CUST-01', '--format', 'html,md,junit,har', '--out', 'out'];
  const { status, stdout, stderr } = await execute([bin, ...argv], cwd);
  expect([status, stderr], stdout).toEqual([0, '']);
  expect(readdirSync(join(cwd, 'out')).length).toBeGreaterThan(6);
  const { run } = reportIn(join(cwd, 'out'));
  expect(run.command).toMatch(/^npx --no -- fsapi-conformance/);
  expect((await execute([bin, '--version'], cwd)).stdout).toBe(`${about.version}\n`);
});

test('npm installs the tarball into an empty folder, and npx runs it', ({ skip }) => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }');
  const options = { cwd, encoding: 'utf8', timeout: 120_000 } as const;
  const quietly = ['--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=0'];
  const { status, stderr } = spawnSync('npm', ['install', packed().tarball, ...quietly], options);
  if (status !== 0) return skip(`Neither npm's cache nor a registry gives the dependencies: ${stderr.slice(0, 200)}`);
  const words = '--no -- fsapi-conformance --embedded --only AUTH-01 --quiet --out out'.split(' ');
  const run = spawnSync('npx', words, { ...options, env: { PATH: process.env.PATH, HOME: process.env.HOME } });
  expect(run.status, run.stderr).toBe(0);
  expect(existsSync(join(cwd, 'out', 'report.html'))).toBe(true);
  expect(readdirSync(join(cwd, 'node_modules'))).not.toContain('openapi-backend');
});
