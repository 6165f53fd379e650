import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Manifest, Report } from '../../schemas/types.js';
import { readJson } from '../text/read-json.js';
import { type Bundle, decoded } from './bundle.js';
import { keyidOf, readEnvelope, type Signed } from './envelope.js';
import { deviations, type IntegrityError, shown } from './integrity-error.js';
import { attestationFile, manifestFile } from './manifest.js';
import { statementOf, subjectsOf, testedName } from './statement.js';

/** What protects a bundle: digests only, or a signature; `holds` where it was verified with the public key. */
export type Seal =
  | { readonly by: 'digests' }
  | { readonly by: 'signature'; readonly keyid: string; readonly holds: boolean };

/** What an attestation is compared with. */
interface Sealed {
  readonly bundle: Bundle;
  readonly manifest: Manifest | undefined;
  /** The keys of which one has to have signed it; none where nobody is named. */
  readonly keys: readonly KeyObject[];
  /** Whether a folder that nobody signed will do, though keys are named. */
  readonly allowsUnsigned: boolean;
}

const file = attestationFile;

/** Checks the attestation of a bundle: its signature, and its statement about the files. It looks into no other file. */
export function checkAttestation(sealed: Sealed): { seal: Seal; statement?: string; found: IntegrityError[] } {
  const { bundle, manifest, keys } = sealed;
  const present = bundle.files.get(file);
  if (!present) return { seal: { by: 'digests' }, found: absent(sealed) };
  try {
    const signed = readEnvelope(decoded(present.content));
    const { keyid } = signed;
    const ofManifest = manifest
      ? deviations(file, [manifest.signedBy, keyid], manifestFile, '/signatures/0/keyid')
      : [];
    const found = [...ofManifest, ...checkSignature(signed, keys), ...checkOwnKey(signed, manifest)];
    const seal = { by: 'signature', keyid, holds: keys.length > 0 && found.length === 0 } as const;
    const statement = signed.payload.toString('utf8');
    return { seal, statement, found: [...found, ...checkSubjects(statement, bundle, manifest)] };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { seal: { by: 'digests' }, found: [{ file, says: error.message }] };
  }
}

function absent({ manifest, keys, allowsUnsigned }: Sealed): IntegrityError[] {
  if (manifest?.signedBy !== undefined)
    return [{ file, says: `is missing: manifest.json names key ${manifest.signedBy} as the signer` }];
  if (keys.length > 0 && !allowsUnsigned)
    return [{ file, says: `is missing: the folder is unsigned, expected a signature by key ${idsOf(keys)}` }];
  return [];
}

const idsOf = (keys: readonly KeyObject[]) => keys.map(keyidOf).join(' or ');

function checkSignature({ keyid, isBy }: Signed, keys: readonly KeyObject[]): IntegrityError[] {
  if (keys.length === 0) return [];
  const signer = keys.find(isBy);
  if (signer && keyidOf(signer) === keyid) return [];
  if (signer) {
    const says = `is ${shown(keyid)}, but key ${keyidOf(signer)} made the signature`;
    return [{ file, at: '/signatures/0/keyid', says }];
  }
  const says = keys.some((key) => keyidOf(key) === keyid)
    ? `is invalid: payload or signature was modified after key ${keyid} signed`
    : `is not by key ${idsOf(keys)}: it names key ${shown(keyid)}`;
  return [{ file, at: '/signatures/0/sig', says }];
}

/** The public key that travels with the folder vouches for nobody; but it is the signer's, and the signature is by it. */
function checkOwnKey({ isBy }: Signed, manifest: Manifest | undefined): IntegrityError[] {
  if (manifest?.publicKey === undefined) return [];
  const at = { file: manifestFile, at: '/publicKey' };
  try {
    const key = createPublicKey({ key: Buffer.from(manifest.publicKey, 'base64'), type: 'spki', format: 'der' });
    if (key.asymmetricKeyType !== 'ed25519' || keyidOf(key) !== manifest.signedBy)
      return [{ ...at, says: `is not key ${shown(manifest.signedBy)}, which manifest.json names as the signer` }];
    return isBy(key) ? [] : [{ file, at: '/signatures/0/sig', says: 'is invalid for the public key in manifest.json' }];
  } catch {
    return [{ ...at, says: 'is no public key' }];
  }
}

/** Compares what the statement is about with the manifest, whichever key signed it. */
function checkSubjects(text: string, bundle: Bundle, manifest: Manifest | undefined): IntegrityError[] {
  const digest = bundle.files.get(manifestFile)?.sha256;
  const statement = readJson(text) as Record<string, unknown> | null;
  if (!manifest || digest === undefined) return [];
  const { subject } = statement ?? {};
  // What was tested is no file: the report has its digest.
  const files = Array.isArray(subject) ? subject.filter((one) => one?.name !== testedName) : subject;
  return deviations(file, [subjectsOf(manifest, digest), files], manifestFile, '/payload/subject');
}

/** Compares a statement whose subjects are right with the one that this suite would make of the report. */
export function checkStatement(text: string, bundle: Bundle, manifest: Manifest, report: Report): IntegrityError[] {
  const expected = statementOf(report, manifest, bundle.files.get(manifestFile)?.sha256 ?? '');
  const found = deviations(file, [expected, readJson(text)], 'report.json', '/payload');
  if (found.length > 0 || JSON.stringify(expected) === text) return found;
  return [{ file, at: '/payload', says: 'is not in the form that this suite writes' }];
}
