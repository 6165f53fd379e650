import type { KeyObject } from 'node:crypto';
import { isObject } from '../../schemas/is-object.js';
import { readJson } from '../text/read-json.js';
import { sha256 } from './sha256.js';

/** Media type of an in-toto statement. */
export const payloadType = 'application/vnd.in-toto+json';

/** A DSSE envelope (github.com/secure-systems-lab/dsse, version 1). */
export interface Envelope {
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

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

/** attestation.dsse.json: a payload, signed. */
export function envelop(payload: string, signer: Signer): string {
  const bytes = Buffer.from(payload);
  const sig = Buffer.from(signer.sign(preAuthenticated(payloadType, bytes))).toString('base64');
  return render({ payload: bytes.toString('base64'), payloadType, signatures: [{ keyid: signer.keyid, sig }] });
}

function render({ payload, payloadType: type, signatures }: Envelope): string {
  const own = signatures.map(({ keyid, sig }) => ({ keyid, sig }));
  return `${JSON.stringify({ payload, payloadType: type, signatures: own }, null, 2)}\n`;
}

/**
 * Reads attestation.dsse.json.
 * @throws SyntaxError for what is none, or is written otherwise than by this suite; the message is a clause
 */
export function readEnvelope(text: string): { envelope: Envelope; payload: Buffer } {
  const value = readJson(text);
  if (!isEnvelope(value)) throw new SyntaxError('is not a DSSE envelope with one signature');
  // Base64 has more than one spelling, and JSON more than one layout: there is one that was written.
  const isSpelt = [value.payload, ...value.signatures.map(({ sig }) => sig)].every(
    (text64) => Buffer.from(text64, 'base64').toString('base64') === text64,
  );
  if (!isSpelt || render(value) !== text) throw new SyntaxError('is not in the form that this suite writes');
  return { envelope: value, payload: Buffer.from(value.payload, 'base64') };
}

function isEnvelope(value: unknown): value is Envelope {
  if (!isObject(value) || !Array.isArray(value.signatures) || value.signatures.length !== 1) return false;
  const [signature] = value.signatures as unknown[];
  return (
    value.payloadType === payloadType &&
    typeof value.payload === 'string' &&
    isObject(signature) &&
    typeof signature.keyid === 'string' &&
    typeof signature.sig === 'string'
  );
}
