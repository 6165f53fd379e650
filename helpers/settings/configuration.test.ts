import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { beforeEach, expect, test } from 'vitest';
import { packageRoot } from '../../schemas/common/package-root.js';
import { emptyFolder } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import { isInteractive, readConfiguration } from './configuration.js';
import { allIds } from './filter.js';
import { UsageError } from './usage-error.js';

let cwd: string;
beforeEach(() => {
  cwd = emptyFolder();
});

const write = (name: string, text: string) => writeFileSync(join(cwd, name), text, { mode: 0o600 });
const unattended = (env: NodeJS.ProcessEnv, named: object = {}) =>
  readConfiguration({ specification: fsapi, named: { ...named }, env, cwd });
const read = (env: NodeJS.ProcessEnv = {}, named: object = {}) =>
  readConfiguration({ specification: fsapi, named: { ...named }, env, cwd, interactive: true });
const target = {
  CONFORMANCE_BASE_URL: 'https://sandbox.example.com/v1',
  CONFORMANCE_API_KEY: 'sk_test_topsecret',
  CONFORMANCE_TENANT_ID: 'acme',
};

test('with nothing configured: status 2, unless a person at a terminal asks, or --embedded', () => {
  for (const env of [{}, { CONFORMANCE_BASE_URL: '' }, { CONFORMANCE_SEED: '1' }]) {
    expect(() => unattended(env)).toThrow('No target is configured: set CONFORMANCE_BASE_URL, or --embedded for');
    expect(read(env).configuration.embedded).toBe(true);
  }
  expect(unattended({}, { embedded: true }).configuration.embedded).toBe(true);
  expect(unattended({ CONFORMANCE_EMBEDDED: 'true' }).configuration.embedded).toBe(true);
  expect(unattended(target).configuration.embedded).toBe(false);
});

const key = 'CONFORMANCE_API_KEY';
test.each<[message: string, env: NodeJS.ProcessEnv, named?: object]>([
  [`${key} is set, but CONFORMANCE_BASE_URL is not.`, { [key]: 'k' }, { embedded: true }],
  ['CONFORMANCE_ENVIRONMENT is set, but CONFORMANCE_BASE_URL is not.', { CONFORMANCE_ENVIRONMENT: 'sandbox' }],
  [`--base-url is set, but ${key} is not.\n--base-url is set, but`, {}, { baseUrl: 'https://127.0.0.1/v1/' }],
  ['CONFORMANCE_CLIENT_KEY_FILE is not.', { ...target, CONFORMANCE_CLIENT_CERT_FILE: 'a.pem' }],
  ['--base-url looks like live', target, { baseUrl: 'https://prod.example.com/v1/' }],
  ['which does not exist', { CONFORMANCE_CUSTOMER: 'c.json' }],
  ['--decisions names "d.json"', {}, { decisionsFile: 'd.json' }],
  ['--out names "used", which is not empty', {}, { out: 'used' }],
  ['CONFORMANCE_ONLY names "AUTH-99"', { CONFORMANCE_ONLY: 'AUTH-99' }],
  ['--env-file names "none.env", which does not exist', {}, { envFile: 'none.env' }],
])('%s', (message, env, named) => {
  mkdirSync(join(cwd, 'used'));
  write('used/report.json', '{}');
  expect(() => read(env, named)).toThrow(message);
});

test('with nothing configured at a terminal: the embedded server, and every default', () => {
  const { configuration, secrets } = read({ PATH: '/bin' });
  expect(configuration).toEqual({
    ...{ embedded: true, profile: 'full', environment: 'sandbox', observe: 'all', evidence: 'full' },
    ...{ allowLiveWrites: false, confirmSandbox: false, allowInsecureHttp: false, allowKeyElsewhere: false },
    ...{ concurrency: 8, timeoutMs: 10_000, deadlineSeconds: 300, startTimeoutSeconds: 30, seed: expect.any(Number) },
    ...{ failOnDrift: false, quiet: false, only: allIds(fsapi), formats: ['json', 'html', 'md', 'junit', 'har'] },
  });
  expect(secrets).toEqual([]);
  // .env.example, copied as it is, changes nothing.
  copyFileSync(new URL('.env.example', packageRoot), join(cwd, '.env'));
  expect(read().configuration).toEqual({ ...configuration, seed: expect.any(Number) });
});

const live = { CONFORMANCE_ENVIRONMENT: 'live' };
test.each<[what: string, given: object, env: NodeJS.ProcessEnv, named?: object]>([
  ['careful for a remote target', { profile: 'full', observe: 'cheap', maxCustomers: 35, evidence: 'shape' }, {}],
  ['complete on loopback', { observe: 'all', evidence: 'full' }, {}, { baseUrl: 'http://127.0.0.1/v1/' }],
  ['read-only on live', { profile: 'read-only' }, live],
  ['full on live, where writes are allowed', { profile: 'full' }, { ...live, CONFORMANCE_ALLOW_LIVE_WRITES: 'true' }],
  ['what was chosen', { observe: 'none', maxCustomers: 0 }, {}, { observe: 'none', maxCustomers: '0' }],
  ['a filter, resolved', { only: ['AUTH-01', 'VER-01', 'VER-02'] }, {}, { only: 'ver,AUTH-01' }],
])('settings are %s', (_, expected, env, named) => {
  expect(read({ ...target, ...env }, named).configuration).toMatchObject(expected);
});

test('each secret comes with the variable name that replaces it; one key for two tenants is not a second key', () => {
  const env = { ...target, CONFORMANCE_OTHER_TENANT_ID: 'b', CONFORMANCE_PUBLIC_KEY: 'pk_test_1_key' };
  const { configuration, secrets } = read({ ...env, CONFORMANCE_OTHER_API_KEY: 'sk_test_second_key' });
  expect(secrets).toEqual([
    // What the keys have in common at the front is not random.
    { value: 'sk_test_topsecret', label: '$CONFORMANCE_API_KEY', common: 8 },
    { value: 'sk_test_second_key', label: '$CONFORMANCE_OTHER_API_KEY', common: 8 },
    { value: 'pk_test_1_key', label: '$CONFORMANCE_PUBLIC_KEY' },
  ]);
  expect(configuration.otherApiKey).toBe('sk_test_second_key');
  const one = read({ ...env, CONFORMANCE_OTHER_API_KEY: target.CONFORMANCE_API_KEY });
  expect(one.configuration).toMatchObject({ otherTenantId: 'b' });
  expect(one.configuration).not.toHaveProperty('otherApiKey');
  expect(one.secrets).toHaveLength(2);
});

test('files are read, and paths begin in the working folder; .env is one of them, unless --env-file names another', async () => {
  const { cert, private: clientKey } = await generate([{ name: 'commonName', value: 'ca' }], { keyType: 'ec' });
  for (const name of ['ca.pem', 'client.pem']) write(name, cert);
  write('key.pem', clientKey);
  write('customer.json', '{"type": "business"}');
  write('decisions.json', '[]');
  write('.env', 'CONFORMANCE_RATE=5\n');
  write('other.env', 'CONFORMANCE_RATE=2\n');
  const env = Object.freeze({
    ...{ ...target, CONFORMANCE_CA_FILE: 'ca.pem', CONFORMANCE_CUSTOMER: join(cwd, 'customer.json') },
    ...{ CONFORMANCE_CLIENT_CERT_FILE: 'client.pem', CONFORMANCE_CLIENT_KEY_FILE: 'key.pem' },
  });
  const { configuration, secrets } = read(env, { out: 'runs/one' });
  expect(configuration).toMatchObject({
    ...{ ca: `${cert.trim()}\n`, clientCert: `${cert.trim()}\n`, customer: { type: 'business' }, rate: 5 },
    ...{ decisionsFile: join(cwd, 'decisions.json'), out: join(cwd, 'runs/one') },
  });
  expect(secrets).toHaveLength(1);
  expect(read({ ...env, CONFORMANCE_ENV_FILE: 'other.env' }).configuration.rate).toBe(2);
  const { options, configuration: other } = read(env, { envFile: 'other.env' });
  expect([options, other.rate]).toEqual(['--env-file other.env', 2]);
});

test('no message contains a secret', () => {
  const names = ['RATE', 'EVIDENCE', 'FORMAT', 'ONLY', 'ENVIRONMENT', 'ACCOUNT_ID_POINTER'];
  const wrong: NodeJS.ProcessEnv[] = [
    ...['sk_test_topsecret ', 'sk_live_topsecret', 'sk_tést_topsecret'].map((one) => ({ CONFORMANCE_API_KEY: one })),
    ...['TENANT_ID', 'BASE_URL', 'PUBLIC_KEY', 'KEY'].map((name) => ({ [`CONFORMANCE_${name}`]: 'sk_test_topsecret' })),
    ...names.map((name) => ({ [`CONFORMANCE_${name}`]: 'topsecret_sk_test' })),
    { CONFORMANCE_BASE_URL: 'https://sk_test_topsecret@example.com/v1' },
    { CONFORMANCE_BASE_URL: 'https://SK_TEST_TOPSECRET.example.com/v1/' },
    { CONFORMANCE_TENANT_ID: '' },
  ];
  for (const env of wrong) {
    const attempt = () => read({ ...target, ...env });
    expect(attempt, JSON.stringify(env)).toThrow(UsageError);
    expect(attempt).not.toThrow('topsecret');
  }
});

test('a person calls at a terminal that is no CI', () => {
  const terminal = { isTTY: true };
  expect(isInteractive({ CI: '', JENKINS_URL: 'False', TF_BUILD: '0' }, [terminal, terminal])).toBe(true);
  expect(isInteractive({ CI: 'true' }, [terminal, terminal])).toBe(false);
  expect(isInteractive({}, [terminal, {}])).toBe(false);
});
