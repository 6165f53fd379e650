import type { KeyObject } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { attestationFile, manifestFile } from '../../reports/integrity/manifest.js';
import { examine, type FoundFile, type IntegrityError } from '../../reports/integrity/verify.js';
import { printableLine } from '../../reports/text/words.js';
import { sha256 } from '../../schemas/common/sha256.js';
import { quote, UsageError, usable } from '../settings/usage-error.js';
import { mostOfFile } from './earlier-runs.js';

/** One of these makes a folder that of a run; their contents are examined. */
const examinedFiles: readonly string[] = [manifestFile, attestationFile, 'report.json'];

export type VerifiedFolder = ReturnType<typeof verifyFolder>;

/** Examines the folder of a run; links and huge files stay closed. @throws UsageError for any other folder */
export function verifyFolder(dir: string, cwd: string, publicKeys: readonly KeyObject[]) {
  const named = resolve(cwd, dir);
  const name = quote(basename(named));
  const missing = `There is no folder ${name}.`;
  const sentences = { ENOENT: missing, ENOTDIR: missing };
  const list = () => readdirSync(realpathSync(named), { withFileTypes: true });
  const entries = usable(`${name} cannot be read`, list, sentences);
  if (!entries.some((entry) => examinedFiles.includes(entry.name)))
    throw new UsageError(`${name} is not a run folder (no report.json or manifest.json).`);
  const files = new Map<string, FoundFile>();
  const strange: IntegrityError[] = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(named, entry.name);
    usable(`${quote(entry.name)} cannot be read`, () => {
      const says = strangeIn(entry, path);
      if (says !== undefined) return strange.push({ file: printableLine(entry.name), says });
      const content = readFileSync(path);
      return files.set(entry.name, { sha256: sha256(content), ...(examinedFiles.includes(entry.name) && { content }) });
    });
  }
  const examined = examine(files, publicKeys);
  return { files, examined, found: [...strange, ...examined.found] };
}

function strangeIn(entry: Dirent, path: string): string | undefined {
  if (entry.isFile()) return lstatSync(path).size > mostOfFile ? 'is larger than any file of a run' : undefined;
  const what = entry.isSymbolicLink() ? 'a symbolic link' : entry.isDirectory() ? 'a folder' : 'not a file';
  return `is ${what}; a run folder holds files only`;
}
