import { createHash } from 'node:crypto';
import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { type BundleFile, decoded } from '../../reports/integrity/bundle.js';
import type { IntegrityError } from '../../reports/integrity/integrity-error.js';
import { attestationFile, firstPage, manifestFile } from '../../reports/integrity/manifest.js';
import { sha256 } from '../../reports/integrity/sha256.js';
import { printableLine } from '../../reports/text/printable.js';
import { readJson } from '../../reports/text/read-json.js';
import type { Manifest } from '../../schemas/types.js';
import { attempt } from '../configuration/attempt.js';
import { usable } from '../configuration/files.js';
import { quote, UsageError } from '../configuration/usage-error.js';
import { createdFileName } from '../evidence/created-file.js';
import { piecesIn } from '../evidence/lines-of.js';
import { mostOf, readLimited, tooLarge } from './read-limited.js';
import { entriesOf, isContentOf, notAsPacked, Unusable } from './zip.js';

/** Bytes of all files together that are looked into: each is kept until the others have been compared with it. */
const mostKept = 128 * 1024 * 1024;
/** Bytes of all files together that are digested. */
const mostDigested = 1024 * 1024 * 1024;
/** Bytes of a zip, which is read whole. */
const mostZipped = 64 * 1024 * 1024;
/** Files of a folder that the output names one by one. */
const mostFiles = 10_000;

const marks: readonly string[] = [manifestFile, attestationFile, 'report.json'];
const looked: ReadonlySet<string> = new Set([...marks, 'evidence.har', createdFileName, firstPage]);

/**
 * Reads the folder of a run, or the zip that `pack` made of one: `DIR` itself may be a link, as `reports/latest` is; in it
 * none is followed.
 * @returns its `path`, absolute, links resolved, its files, and what is `strange` in it: links, folders, sockets,
 * programs, none of which is followed or opened; of a zip, as what it was `packed`
 * @throws UsageError for what is neither, cannot be read, or is too large for it
 */
export function readFolder(dir: string, cwd: string) {
  const name = quote(basename(resolve(cwd, dir)));
  const { path, entries } = opened(resolve(cwd, dir), name);
  if (!entries) return readZip(path, name);
  if (!entries.some((entry) => marks.includes(entry.name)))
    throw new UsageError(`${name} is not a run folder (no report.json or manifest.json).`);
  if (entries.length > mostFiles) throw new UsageError(`${name} is not a run folder: it has ${entries.length} files.`);
  const files = new Map<string, BundleFile>();
  const strange: IntegrityError[] = [];
  const room = { kept: mostKept, digested: mostDigested };
  const isSealed = entries.some((entry) => entry.name === manifestFile && entry.isFile());
  const sizes = sealedSizes(isSealed ? read(join(path, manifestFile), manifestFile, { ...room }) : undefined);
  const programs: string[] = [];
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const file = entry.isFile() ? read(join(path, entry.name), entry.name, room, sizes.get(entry.name)) : undefined;
    if (!file)
      strange.push({ file: printableLine(entry.name), says: `is ${kind(entry)}; a run folder holds files only` });
    else files.set(entry.name, file);
    if (file?.isProgram) programs.push(entry.name);
  }
  // On a file system that knows no such mark, every file bears it.
  if (programs.length < files.size)
    for (const file of programs)
      strange.push({ file: printableLine(file), says: 'is executable; a run writes data only' });
  return { path, bundle: { files }, strange };
}

/** The files of a zip as `pack` writes one, which stand in one folder there. */
function readZip(path: string, name: string) {
  const zip = usable(`${name} cannot be read`, () => readLimited(path, mostZipped));
  if (!zip) throw new UsageError(`${name} ${tooLarge(mostZipped)}; unzip it, and verify the folder.`);
  const files = new Map<string, BundleFile>();
  const folders = new Set<string>();
  const times = new Set<number>();
  let kept = mostKept;
  try {
    for (const entry of entriesOf(zip)) {
      const [folder = '', file = ''] = entry.name.split('/');
      times.add(entry.time);
      folders.add(folder);
      if (folders.size > 1 || files.has(file)) throw new Unusable('It is no zip of one run folder.');
      kept -= entry.bytes;
      if (entry.bytes > mostOf(file) || kept < 0) throw new UsageError(tooMuch(file, name));
      const content = unpacked(entry);
      const about = { name: file, bytes: entry.bytes, sha256: sha256(content) };
      files.set(file, { ...about, ...(looked.has(file) && { content }) });
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const why = error instanceof Unusable ? error.message : notAsPacked;
    throw new UsageError(`${name} is neither a run folder nor a zip of one. ${why}`);
  }
  const [folder = ''] = folders;
  return { path, bundle: { files }, strange: [], packed: { folder, times } };
}

/**
 * The content of a file of a zip. More than the size that the zip says is never unpacked.
 * @throws Unusable for another size or checksum, and for bytes behind the compressed ones, which no program unpacks
 */
function unpacked(entry: ZipEntry): Buffer {
  const how = { maxOutputLength: Math.max(1, entry.bytes), info: true } as const;
  // With `info` it says how many bytes it read; the types do not know.
  const { buffer, engine } = (attempt(() => inflateRawSync(entry.data, how)) ?? {}) as Partial<Inflated>;
  if (!buffer || engine?.bytesWritten !== entry.data.length || !isContentOf(entry, buffer))
    throw new Unusable(notAsPacked);
  return buffer;
}

interface Inflated {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}
type ZipEntry = ReturnType<typeof entriesOf> extends Generator<infer Entry> ? Entry : never;

function tooMuch(file: string, name?: string): string {
  const where = name === undefined ? '' : ` of ${name}`;
  return `${quote(file)}${where} is too large to be read, so the folder was not verified.`;
}

function opened(dir: string, name: string): { path: string; entries?: Dirent[] } {
  const missing = `There is no folder ${name}.`;
  const open = () => {
    const path = realpathSync(dir);
    return statSync(path).isDirectory() ? { path, entries: readdirSync(path, { withFileTypes: true }) } : { path };
  };
  return usable(`${name} cannot be read`, open, { ENOENT: missing, ENOTDIR: missing });
}

/**
 * A file with its digest; nothing where it is none any more. It is read piece by piece, and not at all where its size
 * already says what there is to say.
 * @param room bytes that may still be kept and digested, which becomes less
 * @param sealed the size that the manifest says
 * @throws UsageError for one that there is no room for
 */
function read(
  path: string,
  name: string,
  room: { kept: number; digested: number },
  sealed?: number,
): (BundleFile & { readonly isProgram: boolean }) | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return undefined;
    const isProgram = (stat.mode & 0o111) !== 0;
    const keeps = looked.has(name);
    if (!keeps && stat.size !== sealed) return { name, bytes: stat.size, isProgram };
    room.digested -= stat.size;
    if (keeps) room.kept -= stat.size;
    if ((keeps && stat.size > mostOf(name)) || room.kept < 0 || room.digested < 0) throw new UsageError(tooMuch(name));
    const hash = createHash('sha256');
    const pieces: Buffer[] = [];
    let bytes = 0;
    for (const piece of piecesIn(descriptor)) {
      bytes += piece.length;
      if (bytes > stat.size) throw new UsageError(`${quote(name)} grows while it is read.`);
      hash.update(piece);
      if (keeps) pieces.push(Buffer.from(piece));
    }
    return { name, bytes, isProgram, sha256: hash.digest('hex'), ...(keeps && { content: Buffer.concat(pieces) }) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP') return undefined;
    throw new UsageError(`${quote(name)} cannot be read (${code ?? 'unknown error'}).`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Sizes by file, as far as a manifest says them; it has not been examined yet. */
function sealedSizes(manifest: BundleFile | undefined): ReadonlyMap<unknown, number> {
  const { files } = (attempt(() => readJson(decoded(manifest?.content))) ?? {}) as Partial<Manifest>;
  return new Map(attempt(() => files?.map(({ name, bytes }) => [name, bytes])));
}

function kind(entry: Dirent): string {
  if (entry.isSymbolicLink()) return 'a symbolic link';
  return entry.isDirectory() ? 'a folder' : 'not a file';
}
