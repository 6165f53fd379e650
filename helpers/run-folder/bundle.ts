import { createHash } from 'node:crypto';
import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readSync, realpathSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { formats } from '../../reports/formats/formats.js';
import type { Bundle, BundleFile } from '../../reports/integrity/bundle.js';
import type { IntegrityError } from '../../reports/integrity/integrity-error.js';
import { attestationFile, manifestFile } from '../../reports/integrity/manifest.js';
import { printableLine } from '../../reports/text/printable.js';
import type { Manifest } from '../../schemas/types.js';
import { quote } from '../configuration/quote.js';
import { UsageError } from '../configuration/usage-error.js';

/** Bytes of a file that is looked into; larger ones are digested only. A run of 10,000 exchanges has a tenth of it. */
const mostRead = 256 * 1024 * 1024;
/** Files of a folder that are told of one by one. */
const mostFiles = 10_000;

/** A folder as it stands on disk. */
export interface FolderOnDisk {
  /** Absolute, links resolved. */
  readonly path: string;
  readonly bundle: Bundle;
  /** What is in it and no file: links, folders, sockets. Nothing of it is followed or opened. */
  readonly strange: readonly IntegrityError[];
  /** Files that ought to be looked into, and are too large for it. */
  readonly tooLarge: readonly string[];
}

const looked: ReadonlySet<string> = new Set([manifestFile, attestationFile, ...formats.map(({ file }) => file)]);
const marks: readonly string[] = [manifestFile, attestationFile, 'report.json'];

/**
 * Reads the folder of a run: `DIR` itself may be a link, as `reports/latest` is; in it none is followed.
 * @throws UsageError for a folder that is not a run folder, or cannot be read
 */
export function readFolder(dir: string, cwd: string): FolderOnDisk {
  const name = quote(basename(resolve(cwd, dir)));
  const { path, entries } = opened(resolve(cwd, dir), name);
  if (!entries.some((entry) => marks.includes(entry.name)))
    throw new UsageError(`${name} is not a run folder (no report.json or manifest.json).`);
  if (entries.length > mostFiles) throw new UsageError(`${name} is not a run folder: it has ${entries.length} files.`);
  const files = new Map<string, BundleFile>();
  const strange: IntegrityError[] = [];
  const tooLarge: string[] = [];
  const isSealed = entries.some((entry) => entry.name === manifestFile && entry.isFile());
  const sizes = sealedSizes(isSealed ? read(join(path, manifestFile), manifestFile) : undefined);
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const file = entry.isFile() ? read(join(path, entry.name), entry.name, sizes.get(entry.name)) : undefined;
    if (!file)
      strange.push({ file: printableLine(entry.name), says: `is ${kind(entry)}; a run folder holds files only` });
    else files.set(entry.name, file);
    if (file && looked.has(entry.name) && file.content === undefined) tooLarge.push(entry.name);
  }
  return { path, bundle: { files }, strange, tooLarge };
}

function opened(dir: string, name: string): { path: string; entries: Dirent[] } {
  try {
    const path = realpathSync(dir);
    return { path, entries: readdirSync(path, { withFileTypes: true }) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new UsageError(`There is no folder ${name}.`);
    if (code === 'ENOTDIR') throw new UsageError(`${name} is not a folder; unzip a packed run first.`);
    throw new UsageError(`${name} cannot be read (${code ?? 'unknown error'}).`);
  }
}

/**
 * A file with its digest; nothing where it is none any more. It is read piece by piece, so that any size will do, and
 * not at all where its size already says what there is to say.
 * @param sealed the size that the manifest says
 */
function read(path: string, name: string, sealed?: number): BundleFile | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return undefined;
    const keeps = looked.has(name) && stat.size <= mostRead;
    if (!keeps && stat.size !== sealed) return { name, bytes: stat.size };
    const hash = createHash('sha256');
    const pieces: Buffer[] = [];
    const piece = Buffer.alloc(1024 * 1024);
    let bytes = 0;
    for (let length = readSync(descriptor, piece); length > 0; length = readSync(descriptor, piece)) {
      bytes += length;
      hash.update(piece.subarray(0, length));
      if (keeps) pieces.push(Buffer.from(piece.subarray(0, length)));
    }
    return { name, bytes, sha256: hash.digest('hex'), ...(keeps && { content: Buffer.concat(pieces) }) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP') return undefined;
    throw new UsageError(`${quote(name)} cannot be read (${code ?? 'unknown error'}).`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Sizes by file, as far as a manifest says them; it has not been examined yet. */
function sealedSizes(manifest: BundleFile | undefined): ReadonlyMap<unknown, number> {
  try {
    const { files } = JSON.parse(Buffer.from(manifest?.content ?? []).toString('utf8')) as Partial<Manifest>;
    return new Map(files?.map(({ name, bytes }) => [name, bytes]));
  } catch {
    return new Map();
  }
}

function kind(entry: Dirent): string {
  if (entry.isSymbolicLink()) return 'a symbolic link';
  return entry.isDirectory() ? 'a folder' : 'not a file';
}
