import type { IntegrityError } from '../../reports/integrity/integrity-error.js';
import { type Examined, examine } from '../../reports/integrity/verify.js';
import { type FolderOnDisk, readFolder } from './bundle.js';

/** What the examining suite is, and the keys of which one has to have signed the folder. */
export type Known = Parameters<typeof examine>[1];

/** A folder and what its examination came to. */
export interface VerifiedFolder {
  readonly folder: FolderOnDisk;
  readonly examined: Examined;
  readonly found: readonly IntegrityError[];
}

/**
 * Examines the folder of a run, or the zip of one.
 * @param known what the examining suite is, and the keys of which one has to have signed the folder, where any is named
 * @throws UsageError for what is no folder of a run, cannot be read, or is too large to be looked into
 */
export async function verifyFolder(dir: string, cwd: string, known: Known): Promise<VerifiedFolder> {
  const folder = readFolder(dir, cwd);
  const examined = await examine(folder.bundle, known);
  const found = [...folder.strange, ...examined.found];
  return { folder, examined, found };
}

/** One altered thing as one line. */
export function lineOf({ file, at, says }: IntegrityError): string {
  return at === undefined ? `${file} ${says}` : `${file} ${at} ${says}`;
}
