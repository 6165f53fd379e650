import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../schemas/package-root.js';
import { documents } from '../api/documents.fixture.js';

/** What comes with `npm ci`: under which licences, and what of it runs by itself. */
const root = fileURLToPath(packageRoot);

interface Locked {
  readonly dev?: boolean;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
}
interface Manifest {
  readonly license?: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

const read = <T>(...path: string[]): T => JSON.parse(readFileSync(join(root, ...path), 'utf8')) as T;
const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json');
const locked = Object.entries(packages).filter(([path]) => path !== '');

/** The manifest of a package, where it is installed on this machine: binaries for others are not. */
function manifest(path: string): Manifest | undefined {
  return existsSync(join(root, path, 'package.json')) ? read<Manifest>(path, 'package.json') : undefined;
}

/** Licences that a program under MIT may depend on, of packages that are used as they come. SPDX identifiers. */
const allowed = new Set(
  ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'Zlib'].concat(['Apache-2.0', 'MPL-2.0']),
);
/** Each part of an SPDX expression: all of them have to be allowed, whatever joins them. */
const parts = (expression: string) => expression.replace(/[()]/g, '').split(/ (?:AND|OR|WITH) /);

/** What is not allowed of some packages, a line each. */
function refused(of: readonly (readonly [string, Locked])[]): string[] {
  return of.flatMap(([path, { license }]) => {
    const stated = manifest(path)?.license ?? license;
    if (stated !== undefined) return parts(stated).every((part) => allowed.has(part)) ? [] : [`${path}: ${stated}`];
    return [`${path}: none`];
  });
}

test('every package that is installed with this one is under a licence that may be combined with its own', () => {
  const production = locked.filter(([, { dev }]) => !dev);
  expect(production.length).toBeGreaterThan(60);
  expect(refused(production)).toEqual([]);
});

test('… and one that is not would be seen', () => {
  const others: [string, Locked][] = [
    ['node_modules/strict', { license: 'AGPL-3.0-only' }],
    ['node_modules/half', { license: '(MIT AND GPL-2.0-only)' }],
    ['node_modules/silent', {}],
  ];
  expect(refused(others)).toEqual([
    'node_modules/strict: AGPL-3.0-only',
    'node_modules/half: (MIT AND GPL-2.0-only)',
    'node_modules/silent: none',
  ]);
});

test('no package runs anything when it is installed, but for the one that docs/threat-model.md names', () => {
  const running = locked.filter(
    ([path, { hasInstallScript }]) =>
      hasInstallScript ||
      ['preinstall', 'install', 'postinstall'].some((script) => manifest(path)?.scripts?.[script] !== undefined) ||
      existsSync(join(root, path, 'binding.gyp')),
  );
  const unnamed = running.filter(([path]) => !/(^|\/)node_modules\/fsevents$/.test(path));
  expect(unnamed.map(([path]) => path)).toEqual([]);
});

test('nor does this one reach out: its only script at installation is its own compiler', () => {
  const { scripts = {} } = read<Manifest>('package.json');
  for (const name of ['preinstall', 'install', 'postinstall', 'prepack', 'prepublish'])
    expect(scripts[name], name).toBeUndefined();
  expect(scripts.prepare).toBe('npm run build');
  expect(scripts.build).toBe('node schemas/generate.mjs && tsc -p tsconfig.build.json');
});

test('the package is private until somebody publishes it, and documents call what is installed', () => {
  expect(read<{ private?: boolean }>('package.json').private).toBe(true);
  for (const { path, text } of documents())
    expect(text, path).not.toMatch(/npx (?!--no -- )fsapi|npm (?:install|i) fsapi/);
});

test('docs/threat-model.md names every licence, and everything comes from the registry with its digest', () => {
  const section = readFileSync(join(root, 'docs/threat-model.md'), 'utf8');
  const production = locked.filter(([, { dev }]) => !dev);
  const found = new Set(production.flatMap(([path, { license = 'MIT' }]) => parts(manifest(path)?.license ?? license)));
  for (const licence of found) expect(section, licence).toContain(licence);
  const undigested = locked.filter(([, entry]) => !('integrity' in entry));
  expect(undigested.map(([path]) => path)).toEqual([]);
});
