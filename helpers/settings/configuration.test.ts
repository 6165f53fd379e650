import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { beforeEach, expect, test } from 'vitest';
import { packageRoot } from '../../schemas/package-root.js';
import { fsapi } from '../fsapi/fsapi.js';
import { readConfiguration } from './configuration.js';
import { allIds } from './filter.js';
import { optionsOf } from './options.fixture.js';
import { UsageError } from './usage-error.js';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'configuration-'));
});

const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
/** Where nothing is said of a target, as a person at a terminal would ask. */
const read = (env: NodeJS.ProcessEnv = {}, ...argv: string[]) =>
  readConfiguration({ specification: fsapi, named: optionsOf(argv), env, cwd, interactive: true });
const target = {
  CONFORMANCE_BASE_URL: 'https://sandbox.example.com/v1',
  CONFORMANCE_API_KEY: 'sk_test_topsecret',
  CONFORMANCE_TENANT_ID: 'acme',
};

test('with nothing configured: status 2, unless a person at a terminal asks, or --embedded', () => {
  const unattended = (env: NodeJS.ProcessEnv, ...argv: string[]) =>
    readConfiguration({ specification: fsapi, named: optionsOf(argv), env, cwd });
  for (const env of [{}, { CONFORMANCE_BASE_URL: '' }, { CONFORMANCE_SEED: '1' }])
    expect(() => unattended(env)).toThrow('No target is configured: set CONFORMANCE_BASE_URL');
  write('.env', 'CONFORMANCE_BASE_URL=\n');
  write('empty.env', '');
  expect(() => unattended({})).toThrow('No target is configured: set CONFORMANCE_BASE_URL in ".env"');
  // Nor is a demonstration the result of the target that the line is there for.
  expect(() => read()).toThrow('set CONFORMANCE_BASE_URL in ".env", or --embedded for a demonstration');
  expect(read({}, '--env-file', 'empty.env').configuration.embedded).toBe(true);
  expect(() => unattended({}, '--env-file', 'empty.env')).toThrow('set CONFORMANCE_BASE_URL in "empty.env"');
  expect(unattended({}, '--embedded').configuration.embedded).toBe(true);
  expect(unattended({ CONFORMANCE_EMBEDDED: 'true' }).configuration.embedded).toBe(true);
  expect(unattended(target).configuration.embedded).toBe(false);
  expect(() => unattended(target, '--embedded')).toThrow('set only one of them');
  expect(() => unattended({ CONFORMANCE_API_KEY: 'k' }, '--embedded')).toThrow(
    'CONFORMANCE_API_KEY is set, but CONFORMANCE_BASE_URL is not.',
  );
});

test('a profile: full unless it is given, read-only on live without writes', () => {
  const profile = (env: NodeJS.ProcessEnv, ...argv: string[]) =>
    read({ ...target, ...env }, ...argv).configuration.profile;
  const live = { CONFORMANCE_ENVIRONMENT: 'live' };
  expect(profile({})).toBe('full');
  expect(profile({}, '--profile', 'single-tenant')).toBe('single-tenant');
  expect(profile(live)).toBe('read-only');
  expect(profile({ ...live, CONFORMANCE_ALLOW_LIVE_WRITES: 'true' })).toBe('full');
  const two = { CONFORMANCE_OTHER_TENANT_ID: 'b' };
  expect(() => profile(two, '--profile', 'single-tenant')).toThrow('CONFORMANCE_OTHER_TENANT_ID names a second one');
});

test('with nothing configured at a terminal: the embedded server, and every default', () => {
  const { configuration, secrets } = read({ PATH: '/bin' });
  expect(configuration).toEqual({
    embedded: true,
    profile: 'full',
    environment: 'sandbox',
    allowLiveWrites: false,
    confirmSandbox: false,
    allowInsecureHttp: false,
    allowKeyElsewhere: false,
    only: allIds(fsapi),
    observe: 'all',
    concurrency: 8,
    timeoutMs: 10_000,
    deadlineSeconds: 300,
    seed: expect.any(Number),
    failOnDrift: false,
    formats: ['json', 'html', 'md', 'junit', 'har'],
    evidence: 'full',
    startTimeoutSeconds: 30,
    quiet: false,
  });
  expect(secrets).toEqual([]);
});

test('.env.example, copied as it is, changes nothing', () => {
  copyFileSync(new URL('.env.example', packageRoot), join(cwd, '.env'));
  expect(read({ CONFORMANCE_SEED: '1' }).configuration).toEqual({ ...read().configuration, seed: 1 });
});

test('defaults are careful for a remote target, and complete for one on loopback', () => {
  const far = { baseUrl: 'https://sandbox.example.com/v1/', observe: 'cheap', maxCustomers: 35, evidence: 'shape' };
  expect(read(target).configuration).toMatchObject(far);
  const near = read(target, '--base-url', 'http://127.0.0.1:3000/v1/').configuration;
  expect(near).toMatchObject({ observe: 'all', evidence: 'full' });
  expect(near).not.toHaveProperty('maxCustomers');
  const chosen = ['--observe=none', '--max-customers=0', '--evidence=none'];
  expect(read(target, ...chosen).configuration).toMatchObject({ observe: 'none', maxCustomers: 0, evidence: 'none' });
});

test('each secret comes with the variable name that replaces it', () => {
  const { configuration, secrets } = read({
    ...target,
    CONFORMANCE_OTHER_TENANT_ID: 'b',
    CONFORMANCE_OTHER_API_KEY: 'sk_test_second_key',
    CONFORMANCE_PUBLIC_KEY: 'pk_test_1_key',
    CONFORMANCE_REVOKED_KEY: 'sk_test_old_key',
  });
  expect(secrets).toEqual([
    // What the keys have in common at the front is not random.
    { value: 'sk_test_topsecret', label: '$CONFORMANCE_API_KEY', common: 8 },
    { value: 'sk_test_second_key', label: '$CONFORMANCE_OTHER_API_KEY', common: 8 },
    { value: 'pk_test_1_key', label: '$CONFORMANCE_PUBLIC_KEY' },
    { value: 'sk_test_old_key', label: '$CONFORMANCE_REVOKED_KEY', common: 8 },
  ]);
  expect(configuration.otherApiKey).toBe('sk_test_second_key');
});

test('one key for two tenants is not a second key', () => {
  const both = { CONFORMANCE_OTHER_TENANT_ID: 'b', CONFORMANCE_OTHER_API_KEY: target.CONFORMANCE_API_KEY };
  const { configuration, secrets } = read({ ...target, ...both });
  expect(configuration).toMatchObject({ otherTenantId: 'b' });
  expect(configuration).not.toHaveProperty('otherApiKey');
  expect(secrets).toHaveLength(1);
});

test('the rules between settings are applied', () => {
  expect(() => read({ CONFORMANCE_ENVIRONMENT: 'sandbox' })).toThrow(
    'CONFORMANCE_ENVIRONMENT is set, but CONFORMANCE_BASE_URL is not.',
  );
  expect(() => read({ ...target, CONFORMANCE_BASE_URL: '' })).toThrow(
    'CONFORMANCE_API_KEY and CONFORMANCE_TENANT_ID are set, but CONFORMANCE_BASE_URL is not.',
  );
  expect(() => read(target, '--base-url=https://prod.example.com/v1/')).toThrow('--base-url looks like live');
});

test('files are read, and paths begin in the working folder', async () => {
  const { cert } = await generate([{ name: 'commonName', value: 'ca' }], { keyType: 'ec' });
  write('ca.pem', cert);
  write('customer.json', '{"type": "business"}');
  write('decisions.json', '[]');
  const env = { CONFORMANCE_CA_FILE: 'ca.pem', CONFORMANCE_CUSTOMER: join(cwd, 'customer.json') };
  const { configuration } = read({ ...target, ...env }, '--out', 'runs/one');
  expect(configuration).toMatchObject({
    ca: expect.stringMatching(/^-----BEGIN CERTIFICATE-----/),
    customer: { type: 'business' },
    decisionsFile: join(cwd, 'decisions.json'),
    out: join(cwd, 'runs/one'),
  });
});

test('a missing or unsuitable file and a used folder are usage errors', () => {
  expect(() => read({ CONFORMANCE_CA_FILE: 'ca.pem' })).toThrow('CONFORMANCE_CA_FILE names "ca.pem"');
  expect(() => read({ CONFORMANCE_CUSTOMER: 'c.json' })).toThrow('which does not exist');
  expect(() => read({ CONFORMANCE_SIGNING_KEY_FILE: 'k.pem' })).toThrow('which does not exist');
  expect(() => read({}, '--decisions=d.json')).toThrow('--decisions names "d.json"');
  mkdirSync(join(cwd, 'run'));
  write('run/report.json', '{}');
  expect(() => read({}, '--out=run')).toThrow('--out names "run", which is not empty');
});

test('filters and formats are resolved', () => {
  const { configuration } = read({}, '--only=ver,AUTH-01', '--format=json');
  expect(configuration).toMatchObject({
    only: ['AUTH-01', 'VER-01', 'VER-02'],
    formats: ['json'],
  });
  expect(() => read({ CONFORMANCE_ONLY: 'AUTH-99' })).toThrow('CONFORMANCE_ONLY names "AUTH-99"');
});

test('seeds are random, unless one is given', () => {
  const seeds = new Set(Array.from({ length: 5 }, () => read().configuration.seed));
  expect(seeds.size).toBeGreaterThan(1);
  expect(read({}, '--seed', '42').configuration.seed).toBe(42);
});

test('the given environment is not changed', () => {
  const env = Object.freeze({ ...target });
  write('.env', 'CONFORMANCE_RATE=5\n');
  expect(read(env).configuration.rate).toBe(5);
  expect(env).toEqual(target);
});

test('no message contains a secret', () => {
  const wrong: NodeJS.ProcessEnv[] = [
    { CONFORMANCE_API_KEY: 'sk_test_topsecret ' },
    { CONFORMANCE_API_KEY: 'sk_live_topsecret' },
    { CONFORMANCE_API_KEY: 'sk_tést_topsecret' },
    { CONFORMANCE_TENANT_ID: 'sk_test_topsecret' },
    { CONFORMANCE_BASE_URL: 'sk_test_topsecret' },
    { CONFORMANCE_BASE_URL: 'https://sk_test_topsecret@example.com/v1' },
    { CONFORMANCE_PUBLIC_KEY: 'sk_test_topsecret' },
    { CONFORMANCE_KEY: 'sk_test_topsecret' },
    { CONFORMANCE_BASE_URL: 'https://SK_TEST_TOPSECRET.example.com/v1/', CONFORMANCE_API_KEY: 'sk_test_topsecret' },
    ...['RATE', 'EVIDENCE', 'FORMAT', 'ONLY', 'ENVIRONMENT', 'ACCOUNT_ID_POINTER'].map((name) => ({
      [`CONFORMANCE_${name}`]: 'topsecret_sk_test',
    })),
    { CONFORMANCE_TENANT_ID: '' },
    { CONFORMANCE_BASE_URL: '' },
  ];
  for (const env of wrong) {
    const attempt = () => read({ ...target, ...env });
    expect(attempt, JSON.stringify(env)).toThrow(UsageError);
    expect(attempt).not.toThrow('topsecret');
  }
});
