import { expect, test } from 'vitest';
import { isInteractive } from './embedded.js';
import { allowed, refused } from './judged.fixture.js';
import { hostLooksLive, keyLooksLive, rules, saysSandbox } from './rules.js';

const { keysCanBeKeptOut, publicKeysAreLocal } = rules;

const target = { baseUrl: 'https://sandbox.example.com/v1/', apiKey: 'topsecret-q7TfW2nYb9Lz', tenantId: 'acme' };

test.each([
  ...['http://127.0.0.1:3000/v1/', 'http://localhost/v1/', 'https://[::1]/v1/', 'https://10.2.3.4/v1/'],
  ...['https://172.31.0.1/v1/', 'https://192.168.7.9/v1/', 'https://[fd00::1]/v1/', 'https://sandbox/v1/'],
  ...['https://sandbox.bank.example/v1/', 'https://api-test.bank.example/v1/', 'https://eu-uat-2.bank.example/'],
  ...['https://bank.test/v1/', 'https://bank.example/staging/v1/', 'https://bank.example/api-demo/v1/'],
])('%s says that it is a sandbox', (baseUrl) => {
  expect(saysSandbox(new URL(baseUrl))).toBe(true);
  allowed(rules.environmentIsKnown, { ...target, baseUrl });
});

test.each([
  ...['https://api.bank.example/v1/', 'https://prod-eu.bank.example/v1/', 'https://api-live.bank.example/v1/'],
  ...['https://8.8.8.8/v1/', 'https://172.32.0.1/v1/', 'https://[2001:db8::1]/v1/', 'https://bank.example/live/v1/'],
  // Domains that anybody can have, and words that only contain one.
  ...['https://sandbox-prod.bank.example/v1/', 'https://bank.example/test/live/v1/'],
  ...['https://api.bank.dev/v1/', 'https://api.bank.qa/v1/', 'https://contest.example/v1/', 'https://devices.example/'],
])('%s does not, so somebody has to say it', (baseUrl) => {
  expect(saysSandbox(new URL(baseUrl))).toBe(false);
  refused(rules.environmentIsKnown, { ...target, baseUrl }, 'set <environment> to sandbox, live or mock');
  for (const environment of ['sandbox', 'live'] as const)
    allowed(rules.environmentIsKnown, { ...target, baseUrl, environment });
  allowed(rules.environmentIsKnown, { ...target, baseUrl, confirmSandbox: true });
});

test('a target that looks like live needs confirmation, whatever the environment says', () => {
  const rule = rules.sandboxIsNoLive;
  for (const environment of [{}, { environment: 'sandbox' as const }]) {
    refused(
      rule,
      { ...target, ...environment, baseUrl: 'https://test.live.bank.example/' },
      '<baseUrl> looks like live',
    );
    for (const name of ['apiKey', 'otherApiKey', 'publicKey', 'revokedKey'] as const)
      for (const part of ['live', 'prod', 'production'])
        refused(rule, { ...target, ...environment, [name]: `sk_${part}_topsecret` }, '<confirmSandbox>=true');
  }
  const live = { ...target, apiKey: 'sk_live_topsecret' };
  allowed(rule, { ...live, environment: 'live' });
  allowed(rule, { ...live, confirmSandbox: true });
  allowed(rule, target);
});

test('only whole labels of a host, and whole parts of a key, look like live', () => {
  for (const host of ['live', 'live.example.com', 'api.PROD.example.com', 'api.example.production'])
    expect(hostLooksLive(host), host).toBe(true);
  for (const host of ['api-live.example.com', 'alive.example', 'product.example', 'livestock.io', '127.0.0.1', '[::1]'])
    expect(hostLooksLive(host), host).toBe(false);
  for (const key of ['sk_live_1', 'LIVE-1', '1.live', 'live', 'sk_prod_1']) expect(keyLooksLive(key), key).toBe(true);
  for (const key of ['sk_test_1', 'olive_1', 'sklive1', 'sk live 1', 'sk_products_1'])
    expect(keyLooksLive(key), key).toBe(false);
});

test('the environment cannot be live and a confirmed sandbox at once', () => {
  refused(rules.environmentIsOne, { environment: 'live', confirmSandbox: true }, 'set only one of them');
  allowed(rules.environmentIsOne, { environment: 'live' });
  allowed(rules.environmentIsOne, { confirmSandbox: true });
});

test.each([
  ['test', 'too short'],
  ['customer', 'too short'],
  ['a8f5f167f44', 'too short'],
  ['Idempotency-Key', 'a word of every report'],
  ['creating-a-customer', 'a word of every report'],
])('the key %s cannot be kept out of a report', (key, why) => {
  for (const name of ['apiKey', 'otherApiKey', 'publicKey', 'revokedKey'] as const)
    refused(
      keysCanBeKeptOut,
      { ...target, [name]: key },
      `<${name}> cannot be kept out of a report: it is ${why}. Make it`,
    );
  allowed(keysCanBeKeptOut, { ...target, apiKey: key, keysArePublic: true });
  allowed(keysCanBeKeptOut, { apiKey: key });
  allowed(keysCanBeKeptOut, { ...target, apiKey: 'a8f5f167f44f' });
});

test('keys can be public on loopback only', () => {
  refused(publicKeysAreLocal, { ...target, keysArePublic: true }, '<keysArePublic> is for a mock on loopback only');
  refused(publicKeysAreLocal, { keysArePublic: true }, '<keysArePublic> is for');
  allowed(publicKeysAreLocal, { ...target, baseUrl: 'http://127.0.0.1:3000/v1/', keysArePublic: true });
});

const terminal = [{ isTTY: true }, { isTTY: true }];
test.each<[name: string, expected: boolean, env: NodeJS.ProcessEnv, streams?: { isTTY?: boolean }[]]>([
  ['a terminal', true, {}],
  ['a variable that is empty', true, { CI: '' }],
  ['a variable that says no', true, { CI: 'False', TF_BUILD: '0' }],
  ['CI', false, { CI: 'true' }],
  ['Azure', false, { TF_BUILD: 'True' }],
  ['Jenkins', false, { JENKINS_URL: 'https://ci.example' }],
  ['TeamCity', false, { TEAMCITY_VERSION: '2025' }],
  ['a pipe', false, {}, [{ isTTY: true }, { isTTY: false }]],
  ['a stream that does not say', false, {}, [{}]],
])('whether a person called the command: %s', (_, expected, env, streams = terminal) => {
  expect(isInteractive(env, streams)).toBe(expected);
});
