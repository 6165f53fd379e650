import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documents } from '../api/documents.fixture.js';
import { root, text as textOf } from '../sources.fixture.js';

interface Locked {
  readonly dev?: boolean;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
}
interface Manifest {
  readonly private?: boolean;
  readonly license?: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

const read = <T>(path: string): T => JSON.parse(textOf(path)) as T;
const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json');
const locked = Object.entries(packages).filter(([path]) => path !== '');
const production = locked.filter(([, { dev }]) => !dev);
const installing = ['preinstall', 'install', 'postinstall'];

/** Binaries for other machines are not installed. */
const manifest = (path: string): Manifest | undefined =>
  existsSync(join(root, path, 'package.json')) ? read<Manifest>(join(path, 'package.json')) : undefined;

/** Licences that a program under MIT may depend on, by their SPDX identifiers. */
const allowed = 'MIT ISC 0BSD BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 Zlib Apache-2.0 MPL-2.0'.split(' ');
/** All parts of an SPDX expression have to be allowed, whatever joins them. */
const licences = (path: string, { license }: Locked) =>
  (manifest(path)?.license ?? license ?? 'none').replace(/[()]/g, '').split(/ (?:AND|OR|WITH) /);
const isRefused = ([path, of]: readonly [string, Locked]) => !licences(path, of).every((one) => allowed.includes(one));

test('every package that is installed with this one is under a licence that may be combined with its own', () => {
  expect(production.length).toBeGreaterThan(60);
  expect(production.filter(isRefused).map(([path]) => path)).toEqual([]);
  for (const license of ['AGPL-3.0-only', '(MIT AND GPL-2.0-only)', undefined])
    expect(isRefused(['node_modules/other', license === undefined ? {} : { license }]), license).toBe(true);
});

test('docs/threat-model.md names every licence, and everything comes from the registry with its digest', () => {
  const text = textOf('docs/threat-model.md');
  for (const licence of new Set(production.flatMap((one) => licences(...one))))
    expect(text, licence).toContain(licence);
  expect(locked.filter(([, entry]) => !('integrity' in entry)).map(([path]) => path)).toEqual([]);
});

test('no package runs anything when it is installed, but for the one that docs/threat-model.md names', () => {
  const running = locked.filter(
    ([path, { hasInstallScript }]) =>
      hasInstallScript ||
      installing.some((script) => manifest(path)?.scripts?.[script] !== undefined) ||
      existsSync(join(root, path, 'binding.gyp')),
  );
  expect(running.map(([path]) => path).filter((path) => !/(^|\/)node_modules\/fsevents$/.test(path))).toEqual([]);
});

test('this one runs its own compiler alone, and is private until somebody publishes it', () => {
  const { private: isPrivate, scripts = {} } = read<Manifest>('package.json');
  for (const name of [...installing, 'prepack', 'prepublish']) expect(scripts[name], name).toBeUndefined();
  const build =
    'node schemas/generate.mjs && tsc -p tsconfig.build.json && node .build/helpers/run-folder/note-digest.js';
  expect([isPrivate, scripts.prepare, scripts.build]).toEqual([true, 'npm run build', build]);
  for (const { path, text } of documents())
    expect(text, path).not.toMatch(/npx (?!--no -- )fsapi|npm (?:install|i) fsapi/);
});
