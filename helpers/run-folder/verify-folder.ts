import { basename } from 'node:path';
import type { IntegrityError } from '../../reports/integrity/integrity-error.js';
import { attestationFile } from '../../reports/integrity/manifest.js';
import { examine } from '../../reports/integrity/verify.js';
import { printableLine } from '../../reports/text/printable.js';
import { quote, UsageError } from '../configuration/usage-error.js';
import { readFolder } from './bundle.js';
import { thisSuite } from './digests.js';

/** The keys of which one has to have signed the folder, where any is named, and whether nobody may have, too. */
export type Vouching = Omit<Parameters<typeof examine>[1], keyof ReturnType<typeof thisSuite>>;

/** A folder and what its examination came to. */
export type VerifiedFolder = Awaited<ReturnType<typeof verifyFolder>>;

/**
 * Examines the folder of a run, or the zip of one.
 * @throws UsageError for what is no folder of a run, cannot be read, or is too large to be looked into
 */
export async function verifyFolder(dir: string, cwd: string, vouching: Vouching = {}) {
  const folder = readFolder(dir, cwd);
  const examined = await examine(folder.bundle, { ...thisSuite(), ...vouching });
  return { folder, examined, found: [...folder.strange, ...examined.found] as readonly IntegrityError[] };
}

/** As `verifyFolder`, of a run that commands go on with. @throws UsageError for one that was modified, too */
export async function intactRun(dir: string, cwd: string, vouching?: Vouching) {
  const { folder, examined, found } = await verifyFolder(dir, cwd, vouching);
  const name = quote(basename(folder.path));
  const [altered] = found;
  if (altered) {
    const why = printableLine(lineOf(altered)) + (found.length > 1 ? ` (and ${found.length - 1} more)` : '');
    throw new UsageError(
      altered.file === attestationFile
        ? `${name} was not merged, since no named key vouches for it: ${why}.`
        : `${name} is modified, so nothing was made of it: ${why}.`,
    );
  }
  const { report, manifest, exchanges, seal, ours } = examined;
  if (!report || !manifest) throw new UsageError(`${name} has no report.json.`);
  return { name, folder, report, manifest, exchanges, seal, ours };
}

/** One altered thing as one line. */
export function lineOf({ file, at, says }: IntegrityError): string {
  return at === undefined ? `${file} ${says}` : `${file} ${at} ${says}`;
}
