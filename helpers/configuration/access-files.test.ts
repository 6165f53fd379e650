import { createPrivateKey } from 'node:crypto';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { beforeEach, expect, test } from 'vitest';
import { fsapi } from '../fsapi/fsapi.js';
import { readClientKey, readHeaders, secretsOfHeader } from './access-files.js';
import { readConfiguration } from './configuration.js';

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
  expect(readHeaders(file(text), 'it', { keysArePublic: false, specification: fsapi })).toEqual([
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
  [`A: ${strong}é`, 'line 1 cannot be sent in a header'],
  ['X-Stage: uat', 'kept out of a report: it is too short'],
  ['X-Kind: additionalProperties', 'kept out of a report: it is a word of every report'],
  ['\n', 'which has no header'],
])('headers %j are rejected, and no value is echoed', (text, message) => {
  const attempt = () => readHeaders(file(text), 'it', { keysArePublic: false, specification: fsapi });
  expect(attempt).toThrow(message);
  expect(attempt).not.toThrow(strong);
});

test('a value that is no secret does for a mock whose keys are public', () => {
  expect(readHeaders(file('X-Stage: uat'), 'it', { keysArePublic: true, specification: fsapi })).toEqual([
    ['X-Stage', 'uat'],
  ]);
});

test('a token, a cookie and what Basic encodes are secrets by themselves', () => {
  const values = (value: string) => secretsOfHeader(['A', value], fsapi).map((one) => one.value);
  expect(values(`Bearer ${strong}`)).toEqual([`Bearer ${strong}`, strong]);
  expect(values(`session=${strong}; theme=dark`)).toContain(strong);
  const basic = Buffer.from(`gate:${strong}`).toString('base64');
  expect(values(`Basic ${basic}`)).toEqual([`Basic ${basic}`, basic.replace(/=+$/, ''), `gate:${strong}`, strong]);
});

test('a client key opens with its passphrase, belongs to its certificate, and is its owner’s alone', async () => {
  const { cert, private: key } = await generate([], { keyType: 'ec', algorithm: 'sha256' });
  const other = await generate([], { keyType: 'ec', algorithm: 'sha256' });
  const cipher = { cipher: 'aes-256-cbc', passphrase: 'changeit' };
  const locked = String(createPrivateKey(key).export({ type: 'pkcs8', format: 'pem', ...cipher }));
  const source = { sourceName: 'it', certificate: cert };
  expect(readClientKey(file(locked), { ...source, passphrase: 'changeit' })).toBe(readClientKey(file(key), source));
  const attempt =
    (text: string, more = {}) =>
    () =>
      readClientKey(file(text), { ...source, ...more });
  expect(attempt(locked)).toThrow('is protected by a passphrase: set CONFORMANCE_CLIENT_KEY_PASSPHRASE');
  expect(attempt(locked, { passphrase: 'other' })).toThrow('which CONFORMANCE_CLIENT_KEY_PASSPHRASE does not open');
  expect(attempt(cert)).toThrow('is not a private key in PEM');
  expect(attempt(other.private)).toThrow('does not belong to the certificate');
  chmodSync(file(key), 0o640);
  if (process.platform !== 'win32')
    expect(() => readClientKey(join(folder, 'file'), source)).toThrow('which other users can read (mode 640)');
});

// Of 512 bits, which every version rejects; of SHA-1 they differ.
test('a client certificate that OpenSSL rejects is rejected before anything is sent', async () => {
  const { cert, private: key } = await generate([], { keyType: 'rsa', keySize: 512, algorithm: 'sha256' });
  expect(() => readClientKey(file(key), { sourceName: 'it', certificate: cert })).toThrow('OpenSSL rejects');
});

test('of certificate, key and passphrase none goes without the others, nor over plain HTTP', async () => {
  const { cert, private: key } = await generate([], { keyType: 'ec', algorithm: 'sha256' });
  const [certFile, keyFile] = [file(cert, 'client.pem'), file(key, 'client-key.pem')];
  const read = (env: NodeJS.ProcessEnv, baseUrl = 'https://127.0.0.1:1/v1/') => {
    const target = { CONFORMANCE_BASE_URL: baseUrl, CONFORMANCE_API_KEY: strong, CONFORMANCE_TENANT_ID: 't' };
    return readConfiguration({ specification: fsapi, argv: [], env: { ...target, ...env }, cwd: folder });
  };
  const identity = { CONFORMANCE_CLIENT_CERT_FILE: certFile, CONFORMANCE_CLIENT_KEY_FILE: keyFile };
  const { configuration, secrets } = read({ ...identity, CONFORMANCE_CLIENT_KEY_PASSPHRASE: 'changeit' });
  expect(configuration).toMatchObject({ clientCert: `${cert.trim()}\n` });
  // Opened already, it is needed no more.
  expect(configuration).not.toHaveProperty('clientKeyPassphrase');
  expect(secrets).toHaveLength(1);
  expect(() => read({ CONFORMANCE_CLIENT_CERT_FILE: certFile })).toThrow('CONFORMANCE_CLIENT_KEY_FILE is not');
  expect(() => read({ CONFORMANCE_CLIENT_KEY_FILE: keyFile })).toThrow('CONFORMANCE_CLIENT_CERT_FILE is not');
  expect(() => read({ CONFORMANCE_CLIENT_KEY_PASSPHRASE: 'x' })).toThrow('CONFORMANCE_CLIENT_KEY_FILE is not');
  expect(() => read(identity, 'http://127.0.0.1:1/v1/')).toThrow('needs a target that speaks TLS');
});

test('--env-file is read in the place of .env, and has to be there', () => {
  file('CONFORMANCE_RATE=1\n', '.env');
  file('CONFORMANCE_EMBEDDED=true\nCONFORMANCE_RATE=2\n', 'sandbox.env');
  const read = (env: NodeJS.ProcessEnv, ...argv: string[]) =>
    readConfiguration({ specification: fsapi, argv, env, cwd: folder });
  expect(read({}, '--env-file', 'sandbox.env').configuration.rate).toBe(2);
  expect(read({ CONFORMANCE_ENV_FILE: 'sandbox.env' }).configuration.rate).toBe(2);
  expect(read({}, '--env-file', 'sandbox.env').options).toBe('--env-file sandbox.env');
  expect(() => read({}, '--env-file', 'none.env')).toThrow('names a file that does not exist');
  file('CONFORMANCE_RAET=2\n', 'sandbox.env');
  expect(() => read({}, '--env-file', 'sandbox.env')).toThrow('CONFORMANCE_RAET, set in sandbox.env');
  file('CONFORMANCE_ENV_FILE=other.env\n', 'sandbox.env');
  expect(() => read({}, '--env-file', 'sandbox.env')).toThrow('CONFORMANCE_ENV_FILE has no effect in sandbox.env');
  file('sk_top_secret\n', 'sandbox.env');
  expect(() => read({}, '--env-file', 'sandbox.env')).toThrow('The file "sandbox.env" (--env-file) is broken: line 1');
});
