import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCertificates, readCustomer, readText, refuseOtherThanEd25519, refuseUsedFolder } from './files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (content: string): string => {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  return path;
};
const privateKey = (type: 'ed25519' | 'x25519', cipher?: { cipher: string; passphrase: string }) =>
  generateKeyPairSync(type as 'ed25519').privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }) as string;

test('a file that is not there, or is a folder, is named', () => {
  expect(() => readText(join(folder, 'ca.pem'), 'CONFORMANCE_CA_FILE')).toThrow(
    'CONFORMANCE_CA_FILE names "ca.pem", and there is no such file.',
  );
  expect(() => readText(folder, 'it')).toThrow('is a folder, not a file');
});

test('certificates are taken, and nothing else of the file', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'ca' }], { keyType: 'ec' });
  const ca = readCertificates(file(`a comment\n${key}\n${cert}\n${cert}`), 'it');
  expect(ca).toBe(`${cert.trim()}\n${cert.trim()}\n`);
  expect(ca).not.toContain('PRIVATE');
  expect(() => readCertificates(file(key), 'it')).toThrow('holds no certificate in PEM form');
  const bad = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  expect(() => readCertificates(file(cert + bad), 'it')).toThrow('whose certificate 2 cannot be read');
});

test('a customer is a JSON object', () => {
  expect(readCustomer(file('\uFEFF{"type": "individual"}'), 'it')).toEqual({ type: 'individual' });
  for (const text of ['[]', 'null', '"text"', '7'])
    expect(() => readCustomer(file(text), 'it')).toThrow('holds no JSON object');
  const attempt = () => readCustomer(file('{"email": topsecret}'), 'it');
  expect(attempt).toThrow('is not well-formed JSON');
  expect(attempt).not.toThrow('topsecret');
});

test('a signing key is an Ed25519 private key without a passphrase', () => {
  expect(() => refuseOtherThanEd25519(file(privateKey('ed25519')), 'it')).not.toThrow();
  expect(() => refuseOtherThanEd25519(file(privateKey('x25519')), 'it')).toThrow('holds no Ed25519 private key');
  expect(() => refuseOtherThanEd25519(file('nonsense'), 'it')).toThrow('holds no Ed25519 private key');
  const locked = privateKey('ed25519', { cipher: 'aes-256-cbc', passphrase: 'p' });
  expect(() => refuseOtherThanEd25519(file(locked), 'it')).toThrow('locked with a passphrase');
});

test('a folder for the run is new or empty', () => {
  const out = join(folder, 'run');
  expect(() => refuseUsedFolder(out, 'it')).not.toThrow();
  mkdirSync(out);
  expect(() => refuseUsedFolder(out, 'it')).not.toThrow();
  writeFileSync(join(out, '.hidden'), '');
  expect(() => refuseUsedFolder(out, '--out')).toThrow('--out names "run", which has files in it');
  expect(() => refuseUsedFolder(join(out, '.hidden'), 'it')).toThrow('is no folder');
});
