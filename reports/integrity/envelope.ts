import { type KeyObject, verify } from 'node:crypto';
import { sha256 } from '../../schemas/common/sha256.js';
import { readJson } from '../text/read-json.js';

const payloadType = 'application/vnd.in-toto+json';

export type Signer = Readonly<{ keyid: string; publicKey: KeyObject; sign: (bytes: Uint8Array) => Uint8Array }>;

/** SHA-256 of its SubjectPublicKeyInfo in DER, hexadecimal. */
export const keyidOf = (publicKey: KeyObject) => sha256(publicKey.export({ type: 'spki', format: 'der' }));

/** DSSE's pre-authentication encoding, which a signature covers. */
export function preAuthenticated(type: string, payload: Uint8Array): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

/** attestation.dsse.json: a signed payload (github.com/secure-systems-lab/dsse, version 1). */
export function envelop(payload: string, signer: Signer) {
  const bytes = Buffer.from(payload);
  return render(bytes, signer.keyid, Buffer.from(signer.sign(preAuthenticated(payloadType, bytes))));
}

function render(payload: Buffer, keyid: string, sig: Buffer) {
  const signatures = [{ keyid, sig: sig.toString('base64') }];
  return `${JSON.stringify({ payload: payload.toString('base64'), payloadType, signatures }, null, 2)}\n`;
}

/** @throws SyntaxError, with a clause, for anything not written by this suite */
export function readEnvelope(text: string) {
  const value = readJson(text) as { payload?: unknown; signatures?: { keyid?: unknown; sig?: unknown }[] } | null;
  const { keyid, sig } = value?.signatures?.[0] ?? {};
  const payload = value?.payload;
  if (typeof payload !== 'string' || typeof keyid !== 'string' || typeof sig !== 'string')
    throw new SyntaxError('is not a DSSE envelope with a signature');
  const bytes = Buffer.from(payload, 'base64');
  const signature = Buffer.from(sig, 'base64');
  // Base64 and JSON have several spellings: only ours counts.
  if (render(bytes, keyid, signature) !== text) throw new SyntaxError('is not written the way this suite writes it');
  const signed = preAuthenticated(payloadType, bytes);
  return { keyid, payload: bytes, isBy: (key: KeyObject) => verify(null, signed, key, signature) };
}
