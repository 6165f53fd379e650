import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { emptyFolder } from '../../cli/testing/command.js';

/** The versions whose output is kept here; `README.md` says what each wrote. */
export const earlierVersions = ['first-0.1', '0.1', '0.2'] as const;
export type EarlierVersion = (typeof earlierVersions)[number];

/** Path of a file as a version wrote it. */
export function writtenBy(version: EarlierVersion, file: string): string {
  return fileURLToPath(new URL(`written-by-${version}/${file}`, import.meta.url));
}

/** The names of the runs that a version packed, without `.zip`. */
export function runsOf(version: EarlierVersion): string[] {
  return readdirSync(writtenBy(version, '.'))
    .filter((name) => name.endsWith('.zip') && name !== 'working.zip')
    .map((name) => name.replace('.zip', ''));
}

/** The working folder as a version left it: decisions, history, observations, and the folders of all its runs. */
export function workingFolderOf(version: EarlierVersion): {
  readonly cwd: string;
  /** Absolute path of the folder of each run, by the name of its zip. */
  readonly runs: Readonly<Record<string, string>>;
} {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'decisions.json'), readFileSync(writtenBy(version, 'decisions.json')));
  unpack(writtenBy(version, 'working.zip'), cwd);
  const folders = runsOf(version).map((name) => {
    const [folder = ''] = unpack(writtenBy(version, `${name}.zip`), join(cwd, 'reports', 'runs'));
    return [name, join(cwd, 'reports', 'runs', folder)];
  });
  return { cwd, runs: Object.fromEntries(folders) };
}

/** Gives the folders at the top of the zip. */
function unpack(zip: string, into: string): string[] {
  const files = Object.entries(unzipSync(readFileSync(zip))).filter(([name]) => !name.endsWith('/'));
  for (const [name, content] of files) {
    mkdirSync(dirname(join(into, name)), { recursive: true });
    writeFileSync(join(into, name), content);
  }
  return [...new Set(files.map(([name]) => name.split('/')[0] ?? ''))];
}
