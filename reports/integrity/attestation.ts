import { type KeyObject, verify } from 'node:crypto';
import type { Manifest, Report } from '../../schemas/types.js';
import type { Bundle } from './bundle.js';
import { type Envelope, keyidOf, payloadType, preAuthenticated, readEnvelope } from './envelope.js';
import { differences, type IntegrityError, mismatch, shown } from './integrity-error.js';
import { attestationFile, manifestFile } from './manifest.js';
import { readJson } from './read-json.js';
import { statementOf } from './statement.js';

/** What protects a bundle: digests only, or a signature; `holds` where it was verified with the public key. */
export type Seal =
  | { readonly by: 'digests' }
  | { readonly by: 'signature'; readonly keyid: string; readonly holds: boolean };

/** What an attestation is compared with. */
interface Sealed {
  readonly bundle: Bundle;
  readonly manifest: Manifest | undefined;
  /** Absent where it cannot be read. */
  readonly report: Report | undefined;
  /** The key that has to have signed it. */
  readonly publicKey: KeyObject | undefined;
  /** Whether this suite made it, so that its statement has to be the one that it would make. */
  readonly ours: boolean;
}

const file = attestationFile;

/** Checks the attestation of a bundle: its signature, and its statement about the files and the outcome. */
export function checkAttestation(sealed: Sealed): { seal: Seal; found: IntegrityError[] } {
  const { bundle, manifest, publicKey } = sealed;
  const present = bundle.files.get(file);
  if (!present) return { seal: { by: 'digests' }, found: absent(manifest, publicKey) };
  try {
    const { envelope, payload } = readEnvelope(new TextDecoder().decode(present.content));
    const [{ keyid } = { keyid: '' }] = envelope.signatures;
    const found = [...checkKeyId(keyid, manifest), ...checkSignature(envelope, payload, publicKey)];
    const seal = { by: 'signature', keyid, holds: publicKey !== undefined && found.length === 0 } as const;
    return { seal, found: [...found, ...checkStatement(payload, sealed)] };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { seal: { by: 'digests' }, found: [{ file, says: error.message }] };
  }
}

function absent(manifest: Manifest | undefined, publicKey: KeyObject | undefined): IntegrityError[] {
  if (manifest?.signedBy !== undefined)
    return [{ file, says: `is missing: manifest.json names key ${manifest.signedBy} as the signer` }];
  if (publicKey)
    return [{ file, says: `is missing: the folder is unsigned, expected a signature by key ${keyidOf(publicKey)}` }];
  return [];
}

function checkKeyId(keyid: string, manifest: Manifest | undefined): IntegrityError[] {
  if (!manifest || manifest.signedBy === keyid) return [];
  return [
    {
      file,
      at: '/signatures/0/keyid',
      says: mismatch({ at: '', expected: manifest.signedBy, actual: keyid }, manifestFile),
    },
  ];
}

function checkSignature(envelope: Envelope, payload: Buffer, publicKey: KeyObject | undefined): IntegrityError[] {
  const [signature] = envelope.signatures;
  if (!publicKey || !signature) return [];
  const wanted = keyidOf(publicKey);
  const sig = Buffer.from(signature.sig, 'base64');
  if (verify(null, preAuthenticated(payloadType, payload), publicKey, sig)) {
    if (signature.keyid === wanted) return [];
    return [
      { file, at: '/signatures/0/keyid', says: `is ${shown(signature.keyid)}, but key ${wanted} made the signature` },
    ];
  }
  const says =
    signature.keyid === wanted
      ? `is invalid: payload or signature was modified after key ${wanted} signed`
      : `is not by key ${wanted}: it names key ${shown(signature.keyid)}`;
  return [{ file, at: '/signatures/0/sig', says }];
}

/** Compares the statement with the manifest and the report, whichever key signed it. */
function checkStatement(payload: Buffer, { bundle, manifest, report, ours }: Sealed): IntegrityError[] {
  const text = payload.toString('utf8');
  const statement = readJson(text) as Record<string, unknown> | null;
  const digest = bundle.files.get(manifestFile)?.sha256;
  if (!manifest || !report || digest === undefined) return [];
  const expected = statementOf(report, manifest, digest);
  const whole = ours ? statement : { subject: statement?.subject };
  const wanted = ours ? expected : { subject: expected.subject };
  const found = differences(wanted, whole, '/payload').map((one) => ({
    file,
    at: one.at,
    says: mismatch(one, one.at.startsWith('/payload/subject') ? manifestFile : 'report.json'),
  }));
  if (found.length > 0 || !ours || JSON.stringify(expected) === text) return found;
  return [{ file, at: '/payload', says: 'is not in the form that this suite writes' }];
}
