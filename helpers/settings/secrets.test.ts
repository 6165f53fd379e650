import { expect, test } from 'vitest';
import { fsapi } from '../fsapi/fsapi.js';
import { readConfiguration } from './configuration.js';
import { environmentSecrets, secretsOf } from './secrets.js';

const env = {
  CONFORMANCE_BASE_URL: 'https://sandbox.bank.example/v1/',
  CONFORMANCE_API_KEY: 'sk_test_q7TfW2nYb9LzK4mX',
  CONFORMANCE_TENANT_ID: 'tenant-of-the-token',
};
const { configuration } = readConfiguration({ specification: fsapi, env, cwd: '/nowhere' });
const labels = (variables: Record<string, string>) =>
  environmentSecrets({ ...env, ...variables }, configuration, fsapi).map(({ value, label }) => [label, value]);

test.each([
  ['GITHUB_TOKEN', 'a-token-of-some-length'],
  ['npm_config__authToken', 'q7TfW2nYb9Lz'],
  ['DB_PASSWORD', 'p@ss w0rd!'],
  ['ANYTHING', 'ghp_q7TfW2nYb9LzK4mXc8VdR5pHq7TfW2nYb9Lz'],
  ['ANYTHING', '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----'],
])('%s is a secret', (name, value) => {
  expect(labels({ [name]: value })).toEqual([[`$${name}`, value]]);
});

test('the password of a URL is one, as it stands and decoded', () => {
  const found = labels({ HTTPS_PROXY: 'http://user:p%40ss-w0rd@proxy.example:8080' });
  expect(found).toEqual(['p%40ss-w0rd', 'p@ss-w0rd'].map((value) => ['‹the password in $HTTPS_PROXY›', value]));
});

test.each([
  ['a path', 'GOOGLE_CREDENTIALS_FILE', '/etc/google/credentials.json'],
  ['short', 'POSTGRES_PASSWORD', 'postgr'],
  ['a word of every report', 'DB_PASSWORD', 'customer'],
  ['a value that the report prints', 'SESSION_TOKEN', 'tenant-of-the-token'],
  ['the key itself, which has a name', 'MY_API_KEY', env.CONFORMANCE_API_KEY],
  ['nothing', 'PATH', '/usr/local/bin:/usr/bin'],
])('%s: none (%s)', (_, name, value) => {
  expect(labels({ [name]: value })).toEqual([]);
});

const strong = 'q8Zr1vT0pW5nXc73LkYb';

test('a token, a cookie and what Basic encodes are secrets by themselves', () => {
  const values = (value: string) => secretsOf({ headers: [['A', value]] }, fsapi).map((one) => one.value);
  expect(values(`Bearer ${strong}`)).toEqual([`Bearer ${strong}`, strong]);
  expect(values(`session=${strong}; theme=dark`)).toContain(strong);
  const basic = Buffer.from(`gate:${strong}`).toString('base64');
  expect(values(`Basic ${basic}`)).toEqual([`Basic ${basic}`, basic.replace(/=+$/, ''), `gate:${strong}`, strong]);
});
