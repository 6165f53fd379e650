import type { Manifest, Report, SealedFile } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { printableLine } from '../text/printable.js';
import type { Bundle } from './bundle.js';
import { type IntegrityError, shown } from './integrity-error.js';
import { readJson } from './read-json.js';

/** The two files that seal the others. */
export const manifestFile = 'manifest.json';
export const attestationFile = 'attestation.dsse.json';

/** The manifest of a run's folder. @param signedBy id of the key that signs it, where one does */
export function manifestOf({ run }: Report, files: readonly SealedFile[], signedBy?: string): Manifest {
  const sorted = files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return {
    schemaVersion: '1.0',
    run: run.id,
    suiteVersion: run.suiteVersion,
    ...(signedBy !== undefined && { signedBy }),
    files: sorted as Manifest['files'],
  };
}

/** manifest.json. */
export function renderManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The manifest of a bundle, and what is wrong with it by itself. */
export function readManifest({ files }: Bundle): { manifest?: Manifest; found: IntegrityError[] } {
  const file = manifestFile;
  const present = files.get(file);
  if (!present) return { found: [{ file, says: 'was removed: nothing says which files were sealed' }] };
  try {
    const text = new TextDecoder().decode(present.content);
    const manifest = readJson(text) as Manifest;
    const valid = validator('manifest');
    if (!valid(manifest))
      return { found: [{ file, says: `is no manifest: ${printableLine(complaint(valid.errors))}` }] };
    const found: IntegrityError[] = [];
    const names = manifest.files.map(({ name }) => name);
    for (const [index, name] of names.entries()) {
      const before = names[index - 1];
      if (before !== undefined && before >= name)
        found.push({
          file,
          at: `/files/${index}/name`,
          says: `is ${shown(name)}, out of order after ${shown(before)}`,
        });
      if (name === manifestFile || name === attestationFile)
        found.push({ file, at: `/files/${index}/name`, says: `is ${name}, which no manifest names` });
    }
    // A member that stands twice, say, is read once only.
    if (found.length === 0 && renderManifest(manifest) !== text)
      found.push({ file, says: 'was changed: it is not written as this suite writes it' });
    return { manifest, found };
  } catch (error) {
    return { found: [{ file, says: (error as SyntaxError).message }] };
  }
}

/**
 * The files of a bundle against its manifest: changed, removed, added.
 * @param derived files that are not in the manifest, and are exactly what report.json renders to
 */
export function alteredFiles(manifest: Manifest, { files }: Bundle, derived: ReadonlySet<string>): IntegrityError[] {
  const sealed = new Set([manifestFile, attestationFile, ...manifest.files.map(({ name }) => name)]);
  const added = [...files.keys()].filter((name) => !sealed.has(name) && !derived.has(name));
  return [
    ...manifest.files.flatMap((one) => alteredFile(one, files.get(one.name))),
    ...added.map((name) => ({ file: name, says: 'was added: manifest.json does not name it' })),
  ];
}

function alteredFile({ name, bytes, sha256 }: SealedFile, present: Partial<SealedFile> | undefined): IntegrityError[] {
  const file = name;
  if (!present) return [{ file, says: 'was removed: manifest.json names it' }];
  if (present.bytes !== bytes)
    return [{ file, says: `was changed: it has ${present.bytes} bytes, and manifest.json says ${bytes}` }];
  if (present.sha256 !== sha256)
    return [{ file, says: `was changed: its SHA-256 is ${present.sha256}, and manifest.json says ${sha256}` }];
  return [];
}
