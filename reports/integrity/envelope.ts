import { type KeyObject, verify } from 'node:crypto';
import { readJson } from '../text/read-json.js';
import { sha256 } from './sha256.js';

/** Media type of an in-toto statement. */
const payloadType = 'application/vnd.in-toto+json';

/** A signing key: its id, its public half, and Ed25519 over bytes. */
export interface Signer {
  readonly keyid: string;
  readonly publicKey: KeyObject;
  sign(bytes: Uint8Array): Uint8Array;
}

/** Id of a key: SHA-256 of its SubjectPublicKeyInfo in DER, hexadecimal. */
export function keyidOf(publicKey: KeyObject): string {
  return sha256(publicKey.export({ type: 'spki', format: 'der' }));
}

/** The bytes that a signature covers: DSSE's pre-authentication encoding. Lengths are in bytes. */
export function preAuthenticated(type: string, payload: Uint8Array): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

/** attestation.dsse.json: a payload, signed, in a DSSE envelope (github.com/secure-systems-lab/dsse, version 1). */
export function envelop(payload: string, signer: Signer): string {
  const bytes = Buffer.from(payload);
  return render(bytes, signer.keyid, Buffer.from(signer.sign(preAuthenticated(payloadType, bytes))));
}

function render(payload: Buffer, keyid: string, sig: Buffer): string {
  const signatures = [{ keyid, sig: sig.toString('base64') }];
  return `${JSON.stringify({ payload: payload.toString('base64'), payloadType, signatures }, null, 2)}\n`;
}

/**
 * Reads attestation.dsse.json: its payload, the key that it names, and whether a key made its signature.
 * @throws SyntaxError for what is none, or is written otherwise than by this suite; the message is a clause
 */
export function readEnvelope(text: string) {
  const value = readJson(text) as { payload?: unknown; signatures?: { keyid?: unknown; sig?: unknown }[] } | null;
  const [payload, keyid, sig] = [value?.payload, value?.signatures?.[0]?.keyid, value?.signatures?.[0]?.sig];
  if (typeof payload !== 'string' || typeof keyid !== 'string' || typeof sig !== 'string')
    throw new SyntaxError('is not a DSSE envelope with a signature');
  const [bytes, signature] = [Buffer.from(payload, 'base64'), Buffer.from(sig, 'base64')];
  // Base64 has more than one spelling, and JSON more than one layout: there is one that was written.
  if (render(bytes, keyid, signature) !== text) throw new SyntaxError('is not written the way this suite writes it');
  const signed = preAuthenticated(payloadType, bytes);
  return { keyid, payload: bytes, isBy: (key: KeyObject) => verify(null, signed, key, signature) };
}
