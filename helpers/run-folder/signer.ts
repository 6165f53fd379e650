import { createPublicKey, sign } from 'node:crypto';
import { resolve } from 'node:path';
import { keyidOf, type Signer } from '../../reports/integrity/envelope.js';
import type { Secret } from '../configuration/configuration.js';
import { readSigningKey } from '../configuration/files.js';
import { readVariables } from '../configuration/variables.js';

/** A signer whose key came from a file. */
export interface FileSigner extends Signer {
  /** What is looked for in everything that is written: a key that somebody pasted where it does not belong. */
  readonly secrets: readonly Secret[];
}

/** Base64 digits of a PKCS#8 Ed25519 key that say nothing but its kind. */
const kindDigits = 22;

/** Reads the key that signs a run, once, before anything is sent. @throws UsageError as `readSigningKey` */
export function signerOf(path: string): FileSigner {
  const key = readSigningKey(path, 'CONFORMANCE_SIGNING_KEY_FILE');
  const whole = key.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  const publicKey = createPublicKey(key);
  return {
    publicKey,
    keyid: keyidOf(publicKey),
    sign: (bytes) => sign(null, bytes, key),
    secrets: [{ value: whole.slice(kindDigits), label: '$CONFORMANCE_SIGNING_KEY_FILE' }],
  };
}

/** The signer that a variable or `.env` names, for commands that read no other setting. @throws UsageError as `signerOf` */
export function configuredSigner(env: NodeJS.ProcessEnv, cwd: string): FileSigner | undefined {
  const file = readVariables(env, cwd).get('signingKeyFile')?.texts[0];
  return file === undefined ? undefined : signerOf(resolve(cwd, file));
}

/** How a run is sealed, in one sentence. */
export function sealedBy(signer: Signer | undefined): string {
  if (signer) return `Sealed and signed by key ${signer.keyid}.`;
  return 'Unsigned: anyone who can edit the files can also recompute the digests (CONFORMANCE_SIGNING_KEY_FILE signs them).';
}
