import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { beforeEach, expect, test } from 'vitest';
import { fsapi } from '../fsapi/fsapi.js';
import { readCertificates, readClientKey, readHeaders, readPublicKey, readSigningKey } from './access-files.js';
import { readConfiguration } from './configuration.js';
import { optionsOf } from './options.fixture.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'access-'));
});

const file = (content: string, name = 'file'): string => {
  const path = join(folder, name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
};
const strong = 'q8Zr1vT0pW5nXc73LkYb';

test('headers are read as curl reads them', () => {
  const text = `\uFEFFCF-Access-Client-Secret: ${strong}\r\n\r\nX-Gateway:\t${strong}: 2  \n`;
  expect(readHeaders(file(text), 'it', { environment: 'sandbox', specification: fsapi })).toEqual([
    ['CF-Access-Client-Secret', strong],
    ['X-Gateway', `${strong}: 2`],
  ]);
});

test.each([
  ['api-KEY: x', 'line 1 sets "api-KEY", which the suite sets itself'],
  ['Host: x', 'which the suite sets itself'],
  [`A: ${strong}\na: ${strong}`, 'line 2 sets "a" a second time'],
  [`# ${strong}`, 'line 1 is not of the form Name: value'],
  ['A:', 'line 1 is not of the form Name: value'],
  [`A: ${strong}é`, 'line 1 is not of the form Name: value, in printable ASCII'],
  ['X-Stage: uat', 'kept out of a report: it is too short'],
  ['X-Kind: additionalProperties', 'kept out of a report: it is a word of every report'],
  ['\n', 'which has no header'],
])('headers %j are rejected, and no value is echoed', (text, message) => {
  const attempt = () => readHeaders(file(text), 'it', { environment: 'sandbox', specification: fsapi });
  expect(attempt).toThrow(message);
  expect(attempt).not.toThrow(strong);
});

test('a value that is no secret does for a mock', () => {
  expect(readHeaders(file('X-Stage: uat'), 'it', { environment: 'mock', specification: fsapi })).toEqual([
    ['X-Stage', 'uat'],
  ]);
});

test('a client key has no passphrase, belongs to its certificate, and is its owner’s alone', async () => {
  const { cert, private: key } = await generate([], { keyType: 'ec', algorithm: 'sha256' });
  const other = await generate([], { keyType: 'ec', algorithm: 'sha256' });
  const cipher = { cipher: 'aes-256-cbc', passphrase: 'changeit' };
  const locked = String(createPrivateKey(key).export({ type: 'pkcs8', format: 'pem', ...cipher }));
  expect(readClientKey(file(key), 'it', cert)).toContain('PRIVATE KEY');
  const attempt = (text: string) => () => readClientKey(file(text), 'it', cert);
  expect(attempt(locked)).toThrow('is protected by a passphrase: write it without one');
  expect(attempt(cert)).toThrow('is not a private key in PEM');
  expect(attempt(other.private)).toThrow('does not belong to the certificate');
  chmodSync(file(key), 0o640);
  if (process.platform !== 'win32')
    expect(() => readClientKey(join(folder, 'file'), 'it', cert)).toThrow('which other users can read (mode 640)');
});

// Of 512 bits, which every version rejects; of SHA-1 they differ.
test('a client certificate that OpenSSL rejects is rejected before anything is sent', async () => {
  const { cert, private: key } = await generate([], { keyType: 'rsa', keySize: 512, algorithm: 'sha256' });
  expect(() => readClientKey(file(key), 'it', cert)).toThrow('OpenSSL rejects');
});

test('of certificate and key none goes without the other', async () => {
  const { cert, private: key } = await generate([], { keyType: 'ec', algorithm: 'sha256' });
  const [certFile, keyFile] = [file(cert, 'client.pem'), file(key, 'client-key.pem')];
  const read = (env: NodeJS.ProcessEnv) => {
    const target = {
      CONFORMANCE_BASE_URL: 'https://127.0.0.1:1/v1/',
      CONFORMANCE_API_KEY: strong,
      CONFORMANCE_TENANT_ID: 't',
    };
    return readConfiguration({ specification: fsapi, env: { ...target, ...env }, cwd: folder });
  };
  const identity = { CONFORMANCE_CLIENT_CERT_FILE: certFile, CONFORMANCE_CLIENT_KEY_FILE: keyFile };
  const { configuration, secrets } = read(identity);
  expect(configuration).toMatchObject({ clientCert: `${cert.trim()}\n` });
  expect(secrets).toHaveLength(1);
  expect(() => read({ CONFORMANCE_CLIENT_CERT_FILE: certFile })).toThrow('CONFORMANCE_CLIENT_KEY_FILE is not');
  expect(() => read({ CONFORMANCE_CLIENT_KEY_FILE: keyFile })).toThrow('CONFORMANCE_CLIENT_CERT_FILE is not');
});

test('--env-file is read in the place of .env, and has to be there', () => {
  file('CONFORMANCE_RATE=1\n', '.env');
  file('CONFORMANCE_EMBEDDED=true\nCONFORMANCE_RATE=2\n', 'sandbox.env');
  const read = (env: NodeJS.ProcessEnv, ...argv: string[]) =>
    readConfiguration({ specification: fsapi, named: optionsOf(argv), env, cwd: folder });
  expect(read({}, '--env-file', 'sandbox.env').configuration.rate).toBe(2);
  expect(read({ CONFORMANCE_ENV_FILE: 'sandbox.env' }).configuration.rate).toBe(2);
  expect(read({}, '--env-file', 'sandbox.env').options).toBe('--env-file sandbox.env');
  expect(() => read({}, '--env-file', 'none.env')).toThrow('names a file that does not exist');
  file('CONFORMANCE_RAET=2\n', 'sandbox.env');
  expect(() => read({}, '--env-file', 'sandbox.env')).toThrow('CONFORMANCE_RAET, set in line 1 of sandbox.env');
  file('CONFORMANCE_ENV_FILE=other.env\n', 'sandbox.env');
  expect(() => read({}, '--env-file', 'sandbox.env')).toThrow('CONFORMANCE_ENV_FILE has no effect in sandbox.env');
  file('sk_top_secret\n', 'sandbox.env');
  expect(() => read({}, '--env-file', 'sandbox.env')).toThrow('Line 1 of "sandbox.env" is neither');
});

const privateKey = (type: 'ed25519' | 'x25519', cipher?: { cipher: string; passphrase: string }) =>
  generateKeyPairSync(type as 'ed25519').privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }) as string;

test('only the certificates of the file are read', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'ca' }], { keyType: 'ec' });
  const ca = readCertificates(file(`a comment\n${key}\n${cert}\n${cert}`), 'it');
  expect(ca).toBe(`${cert.trim()}\n${cert.trim()}\n`);
  expect(ca).not.toContain('PRIVATE');
  expect(() => readCertificates(file(key), 'it')).toThrow('contains no PEM certificate');
  const bad = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  expect(() => readCertificates(file(cert + bad), 'it')).toThrow('whose certificate 2 cannot be read');
});

test('a signing key is an Ed25519 private key without a passphrase', () => {
  const key = readSigningKey(file(privateKey('ed25519')), 'it');
  expect([key.type, key.asymmetricKeyType]).toEqual(['private', 'ed25519']);
  expect(() => readSigningKey(file(privateKey('x25519')), 'it')).toThrow('is not an Ed25519 private key');
  expect(() => readSigningKey(file('nonsense'), 'it')).toThrow('is not a private key in PEM');
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

test('a public key is an Ed25519 public key, and no private one', () => {
  const { publicKey } = generateKeyPairSync('ed25519');
  const pem = (key: typeof publicKey) => key.export({ type: 'spki', format: 'pem' }) as string;
  expect(readPublicKey(file(pem(publicKey)), 'it').equals(publicKey)).toBe(true);
  expect(() => readPublicKey(file(pem(generateKeyPairSync('x25519').publicKey)), 'it')).toThrow(
    'is not an Ed25519 public key',
  );
  const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey;
  expect(() => readPublicKey(file(pem(ec)), 'it')).toThrow('is not an Ed25519 public key');
  expect(() => readPublicKey(file(privateKey('ed25519')), 'it')).toThrow('is a private key');
});
