import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes an Ed25519 key pair as openssl does: `name` for its owner alone, and `name.pub`. */
export function writeKeyPair(cwd: string, name: string): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(cwd, name), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  writeFileSync(join(cwd, `${name}.pub`), publicKey.export({ type: 'spki', format: 'pem' }));
}
