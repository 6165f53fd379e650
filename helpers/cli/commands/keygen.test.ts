import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../schemas/package-root.js';
import { call, emptyFolder } from '../testing/command.js';

test('keygen writes a private key for its owner alone and a public key for everybody, whatever the umask', async () => {
  const cwd = emptyFolder();
  const main = fileURLToPath(new URL('.build/bundle/main.js', packageRoot));
  const stdout = execFileSync('sh', ['-c', `umask 077; exec "$0" "$1" keygen key`, process.execPath, main], {
    cwd,
    encoding: 'utf8',
  });
  const pem = readFileSync(join(cwd, 'key'), 'utf8');
  const key = createPrivateKey(pem);
  expect(key.asymmetricKeyType).toBe('ed25519');
  expect(createPublicKey(readFileSync(join(cwd, 'key.pub'))).equals(createPublicKey(key))).toBe(true);
  expect([statSync(join(cwd, 'key')).mode & 0o777, statSync(join(cwd, 'key.pub')).mode & 0o777]).toEqual([
    0o600, 0o644,
  ]);
  expect(stdout).toMatch(/Id of the key: [0-9a-f]{64}\n$/);
  expect(stdout).not.toContain(pem.split('\n')[1]);
});

test.each(['key', 'key.pub'])('keygen writes nothing if %s already exists, even as a broken link', async (name) => {
  for (const make of [writeFileSync, (path: string) => symlinkSync('nowhere', path)]) {
    const cwd = emptyFolder();
    make(join(cwd, name), 'kept');
    const { status, stderr } = await call(['keygen', 'key'], {}, cwd);
    expect(status).toBe(2);
    expect(stderr).toBe(`"${name}" already exists and was not overwritten.\n`);
    expect(existsSync(join(cwd, name === 'key' ? 'key.pub' : 'key'))).toBe(false);
    expect(existsSync(join(cwd, 'nowhere'))).toBe(false);
  }
});
