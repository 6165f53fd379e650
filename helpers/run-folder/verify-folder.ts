import type { IntegrityError } from '../../reports/integrity/integrity-error.js';
import { manifestFile } from '../../reports/integrity/manifest.js';
import { type Examined, examine } from '../../reports/integrity/verify.js';
import { quote } from '../configuration/quote.js';
import { UsageError } from '../configuration/usage-error.js';
import { type FolderOnDisk, readFolder } from './bundle.js';

/** What the examining suite is, and the key that has to have signed the folder. */
export type Known = Parameters<typeof examine>[1];

/** A folder and what its examination came to. */
export interface VerifiedFolder {
  readonly folder: FolderOnDisk;
  readonly examined: Examined;
  readonly found: readonly IntegrityError[];
}

/**
 * Examines a run's folder on disk.
 * @param known what the examining suite is, and the key that has to have signed the folder, where one is named
 * @throws UsageError for what is no folder of a run, cannot be read, or is too large to be looked into
 */
export async function verifyFolder(dir: string, cwd: string, known: Known): Promise<VerifiedFolder> {
  const folder = readFolder(dir, cwd);
  const examined = await examine(folder.bundle, known);
  const found = [...folder.strange, ...examined.found];
  const [tooLarge] = folder.tooLarge.filter((name) => name !== manifestFile);
  // Its digest may be right; that what it says is right too was not seen.
  if (found.length === 0 && tooLarge !== undefined)
    throw new UsageError(`${quote(tooLarge)} is too large to be read, so the folder was not verified.`);
  return { folder, examined, found };
}

/** One altered thing as one line. */
export function lineOf({ file, at, says }: IntegrityError): string {
  return at === undefined ? `${file} ${says}` : `${file} ${at} ${says}`;
}
