import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { beforeEach, expect, test } from 'vitest';
import { fsapi } from '../fsapi/fsapi.js';
import {
  misspeltMembers,
  notStored,
  readCertificates,
  readPart,
  readPublicKey,
  readSigningKey,
  readText,
  rejectUsedFolder,
  warningAbout,
} from './files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
});

const file = (content: string): string => {
  const path = join(folder, 'file');
  writeFileSync(path, content, { mode: 0o600 });
  chmodSync(path, 0o600);
  return path;
};
const privateKey = (type: 'ed25519' | 'x25519', cipher?: { cipher: string; passphrase: string }) =>
  generateKeyPairSync(type as 'ed25519').privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }) as string;

test('a message names a missing file, and a folder in its place', () => {
  expect(() => readText(join(folder, 'ca.pem'), 'CONFORMANCE_CA_FILE')).toThrow(
    'CONFORMANCE_CA_FILE names "ca.pem", which does not exist.',
  );
  expect(() => readText(folder, 'it')).toThrow('is a folder, not a file');
});

test('only the certificates of the file are read', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'ca' }], { keyType: 'ec' });
  const ca = readCertificates(file(`a comment\n${key}\n${cert}\n${cert}`), 'it');
  expect(ca).toBe(`${cert.trim()}\n${cert.trim()}\n`);
  expect(ca).not.toContain('PRIVATE');
  expect(() => readCertificates(file(key), 'it')).toThrow('contains no PEM certificate');
  const bad = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  expect(() => readCertificates(file(cert + bad), 'it')).toThrow('whose certificate 2 cannot be read');
});

test('a customer is a JSON object', () => {
  expect(readPart(file('\uFEFF{"type": "individual"}'), 'it', fsapi)).toEqual({ type: 'individual' });
  for (const text of ['[]', 'null', '"text"', '7'])
    expect(() => readPart(file(text), 'it', fsapi)).toThrow('is not a JSON object');
  const attempt = () => readPart(file('{\n "email": topsecret}'), 'it', fsapi);
  expect(attempt).toThrow('is not well-formed JSON: see line 2.');
  expect(attempt).not.toThrow('topsecret');
});

test('a member that is probably misspelt is told; what a target wants beside the specification is not', () => {
  const customer = {
    frist_name: 'Ada',
    middle_name: 'M',
    nationality: 'NG',
    phone: '1',
    address: { contry: 'NG', city: 'X' },
  };
  expect(misspeltMembers(customer, 'it', fsapi)).toEqual([
    'it sets "frist_name", which the specification does not name; the nearest is "first_name".',
    'it sets "address.contry", which the specification does not name; the nearest is "address.country".',
  ]);
});

test('a signing key is an Ed25519 private key without a passphrase', () => {
  const key = readSigningKey(file(privateKey('ed25519')), 'it');
  expect([key.type, key.asymmetricKeyType]).toEqual(['private', 'ed25519']);
  expect(() => readSigningKey(file(privateKey('x25519')), 'it')).toThrow('is not an Ed25519 private key');
  expect(() => readSigningKey(file('nonsense'), 'it')).toThrow('is not an Ed25519 private key');
  const locked = privateKey('ed25519', { cipher: 'aes-256-cbc', passphrase: 'p' });
  expect(() => readSigningKey(file(locked), 'it')).toThrow('protected by a passphrase');
});

test.for([0o644, 0o640, 0o604, 0o660])(
  'a signing key that others may read, by mode %o, is refused',
  (mode, { skip }) => {
    skip(process.platform === 'win32', 'Windows has no such modes of files');
    const path = file(privateKey('ed25519'));
    chmodSync(path, mode);
    expect(() => readSigningKey(path, 'it')).toThrow(`which other users can read (mode ${mode.toString(8)})`);
    chmodSync(path, 0o400);
    expect(() => readSigningKey(path, 'it')).not.toThrow();
  },
);

test('a pipe, a device and a file without end are not read', ({ skip }) => {
  skip(process.platform !== 'linux', 'devices and pipes of Linux');
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const path of [pipe, '/dev/zero', '/dev/null'])
    expect(() => readText(path, 'it')).toThrow(/^it names "\w+", which is no plain file\.$/);
  expect(() => readText(file('a'.repeat(1024 * 1024 + 1)), 'it')).toThrow('which has more than 1 MiB');
  expect(readText(file('a'.repeat(1024 * 1024)), 'it')).toHaveLength(1024 * 1024);
  expect(readText('/proc/self/cmdline', 'it')).toContain('node');
});

test('a file of secrets that others may read is named, a link to one is not', ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no such modes of files');
  const path = file('X-Gateway: 0123456789abcdef');
  expect(warningAbout(path)).toBeUndefined();
  chmodSync(path, 0o644);
  expect(warningAbout(path)).toBe('"file" holds secrets, which other users can read (mode 644): run chmod 600 on it.');
  symlinkSync(path, join(folder, 'mounted'));
  expect(warningAbout(join(folder, 'mounted'))).toBeUndefined();
});

test('a public key is an Ed25519 public key, and no private one', () => {
  const { publicKey } = generateKeyPairSync('ed25519');
  const pem = (key: typeof publicKey) => key.export({ type: 'spki', format: 'pem' }) as string;
  expect(readPublicKey(file(pem(publicKey)), 'it').equals(publicKey)).toBe(true);
  expect(() => readPublicKey(file(pem(generateKeyPairSync('x25519').publicKey)), 'it')).toThrow('a key of type x25519');
  const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey;
  expect(() => readPublicKey(file(pem(ec)), 'it')).toThrow('a key of type prime256v1; runs are signed with Ed25519');
  expect(() => readPublicKey(file(privateKey('ed25519')), 'it')).toThrow('is a private key');
});

test('a folder for the run is new or empty', () => {
  const out = join(folder, 'run');
  expect(() => rejectUsedFolder(out, 'it')).not.toThrow();
  mkdirSync(out);
  expect(() => rejectUsedFolder(out, 'it')).not.toThrow();
  writeFileSync(join(out, '.hidden'), '');
  expect(() => rejectUsedFolder(out, '--out')).toThrow('--out names "run", which is not empty');
  expect(() => rejectUsedFolder(join(out, '.hidden'), 'it')).toThrow('is not a folder');
});

test('what the file system rejects is told, and what is wrong otherwise is thrown', () => {
  expect(notStored('No history', () => {})).toBeUndefined();
  const full = Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' });
  expect(
    notStored('No history', () => {
      throw full;
    }),
  ).toMatch(/^No history: .+\.$/);
  expect(() =>
    notStored('No history', () => {
      throw new TypeError('a defect');
    }),
  ).toThrow('a defect');
});
