import type { DecisionEntry, Manifest, Report, SealedFile } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { formats } from '../formats/formats.js';
import { printableLine } from '../text/printable.js';
import { readJson } from '../text/read-json.js';
import { type Bundle, decoded } from './bundle.js';
import type { Signer } from './envelope.js';
import { type IntegrityError, shown } from './integrity-error.js';

/** The two files that hold the digests of the others, and the signature. */
export const manifestFile = 'manifest.json';
export const attestationFile = 'attestation.dsse.json';
const seals: readonly string[] = [manifestFile, attestationFile];

/**
 * Whether a run may have written a file of that name, in this version or another: data, in small letters. So no two names
 * differ in case alone, none is one that Windows keeps for itself (`con.json`), and none is a program but the
 * `reproduce.sh` of version 0.2.
 */
function isRunFile(name: string): boolean {
  const isData = /^[a-z0-9][a-z0-9.-]{0,99}\.(?:html|pdf|md|xml|json|jsonld|ndjson|har|log|txt)$/.test(name);
  if (name === 'reproduce.sh') return true;
  return isData && !/^(?:con|prn|aux|nul|com\d|lpt\d)\./.test(name);
}

/** The manifest of a run's folder. @param signer whose key signs it, where one does */
export function manifestOf(
  { run }: Report,
  files: readonly SealedFile[],
  signer?: Pick<Signer, 'keyid' | 'publicKey'>,
): Manifest {
  const publicKey = signer?.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const sorted = files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return {
    schemaVersion: '1.0',
    run: run.id,
    suiteVersion: run.suiteVersion,
    ...(signer && { signedBy: signer.keyid }),
    ...(publicKey !== undefined && { publicKey }),
    files: sorted,
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
    const text = decoded(present.content);
    const manifest = readJson(text) as Manifest;
    const valid = validator('manifest');
    if (!valid(manifest))
      return { found: [{ file, says: `is not a manifest: ${printableLine(complaint(valid.errors))}` }] };
    const found = manifest.files.flatMap(({ name }, index): IntegrityError[] => {
      const at = `/files/${index}/name`;
      const before = manifest.files[index - 1]?.name;
      return [
        ...(before === undefined || before < name
          ? []
          : [{ file, at, says: `is ${shown(name)}, not sorted: it follows ${shown(before)}` }]),
        ...(isRunFile(name) ? [] : [{ file, at, says: `is ${shown(name)}, a name that no run gives a file` }]),
        ...(seals.includes(name) ? [{ file, at, says: `is ${name}, which a manifest does not list` }] : []),
      ];
    });
    // A member that stands twice, say, is read once only.
    if (found.length === 0 && renderManifest(manifest) !== text)
      found.push({ file, says: 'is not in the form that this suite writes' });
    return { manifest, found };
  } catch (error) {
    return { found: [{ file, says: (error as SyntaxError).message }] };
  }
}

/** Files beside the run's own that `pack` of versions 0.1 and 0.2 added, and for which nobody vouches. */
const verifyPage = 'verify.html';
const ofEarlierZips: readonly string[] = [
  verifyPage,
  ...['json', 'html', 'pdf', 'dsse.json'].map((kind) => `qualification.${kind}`),
];

/** The page that `pack` puts first into a zip. */
export const firstPage = 'START-HERE.html';

/** The files of a bundle that `pack` of versions 0.1 and 0.2 added: neither the manifest nor a signature covers them. */
export function uncovered({ suiteVersion }: Manifest, { files }: Bundle): readonly string[] {
  return /^0\.[12]\./.test(suiteVersion) ? ofEarlierZips.filter((name) => files.has(name)) : [];
}

/** Evidence of an attestation, as `pack` adds it: the name is its digest, and its kind. */
const proof = /^proof-([0-9a-f]{64})(?:\.[a-z]{2,4})?$/;

/** The name that `pack` gives the evidence of an attestation. @param file as the decision names it */
export function proofFile(sha256: string, file: string): string {
  const [kind = ''] = /\.(?:pdf|txt|md|csv|png|jpe?g|eml|docx|xlsx)$/i.exec(file) ?? [];
  return `proof-${sha256}${kind.toLowerCase()}`;
}

/** Evidence of attestations in a bundle, as `pack` adds it: in the order of the decisions that name it. */
export function proofsIn({ files }: Bundle, { decisions }: Report): string[] {
  const named = decisions
    .map((one) => one as Partial<DecisionEntry>)
    .map(({ evidenceDigest = '', evidence = '' }) => {
      const name = proofFile(evidenceDigest, evidence);
      return files.get(name)?.sha256 === evidenceDigest ? [name] : [];
    });
  return [...new Set(named.flat())];
}

/** The files of a bundle in the order in which `pack` writes them into a zip: its own page, sealed ones by name, then what it adds. */
export function packedOrder(manifest: Manifest, bundle: Bundle, report: Report): string[] {
  const sealed = [...manifest.files.map(({ name }) => name), ...seals.filter((name) => bundle.files.has(name))];
  const [page = [], qualification = []] = [true, false].map((isPage) =>
    uncovered(manifest, bundle).filter((name) => (name === verifyPage) === isPage),
  );
  const first = bundle.files.has(firstPage) ? [firstPage] : [];
  return [...first, ...sealed.sort(), ...[...qualification].sort(), ...proofsIn(bundle, report), ...page];
}

/** Compares the files of a bundle with its manifest: modified, missing, and added ones that `pack` does not add. */
export function checkFiles(manifest: Manifest, bundle: Bundle): IntegrityError[] {
  return [
    ...manifest.files.flatMap((one) => checkFile(one, bundle.files.get(one.name))),
    ...unlisted(manifest, bundle).filter(({ file }) => file !== firstPage && !proof.test(file)),
  ];
}

/** Files that desktops leave in each folder that they show. */
const ofDesktop = /^(\.DS_Store|\._.*|Thumbs\.db|desktop\.ini)$/i;
const leftover = ': desktops leave such files in a folder that they show; delete it and verify again';

const renderedLater = ': it was rendered after the run; move it elsewhere and verify again';

/** Files of a bundle that neither its manifest lists nor `pack` of versions 0.1 and 0.2 added. */
export function unlisted(manifest: Manifest, bundle: Bundle): IntegrityError[] {
  const known = new Set([...seals, ...manifest.files.map(({ name }) => name), ...uncovered(manifest, bundle)]);
  const added = [...bundle.files.keys()].filter((name) => !known.has(name));
  return added.map((name) => {
    const hints = [ofDesktop.test(name) && leftover, formats.some(({ file }) => file === name) && renderedLater];
    return { file: name, says: `is not listed in manifest.json${hints.find(Boolean) || ''}` };
  });
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
