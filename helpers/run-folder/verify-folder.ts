import type { KeyObject } from 'node:crypto';
import { examine, type IntegrityError } from '../../reports/integrity/verify.js';
import { readFolder } from './bundle.js';

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
