import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { renderStartHere } from '../../../reports/formats/start-here.js';
import { firstPage, proofFile } from '../../../reports/integrity/manifest.js';
import { sha256 } from '../../../reports/integrity/sha256.js';
import { counted } from '../../../reports/text/counted.js';
import { printableLine } from '../../../reports/text/printable.js';
import type { Specification } from '../../../schemas/specification.js';
import type { DecisionEntry } from '../../../schemas/types.js';
import { usable } from '../../configuration/files.js';
import { quote, UsageError } from '../../configuration/usage-error.js';
import { proofOf } from '../../run-folder/decisions-file.js';
import { thisSuite } from '../../run-folder/digests.js';
import { intactRun } from '../../run-folder/verify-folder.js';
import { noon } from '../../run-folder/zip.js';
import { defineCommand } from '../define-command.js';

type IntactRun = ReturnType<typeof intactRun>;

/** Bytes that one zip may hold: it is made in memory. */
const mostBytes = 1024 * 1024 * 1024;

/** `pack`: the folder of a run as one zip beside it. */
export const command = defineCommand({
  positionals: ['DIR'],
  // In the zip the folder stands under the run's id. The same folder gives the same bytes on every machine. What was
  // altered is not packed: handing it over would pass it off as sealed.
  run: ({ words: [dir] }, { cwd, tested }) => {
    const verified = intactRun(dir, cwd, tested);
    const { folder, name } = verified;
    if (!statSync(folder.path).isDirectory()) throw new UsageError(`${name} is a zip already.`);
    const { proofs, notes } = proofsOf(verified, cwd);
    const { zip, files } = zipped(verified, proofs, tested);
    const file = join(dirname(folder.path), `${basename(folder.path)}.zip`);
    write(file, zip);
    const data = { file, files, bytes: zip.length, sha256: sha256(zip) };
    const size = `${counted(files, 'file')}, ${counted(zip.length, 'byte')}`;
    return { status: 0, lines: [`${printableLine(basename(file))}: ${size}, SHA-256 ${data.sha256}.`], data, notes };
  },
});

/** Proofs of the attestations, as far as they are here and unchanged; what is not is said. @param cwd which decisions name files from */
function proofsOf({ report }: IntactRun, cwd: string) {
  const entries = (report.decisions ?? []) as unknown as readonly DecisionEntry[];
  const proofs = new Map<string, Buffer>();
  const notes: string[] = [];
  for (const entry of entries) {
    const { content, remark } = proofOf(entry, cwd);
    if (content) proofs.set(proofFile(entry.evidenceDigest ?? '', entry.evidence ?? ''), content);
    if (remark !== undefined) notes.push(`${entry.id}: ${remark} It was not packed.`);
  }
  return { proofs, notes };
}

function zipped(
  { folder, report, manifest }: IntactRun,
  proofs: ReadonlyMap<string, Buffer>,
  specification: Specification,
) {
  const { suiteVersion, exam } = thisSuite(specification);
  // Another version packs another page, so the run of another version has none.
  const isOurs = report.run.suiteVersion === suiteVersion && report.run.exam === exam;
  const page = isOurs && Buffer.from(renderStartHere(report, manifest, [...proofs.keys()]));
  const contents = new Map<string, Uint8Array>(page ? [[firstPage, page]] : []);
  let total = 0;
  for (const { name, bytes, content: kept, sha256: digest } of folder.bundle.files.values()) {
    if (name === firstPage) continue;
    total += bytes;
    if (total > mostBytes)
      throw new UsageError(`The folder is too large for one zip, with more than ${mostBytes} bytes.`);
    const content = kept ?? readFileSync(join(folder.path, name));
    if (sha256(content) !== digest) throw new UsageError(`${quote(name)} changed while the folder was packed.`);
    contents.set(name, content);
  }
  const how = { mtime: noon(report.run.startedAt), level: 6 } as const;
  for (const [name, content] of proofs) contents.set(name, content);
  const entries = [...contents].map(([name, content]) => [`${manifest.run}/${name}`, [content, how]]);
  return { zip: zipSync(Object.fromEntries(entries) as Zippable), files: entries.length };
}

function write(file: string, zip: Uint8Array): void {
  const name = quote(basename(file));
  if (!existsSync(file)) usable(`${name} cannot be written`, () => writeFileSync(file, zip, { flag: 'wx' }));
  else if (!statSync(file).isFile() || !readFileSync(file).equals(zip))
    throw new UsageError(`${name} already exists with different content and was not overwritten.`);
}
