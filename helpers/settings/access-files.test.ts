import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { expect, test } from 'vitest';
import { emptyFolder } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import { readCertificates, readClientKey, readHeaders, readPublicKey, readSigningKey } from './access-files.js';

function file(content: string): string {
  const path = join(emptyFolder(), 'file');
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}
const strong = 'q8Zr1vT0pW5nXc73LkYb';
const headersOf = (text: string, environment: 'sandbox' | 'mock' = 'sandbox') =>
  readHeaders(file(text), 'it', { environment, specification: fsapi });

test('headers are read as curl reads them, and a value that is no secret does for a mock', () => {
  const text = `\uFEFFCF-Access-Client-Secret: ${strong}\r\n\r\nX-Gateway:\t${strong}: 2  \n`;
  const two = { 'CF-Access-Client-Secret': strong, 'X-Gateway': `${strong}: 2` };
  expect(headersOf(text)).toEqual(Object.entries(two));
  expect(headersOf('X-Stage: uat', 'mock')).toEqual([['X-Stage', 'uat']]);
});

test.each([
  ['api-KEY: x', 'in which line 1 sets "api-KEY", which the suite sets itself'],
  ['Host: x', 'which the suite sets itself'],
  [`# ${strong}`, 'line 1 is not of the form Name: value'],
  [`A: ${strong}é`, 'line 1 is not of the form Name: value, in printable ASCII'],
  ['X-Stage: uat', 'kept out of a report: it is too short'],
  ['X-Kind: additionalProperties', 'kept out of a report: it is a word of every report'],
  ['\n', 'which has no header'],
])('headers %j are rejected, and no value is echoed', (text, message) => {
  expect(() => headersOf(text)).toThrow(message);
  expect(() => headersOf(text)).not.toThrow(strong);
});

const ec = { keyType: 'ec', algorithm: 'sha256' } as const;
const cipher = { cipher: 'aes-256-cbc', passphrase: 'changeit' };
const pemOf = (key: KeyObject, locked = {}) => String(key.export({ type: 'pkcs8', format: 'pem', ...locked }));
const ed25519 = generateKeyPairSync('ed25519');
const x25519 = generateKeyPairSync('x25519');

test('a client key has no passphrase and belongs to its certificate', async () => {
  const [{ cert, private: key }, other] = [await generate([], ec), await generate([], ec)];
  const attempt = (text: string) => () => readClientKey(file(text), 'it', cert);
  expect(attempt(key)()).toContain('PRIVATE KEY');
  expect(attempt(pemOf(createPrivateKey(key), cipher))).toThrow('is not a private key in PEM without a passphrase');
  expect(attempt(cert)).toThrow('is not a private key in PEM');
  expect(attempt(other.private)).toThrow('does not belong to the certificate');
});

test('only the certificates of the file are read', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'ca' }], { keyType: 'ec' });
  const bad = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  expect(readCertificates(file(`a comment\n${key}\n${cert}\n${cert}`), 'it')).toBe(`${cert.trim()}\n${cert.trim()}\n`);
  expect(() => readCertificates(file(key), 'it')).toThrow('contains no PEM certificate');
  expect(() => readCertificates(file(cert + bad), 'it')).toThrow('holds a certificate that cannot be read');
});

test.each([
  [readSigningKey, 'is not an Ed25519 private key', pemOf(x25519.privateKey)],
  [readSigningKey, 'is not a private key in PEM', 'nonsense'],
  [readSigningKey, 'is not a private key in PEM without a passphrase', pemOf(ed25519.privateKey, cipher)],
  [readPublicKey, 'is not an Ed25519 public key', String(x25519.publicKey.export({ type: 'spki', format: 'pem' }))],
])('%o rejects what %s', (read, message, text) => {
  expect(() => read(file(text), 'it')).toThrow(message);
});

test.for([0o644, 0o640, 0o604])('a key that others may read, by mode %o, is refused', (mode, { skip }) => {
  skip(process.platform === 'win32', 'Windows has no such modes of files');
  const path = file(pemOf(ed25519.privateKey));
  chmodSync(path, mode);
  expect(() => readSigningKey(path, 'it')).toThrow(`which other users can read (mode ${mode.toString(8)})`);
  chmodSync(path, 0o400);
  expect(readSigningKey(path, 'it').type).toBe('private');
});
