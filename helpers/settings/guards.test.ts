import { afterEach, expect, test, vi } from 'vitest';
import { fsapi } from '../fsapi/fsapi.js';
import { isInteractive } from './configuration.js';
import { contradictions, proxyIsUsable, saysSandbox } from './guards.js';
import type { Values } from './schema.js';

/** What the guards say of some values, or an empty text; names in angle brackets tell its sentences apart. */
function said(values: Partial<Values>): string {
  const given = {
    specification: fsapi,
    values: values as Values,
    filed: [],
    sourceName: (name: string) => `<${name}>`,
    switchName: (name: string) => `<${name}>`,
  };
  const [sentence = ''] = contradictions(given);
  expect(sentence).not.toContain('topsecret');
  return sentence;
}

const target = { baseUrl: 'https://sandbox.example.com/v1/', apiKey: 'topsecret-q7TfW2nYb9Lz', tenantId: 'acme' };
const far = { ...target, baseUrl: 'https://api.bank.example/v1/' };

test('a whole target is let be', () => {
  expect(said(target)).toBe('');
  expect(said({})).toBe('');
});

test.each([
  ...['http://127.0.0.1:3000/v1/', 'http://localhost/v1/', 'https://[::1]/v1/', 'https://10.2.3.4/v1/'],
  ...['https://172.31.0.1/v1/', 'https://192.168.7.9/v1/', 'https://[fd00::1]/v1/', 'https://sandbox/v1/'],
  ...['https://sandbox.bank.example/v1/', 'https://api-test.bank.example/v1/', 'https://eu-uat-2.bank.example/'],
  ...['https://bank.test/v1/', 'https://bank.example/staging/v1/', 'https://bank.example/api-demo/v1/'],
])('%s says that it is a sandbox', (baseUrl) => {
  expect(saysSandbox(new URL(baseUrl))).toBe(true);
  expect(said({ ...target, baseUrl })).toBe('');
});

test.each([
  ...['https://api.bank.example/v1/', 'https://prod-eu.bank.example/v1/', 'https://api-live.bank.example/v1/'],
  ...['https://8.8.8.8/v1/', 'https://172.32.0.1/v1/', 'https://[2001:db8::1]/v1/', 'https://bank.example/live/v1/'],
  // Domains that anybody can have, and words that only contain one.
  ...['https://sandbox-prod.bank.example/v1/', 'https://bank.example/test/live/v1/'],
  ...['https://api.bank.dev/v1/', 'https://api.bank.qa/v1/', 'https://contest.example/v1/', 'https://devices.example/'],
])('%s does not, so somebody has to say it', (baseUrl) => {
  expect(said({ ...target, baseUrl })).toContain('set <environment> to sandbox, live or mock');
  for (const environment of ['sandbox', 'live'] as const) expect(said({ ...target, baseUrl, environment })).toBe('');
  expect(said({ ...target, baseUrl, confirmSandbox: true })).toBe('');
});

test('a target that looks like live needs confirmation, whatever the environment says', () => {
  for (const environment of [{}, { environment: 'sandbox' as const }]) {
    const own = { ...target, ...environment };
    expect(said({ ...own, baseUrl: 'https://test.live.bank.example/' })).toContain('<baseUrl> looks like live');
    expect(said({ ...own, baseUrl: 'https://api.PROD.example.com/' })).toContain('<baseUrl> looks like live');
    for (const name of ['apiKey', 'otherApiKey', 'publicKey', 'revokedKey'] as const)
      for (const part of ['live', 'prod', 'production'])
        expect(said({ ...own, [name]: `sk_${part}_topsecret` })).toContain('<confirmSandbox>=true');
  }
  const live = { ...target, apiKey: 'sk_live_topsecret' };
  expect(said({ ...live, environment: 'live' })).toBe('');
  expect(said({ ...live, confirmSandbox: true })).toBe('');
  for (const key of ['olive_topsecret_1', 'sklivetopsecret', 'sk_products_topsecret'])
    expect(said({ ...target, apiKey: key })).toBe('');
  expect(said({ ...far, environment: 'live', confirmSandbox: true })).toContain('set only one of them');
});

test.each([
  ['test', 'too short'],
  ['a8f5f167f44', 'too short'],
  ['Idempotency-Key', 'a word of every report'],
])('the key %s cannot be kept out of a report', (key, why) => {
  for (const name of ['apiKey', 'otherApiKey', 'publicKey', 'revokedKey'] as const)
    expect(said({ ...target, [name]: key })).toContain(
      `<${name}> cannot be kept out of a report: it is ${why}. Make it`,
    );
  expect(said({ ...target, apiKey: key, environment: 'mock' })).toBe('');
});

test.each<[values: Partial<Values>, why: string]>([
  [{ ...target, embedded: true }, '<embedded> asks for the embedded reference server, but <baseUrl> names a target'],
  [{ ...target, baseUrl: 'https://sandbox.example.com/v1/accounts/' }, 'ends in the path of an operation (/accounts)'],
  [{ ...target, profile: 'single-tenant', otherTenantId: 'b' }, '<otherTenantId> names a second one'],
  [{ ...target, otherTenantId: 'acme' }, 'are the same tenant'],
  [{ ...target, publicKey: target.apiKey }, '<publicKey> and <apiKey> are the same key'],
  [{ ...target, otherApiKey: 'b-topsecret-long', revokedKey: 'b-topsecret-long' }, '<revokedKey> and <otherApiKey>'],
  [{ ...target, baseUrl: 'http://api.example.com/v1/' }, '<allowInsecureHttp>=true'],
  [{ ...target, baseUrl: 'http://10.0.0.1/v1/' }, '<allowInsecureHttp>=true'],
])('%j: %s', (values, why) => {
  expect(said(values)).toContain(why);
});

test('UUIDs are one whatever their letter case', () => {
  const uuid = '6f1c2f5e-9d0b-4c55-8d0a-1f2e3d4c5b6a';
  expect(said({ ...target, tenantId: uuid, otherTenantId: uuid.toUpperCase() })).toContain('are the same tenant');
  expect(said({ ...target, otherTenantId: 'ACME' })).toBe('');
});

afterEach(() => vi.unstubAllEnvs());

const https = 'https://sandbox.bank.example/v1/';
test.each<[variables: Record<string, string>, baseUrl: string, why: string | false]>([
  [{ HTTPS_PROXY: 'http://proxy.example:99999' }, https, 'HTTPS_PROXY is not an http or https URL'],
  [{ HTTPS_PROXY: 'socks5://user:topsecret@proxy.example:1080' }, https, 'HTTPS_PROXY is not an http or https URL'],
  [{ HTTPS_PROXY: 'http://user:topsecret%ZZ@proxy.example' }, https, 'in which %25 stands for a %'],
  [{ HTTP_PROXY: 'http://proxy.example' }, 'http://10.0.0.1/v1/', 'HTTP_PROXY is set, but'],
  [{ HTTPS_PROXY: 'http://user:p%40ss@proxy.example:8080' }, https, false],
  [{ HTTPS_PROXY: 'socks5://proxy.example', NO_PROXY: 'bank.example,.bank.example' }, https, false],
  [{ HTTP_PROXY: 'http://proxy.example' }, 'http://127.0.0.1:3000/v1/', false],
  [{}, https, false],
])('%j for %s: %s', (variables, baseUrl, why) => {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'ALL_PROXY'])
    for (const each of [name, name.toLowerCase()]) vi.stubEnv(each, '');
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const sentence = proxyIsUsable(baseUrl);
  if (why === false) expect(sentence).toBe(false);
  else expect(sentence).toContain(why);
  expect(String(sentence)).not.toContain('topsecret');
});

const terminal = [{ isTTY: true }, { isTTY: true }];
test.each<[name: string, expected: boolean, env: NodeJS.ProcessEnv, streams?: { isTTY?: boolean }[]]>([
  ['a terminal', true, {}],
  ['a variable that is empty', true, { CI: '' }],
  ['a variable that says no', true, { CI: 'False', TF_BUILD: '0' }],
  ['CI', false, { CI: 'true' }],
  ['a pipe', false, {}, [{ isTTY: true }, { isTTY: false }]],
  ['a stream that does not say', false, {}, [{}]],
])('whether a person called the command: %s', (_, expected, env, streams = terminal) => {
  expect(isInteractive(env, streams)).toBe(expected);
});
