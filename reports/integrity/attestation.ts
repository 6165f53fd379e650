import { type KeyObject, verify } from 'node:crypto';
import type { Manifest, Report } from '../../schemas/types.js';
import type { Bundle } from './bundle.js';
import { type Envelope, keyidOf, payloadType, preAuthenticated, readEnvelope } from './envelope.js';
import { differences, type IntegrityError, shown, told } from './integrity-error.js';
import { attestationFile, manifestFile } from './manifest.js';
import { readJson } from './read-json.js';
import { statementOf } from './statement.js';

/** How a bundle is sealed: by digests only, by a signature that nobody checked, or by one that holds. */
export type Seal =
  | { readonly by: 'digests' }
  | { readonly by: 'signature'; readonly keyid: string; readonly holds: boolean };

/** What an attestation is held against. */
interface Sealed {
  readonly bundle: Bundle;
  readonly manifest: Manifest | undefined;
  /** Absent where it cannot be read. */
  readonly report: Report | undefined;
  /** The key that it has to be signed by. */
  readonly publicKey: KeyObject | undefined;
  /** Whether this suite made it, so that its statement has to be the one that it would make. */
  readonly ours: boolean;
}

const file = attestationFile;

/** The attestation of a bundle: its signature, and what it says of the files and of the outcome. */
export function alteredAttestation(sealed: Sealed): { seal: Seal; found: IntegrityError[] } {
  const { bundle, manifest, publicKey } = sealed;
  const present = bundle.files.get(file);
  if (!present) return { seal: { by: 'digests' }, found: absent(manifest, publicKey) };
  try {
    const { envelope, payload } = readEnvelope(new TextDecoder().decode(present.content));
    const [{ keyid } = { keyid: '' }] = envelope.signatures;
    const found = [...alteredKey(keyid, manifest), ...alteredSignature(envelope, payload, publicKey)];
    const seal = { by: 'signature', keyid, holds: publicKey !== undefined && found.length === 0 } as const;
    return { seal, found: [...found, ...alteredStatement(payload, sealed)] };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { seal: { by: 'digests' }, found: [{ file, says: error.message }] };
  }
}

function absent(manifest: Manifest | undefined, publicKey: KeyObject | undefined): IntegrityError[] {
  if (manifest?.signedBy !== undefined)
    return [{ file, says: `was removed: manifest.json says that key ${manifest.signedBy} signed it` }];
  if (publicKey)
    return [{ file, says: `is not there: nobody signed the folder, and key ${keyidOf(publicKey)} should have` }];
  return [];
}

function alteredKey(keyid: string, manifest: Manifest | undefined): IntegrityError[] {
  if (!manifest || manifest.signedBy === keyid) return [];
  const said = manifest.signedBy === undefined ? 'that nobody signs' : manifest.signedBy;
  return [{ file, at: '/signatures/0/keyid', says: `is ${shown(keyid)}, and manifest.json says ${said}` }];
}

function alteredSignature(envelope: Envelope, payload: Buffer, publicKey: KeyObject | undefined): IntegrityError[] {
  const [signature] = envelope.signatures;
  if (!publicKey || !signature) return [];
  const wanted = keyidOf(publicKey);
  const sig = Buffer.from(signature.sig, 'base64');
  if (verify(null, preAuthenticated(payloadType, payload), publicKey, sig)) {
    if (signature.keyid === wanted) return [];
    return [{ file, at: '/signatures/0/keyid', says: `is ${shown(signature.keyid)}, and key ${wanted} signed it` }];
  }
  const says =
    signature.keyid === wanted
      ? `does not hold: payload or signature was changed after key ${wanted} signed it`
      : `is not of key ${wanted}: it names key ${shown(signature.keyid)}`;
  return [{ file, at: '/signatures/0/sig', says }];
}

/** What is said against the manifest and the report, whoever signed it. */
function alteredStatement(payload: Buffer, { bundle, manifest, report, ours }: Sealed): IntegrityError[] {
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
    says: told(one, one.at.startsWith('/payload/subject') ? 'manifest.json says' : 'report.json says'),
  }));
  if (found.length > 0 || !ours || JSON.stringify(expected) === text) return found;
  return [{ file, at: '/payload', says: 'is not written as this suite writes it' }];
}
