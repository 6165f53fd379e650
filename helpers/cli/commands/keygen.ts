import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { keyidOf } from '../../../reports/integrity/envelope.js';
import { usable } from '../../configuration/files.js';
import { quote } from '../../configuration/usage-error.js';
import { defineCommand } from '../define-command.js';

/** `keygen`: an Ed25519 pair for signing runs, FILE for its owner alone and FILE.pub for everybody. */
export const command = defineCommand({
  positionals: ['FILE'],
  run: ({ words: [file] }, { cwd }) => {
    const path = resolve(cwd, file);
    const publicPath = `${path}.pub`;
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    create(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
    try {
      create(publicPath, publicKey.export({ type: 'spki', format: 'pem' }), 0o644);
    } catch (error) {
      // Half a pair is useless.
      rmSync(path);
      throw error;
    }
    const keyid = keyidOf(publicKey);
    return {
      status: 0,
      lines: [
        `${quote(basename(path))} is the private key, readable by its owner alone; set CONFORMANCE_SIGNING_KEY_FILE to it.`,
        `${quote(basename(publicPath))} is the public key, for those who verify.`,
        `Id of the key: ${keyid}`,
      ],
      data: { privateKey: path, publicKey: publicPath, keyid },
    };
  },
});

/** Writes a file that must not be there yet, nor be a link to another. The mode holds whatever the umask. */
function create(path: string, content: string | Buffer, mode: number): void {
  const write = () => {
    writeFileSync(path, content, { flag: 'wx', mode });
    chmodSync(path, mode);
  };
  const name = quote(basename(path));
  usable(`${name} cannot be written`, write, { EEXIST: `${name} already exists and was not overwritten.` });
}
