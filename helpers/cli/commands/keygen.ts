import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { keyidOf } from '../../../reports/integrity/envelope.js';
import { quote } from '../../configuration/quote.js';
import { UsageError } from '../../configuration/usage-error.js';
import { defineCommand, type Outcome } from '../define-command.js';
import { doneOrUnusable } from '../exits.js';

/** `keygen`: an Ed25519 pair for signing runs. */
export const command = defineCommand({
  positionals: ['FILE'],
  exits: doneOrUnusable,
  run: ({ words: [file] }, { cwd }) => keygen(file, cwd),
});

/**
 * Writes the pair: FILE for its owner alone and FILE.pub for everybody.
 * @throws UsageError where either is there already, and where they cannot be written
 */
function keygen(file: string, cwd: string): Outcome {
  const path = resolve(cwd, file);
  const publicPath = `${path}.pub`;
  for (const one of [path, publicPath]) {
    if (existsSync(one)) throw new UsageError(`${quote(basename(one))} already exists and was not overwritten.`);
  }
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
}

/** Writes a file that must not be there yet, nor be a link to another. The mode holds whatever the umask. */
function create(path: string, content: string | Buffer, mode: number): void {
  try {
    writeFileSync(path, content, { flag: 'wx', mode });
    chmodSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'already exists and was not overwritten' : `cannot be written (${code})`;
    throw new UsageError(`${quote(basename(path))} ${why}.`);
  }
}
