import type { KeyObject } from 'node:crypto';
import { basename } from 'node:path';
import { decoded } from '../../reports/integrity/bundle.js';
import type { IntegrityError } from '../../reports/integrity/integrity-error.js';
import { packedOrder } from '../../reports/integrity/manifest.js';
import { type Examined, examine } from '../../reports/integrity/verify.js';
import { printableLine } from '../../reports/text/printable.js';
import type { Specification } from '../../schemas/specification.js';
import { quote, UsageError } from '../configuration/usage-error.js';
import { readFolder } from './bundle.js';
import { thisSuite } from './digests.js';
import { parsedEvidence } from './report-file.js';
import { noon, zipTime } from './zip.js';

/** A folder and what its examination came to. */
export type VerifiedFolder = ReturnType<typeof verifyFolder>;

/**
 * Examines the folder of a run, or the zip of one.
 * @param publicKeys one of which has to have signed it, where any is named
 * @throws UsageError for what is no folder of a run, cannot be read, or is too large to be looked into
 */
export function verifyFolder(
  dir: string,
  cwd: string,
  specification: Specification,
  publicKeys: readonly KeyObject[] = [],
) {
  const folder = readFolder(dir, cwd);
  const examined = examine(folder.bundle, { ...thisSuite(specification), publicKeys });
  const found: readonly IntegrityError[] = [...folder.strange, ...examined.found, ...notAsPacked(folder, examined)];
  return { folder, examined, found };
}

/** What of a zip is not as `pack` makes it of this run: the name of its folder, times, and order. */
function notAsPacked({ path, bundle, ...folder }: ReturnType<typeof readFolder>, { manifest, report }: Examined) {
  if (!('packed' in folder) || !manifest || !report) return [];
  const { packed } = folder;
  const expected = packedOrder(manifest, bundle, report);
  const time = zipTime(noon(report.run.startedAt));
  const found = [
    packed.folder !== manifest.run && `has the folder ${packed.folder}, expected ${manifest.run} (the run)`,
    [...packed.times].some((one) => one !== time) &&
      'has other times than pack gives files: noon of the day of the run',
    [...bundle.files.keys()].some((name, at) => name !== expected[at]) && 'has its files in another order than pack',
  ];
  const file = printableLine(basename(path));
  return found.filter((says) => says !== false).map((says): IntegrityError => ({ file, says }));
}

/** As `verifyFolder`, of a run that commands go on with. @throws UsageError for one that was modified, too */
export function intactRun(dir: string, cwd: string, specification: Specification) {
  const { folder, examined, found } = verifyFolder(dir, cwd, specification);
  const name = quote(basename(folder.path));
  const [altered] = found;
  if (altered) {
    const why = printableLine(lineOf(altered)) + (found.length > 1 ? ` (and ${found.length - 1} more)` : '');
    throw new UsageError(`${name} is modified, so nothing was made of it: ${why}.`);
  }
  const { report, manifest } = examined;
  if (!report || !manifest) throw new UsageError(`${name} has no report.json.`);
  return { name, folder, report, manifest };
}

/**
 * The exchanges of a run that is intact; undefined where evidence.har is not there.
 * @throws UsageError for a file that no run wrote, and for the evidence of another run
 */
export function exchangesOf({ name, folder, report }: ReturnType<typeof intactRun>) {
  const content = folder.bundle.files.get('evidence.har')?.content;
  return content && parsedEvidence(decoded(content), report, `evidence.har of ${name}`);
}

/** One altered thing as one line. */
export function lineOf({ file, at, says }: IntegrityError): string {
  return at === undefined ? `${file} ${says}` : `${file} ${at} ${says}`;
}
