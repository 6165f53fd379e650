import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../schemas/package-root.js';

/** The rules of the house: four rooms, which of them may import which, and nothing else at the top. */
const root = fileURLToPath(packageRoot);
const rooms = ['schemas', 'suites', 'helpers', 'reports'] as const;
type Room = (typeof rooms)[number];

const mayImport: Record<Room, readonly Room[]> = {
  schemas: ['schemas'],
  suites: ['suites', 'schemas', 'helpers'],
  helpers: ['helpers', 'schemas'],
  reports: ['reports', 'schemas'],
};

function sources(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) return path === 'reports/runs' ? [] : sources(path);
    return path.endsWith('.ts') ? [path] : [];
  });
}

/** Files that a file imports, relative to the root. */
function imports(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    relative(root, resolve(root, dirname(file), path)).replace(/\.js$/, '.ts'),
  );
}

const room = (file: string) => file.split('/')[0] as Room;
const isTest = (file: string) => /\.(test|fixture)\.ts$/.test(file) || file.includes('/testing/');
const production = rooms.flatMap(sources).filter((file) => !isTest(file));
/** The seams between helpers and reports, beside vitest.config.ts; the bench only starts servers. */
const isSeam = (file: string) =>
  ['cli', 'session', 'run-folder', 'target-process', 'bench', 'api'].some((one) => file.startsWith(`helpers/${one}/`));

describe('the house', () => {
  test.each(rooms)('%s imports from the rooms it may', (name) => {
    const trespasses = production
      .filter((file) => room(file) === name && !isSeam(file))
      .flatMap((file) => imports(file).map((imported) => ({ file, imported })))
      .filter(({ imported }) => !mayImport[name].includes(room(imported)));
    expect(trespasses).toEqual([]);
  });

  test('only the command line knows the reference server', () => {
    const strangers = production
      .filter((file) => !file.startsWith('helpers/reference-server/') && !isSeam(file))
      .filter((file) => imports(file).some((imported) => imported.startsWith('helpers/reference-server/')));
    expect(strangers).toEqual([]);
  });

  test('the reference server knows nothing of the suite that asks it', () => {
    const known = production
      .filter((file) => file.startsWith('helpers/reference-server/'))
      .flatMap(imports)
      .filter((imported) => !imported.startsWith('helpers/reference-server/') && !imported.startsWith('schemas/'));
    expect(known).toEqual([]);
  });

  test('suites build no headers, read no bodies and write no evidence', () => {
    const plumbing = /node:(https?|net|tls|fs)'|supertest|JSON\.parse|journal/;
    const found = sources('suites').filter(
      (file) => file.endsWith('.suite.ts') && plumbing.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });

  test('no file is longer than 300 lines', () => {
    const long = [...production].filter(
      (file) => file !== 'schemas/types.ts' && readFileSync(join(root, file), 'utf8').split('\n').length > 301,
    );
    expect(long).toEqual(['schemas/catalogue.ts']);
  });

  test('the top level holds what was agreed', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
    const top = new Set(files.map((file) => file.split('/')[0] ?? '').filter((name) => !name.startsWith('.')));
    const agreed = [
      ...rooms,
      'vitest.config.ts',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'tsconfig.build.json',
      'README.md',
      'CHANGELOG.md',
      'LICENSE',
    ];
    expect([...top].filter((name) => !agreed.includes(name))).toEqual([]);
  });
});
