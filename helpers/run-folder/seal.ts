import { createPublicKey, sign } from 'node:crypto';
import { keyidOf, type Signer } from '../../reports/integrity/envelope.js';
import { readSigningKey } from '../settings/access-files.js';
import type { Secret } from '../settings/secrets.js';

/** The first base64 digits of a PKCS#8 Ed25519 key say only its kind. */
const kindDigits = 22;

/** The key that signs a run. @throws UsageError as `readSigningKey` */
export function signerOf(path: string): Signer & { readonly secrets: readonly Secret[] } {
  const key = readSigningKey(path, 'CONFORMANCE_SIGNING_KEY_FILE');
  const whole = key.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  const publicKey = createPublicKey(key);
  return {
    publicKey,
    keyid: keyidOf(publicKey),
    sign: (bytes) => sign(null, bytes, key),
    // Found if somebody pasted the key anywhere.
    secrets: [{ value: whole.slice(kindDigits), label: '$CONFORMANCE_SIGNING_KEY_FILE' }],
  };
}
