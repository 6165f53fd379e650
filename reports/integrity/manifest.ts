import type { Manifest, Report, SealedFile } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { printableLine } from '../text/printable.js';
import type { Bundle } from './bundle.js';
import { type IntegrityError, shown } from './integrity-error.js';
import { readJson } from './read-json.js';

/** The two files that hold the digests of the others, and the signature. */
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
  if (!present) return { found: [{ file, says: 'is missing, so no digest can be checked' }] };
  try {
    const text = new TextDecoder().decode(present.content);
    const manifest = readJson(text) as Manifest;
    const valid = validator('manifest');
    if (!valid(manifest))
      return { found: [{ file, says: `is not a manifest: ${printableLine(complaint(valid.errors))}` }] };
    const found: IntegrityError[] = [];
    const names = manifest.files.map(({ name }) => name);
    for (const [index, name] of names.entries()) {
      const before = names[index - 1];
      if (before !== undefined && before >= name)
        found.push({
          file,
          at: `/files/${index}/name`,
          says: `is ${shown(name)}, not sorted: it follows ${shown(before)}`,
        });
      if (name === manifestFile || name === attestationFile)
        found.push({ file, at: `/files/${index}/name`, says: `is ${name}, which a manifest does not list` });
    }
    // A member that stands twice, say, is read once only.
    if (found.length === 0 && renderManifest(manifest) !== text)
      found.push({ file, says: 'is not in the form that this suite writes' });
    return { manifest, found };
  } catch (error) {
    return { found: [{ file, says: (error as SyntaxError).message }] };
  }
}

/**
 * Compares the files of a bundle with its manifest: modified, missing, added.
 * @param derived files that are not in the manifest, and are exactly what report.json renders to
 */
export function checkFiles(manifest: Manifest, { files }: Bundle, derived: ReadonlySet<string>): IntegrityError[] {
  const sealed = new Set([manifestFile, attestationFile, ...manifest.files.map(({ name }) => name)]);
  const added = [...files.keys()].filter((name) => !sealed.has(name) && !derived.has(name));
  return [
    ...manifest.files.flatMap((one) => checkFile(one, files.get(one.name))),
    ...added.map((name) => ({ file: name, says: 'is not listed in manifest.json' })),
  ];
}

function checkFile({ name, bytes, sha256 }: SealedFile, present: Partial<SealedFile> | undefined): IntegrityError[] {
  const file = name;
  if (!present) return [{ file, says: 'is missing (listed in manifest.json)' }];
  if (present.bytes !== bytes)
    return [{ file, says: `was modified: ${present.bytes} bytes, expected ${bytes} (per manifest.json)` }];
  if (present.sha256 !== sha256)
    return [{ file, says: `was modified: SHA-256 ${present.sha256}, expected ${sha256} (per manifest.json)` }];
  return [];
}
