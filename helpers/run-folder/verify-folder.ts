import type { KeyObject } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { attestationFile, manifestFile } from '../../reports/integrity/manifest.js';
import { sha256 } from '../../reports/integrity/sha256.js';
import { examine, type FoundFile, type IntegrityError } from '../../reports/integrity/verify.js';
import { printableLine } from '../../reports/text/printable.js';
import { usable } from '../settings/files.js';
import { quote, UsageError } from '../settings/usage-error.js';
import { mostOf } from './report-file.js';

/** Bytes of all files together that are read. */
const mostBytes = 1024 * 1024 * 1024;
/** Files of a folder that the output names one by one. */
const mostFiles = 10_000;

/** The files that are looked into; of the others the digest is enough. One of them makes a folder that of a run. */
const looked: readonly string[] = [manifestFile, attestationFile, 'report.json'];

/** What stands under a name in a folder. */
type Entry = (FoundFile & { readonly isProgram: boolean }) | { readonly strange: string };

/** A folder and what its examination came to. */
export type VerifiedFolder = ReturnType<typeof verifyFolder>;

/**
 * Examines the folder of a run.
 * @param publicKeys one of which has to have signed it, where any is named
 * @throws UsageError for what is no folder of a run, cannot be read, or is too large to be looked into
 */
export function verifyFolder(dir: string, cwd: string, publicKeys: readonly KeyObject[] = []) {
  const folder = readFolder(dir, cwd);
  const examined = examine(folder.files, publicKeys);
  const found: readonly IntegrityError[] = [...folder.strange, ...examined.found];
  return { folder, examined, found };
}

/**
 * Reads the folder of a run: `DIR` itself may be a link, as `reports/latest` is; in it none is followed.
 * @returns its `path`, absolute, links resolved, its files, and what is `strange` in it: links, folders, sockets,
 * programs and giants, none of which is followed or opened
 * @throws UsageError for what is neither, or cannot be read
 */
export function readFolder(dir: string, cwd: string) {
  const name = quote(basename(resolve(cwd, dir)));
  const { path, entries } = opened(resolve(cwd, dir), name);
  if (!entries.some((entry) => looked.includes(entry.name)))
    throw new UsageError(`${name} is not a run folder (no report.json or manifest.json).`);
  if (entries.length > mostFiles) throw new UsageError(`${name} is not a run folder: it has ${entries.length} files.`);
  const files = new Map<string, FoundFile>();
  const strange: IntegrityError[] = [];
  const programs: string[] = [];
  const room = { bytes: mostBytes };
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const file: Entry = entry.isFile() ? read(join(path, entry.name), entry.name, room) : { strange: kind(entry) };
    if ('strange' in file) strange.push({ file: printableLine(entry.name), says: file.strange });
    else files.set(entry.name, file);
    if ('isProgram' in file && file.isProgram) programs.push(entry.name);
  }
  // On a file system that knows no such mark, every file bears it.
  if (programs.length < files.size)
    for (const file of programs)
      strange.push({ file: printableLine(file), says: 'is executable; a run writes data only' });
  return { path, files, strange };
}

function opened(dir: string, name: string): { path: string; entries: Dirent[] } {
  const missing = `There is no folder ${name}.`;
  const open = () => {
    const path = realpathSync(dir);
    return { path, entries: readdirSync(path, { withFileTypes: true }) };
  };
  return usable(`${name} cannot be read`, open, { ENOENT: missing, ENOTDIR: missing });
}

/**
 * A file with its digest.
 * @param room bytes that may still be read, which becomes less
 * @throws UsageError for one that cannot be read
 */
function read(path: string, name: string, room: { bytes: number }): Entry {
  return usable(`${quote(name)} cannot be read`, () => {
    const { size, mode } = lstatSync(path);
    if (size > Math.min(mostOf(name), room.bytes)) return { strange: 'is larger than any file of a run' };
    room.bytes -= size;
    const content = readFileSync(path);
    const isProgram = (mode & 0o111) !== 0;
    return { isProgram, sha256: sha256(content), ...(looked.includes(name) && { content }) };
  });
}

function kind(entry: Dirent): string {
  const what = entry.isSymbolicLink() ? 'a symbolic link' : entry.isDirectory() ? 'a folder' : 'not a file';
  return `is ${what}; a run folder holds files only`;
}
