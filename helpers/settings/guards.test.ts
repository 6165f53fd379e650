import { afterEach, expect, test, vi } from 'vitest';
import { fsapi } from '../fsapi/fsapi.js';
import { contradictions, proxyIsUsable, saysSandbox } from './guards.js';
import { keyNames, type Values } from './schema.js';

/** What the guards say first of some values, or an empty text; names in angle brackets tell its sentences apart. */
function said(values: Partial<Values>): string {
  const sourceName = (name: string) => `<${name}>`;
  const given = { specification: fsapi, values: values as Values, filed: [], sourceName };
  const [sentence = ''] = contradictions(given);
  expect(sentence).not.toContain('topsecret');
  return sentence;
}

const target = { baseUrl: 'https://sandbox.example.com/v1/', apiKey: 'topsecret-q7TfW2nYb9Lz', tenantId: 'acme' };

test.each([
  ...['http://127.0.0.1:3000/v1/', 'https://[::1]/v1/', 'https://10.2.3.4/v1/', 'https://172.31.0.1/v1/'],
  ...['https://192.168.7.9/v1/', 'https://[fd00::1]/v1/', 'https://sandbox/v1/', 'https://bank.test/v1/'],
  ...['https://sandbox.bank.example/v1/', 'https://api-test.bank.example/v1/', 'https://eu-uat-2.bank.example/'],
  ...['https://bank.example/staging/v1/', 'https://bank.example/api-demo/v1/'],
])('%s says that it is a sandbox', (baseUrl) => {
  expect([saysSandbox(new URL(baseUrl)), said({ ...target, baseUrl })]).toEqual([true, '']);
});

test.each([
  ...['https://api.bank.example/v1/', 'https://prod-eu.bank.example/v1/', 'https://bank.example/live/v1/'],
  ...['https://8.8.8.8/v1/', 'https://172.32.0.1/v1/', 'https://[2001:db8::1]/v1/', 'https://contest.example/v1/'],
  // Domains that anybody can have, and those that say both.
  ...['https://api.bank.dev/v1/', 'https://api.bank.qa/v1/', 'https://sandbox-prod.bank.example/v1/'],
])('%s does not, so somebody has to say it', (baseUrl) => {
  expect(said({ ...target, baseUrl })).toContain('set CONFORMANCE_ENVIRONMENT to sandbox, live or mock');
  for (const environment of ['sandbox', 'live'] as const) expect(said({ ...target, baseUrl, environment })).toBe('');
  expect(said({ ...target, baseUrl, confirmSandbox: true })).toBe('');
});

test('a target that looks like live needs confirmation, whatever the environment says', () => {
  for (const environment of [undefined, 'sandbox'] as const) {
    const own = { ...target, environment };
    for (const host of ['test.live.bank.example', 'api.PROD.example.com'])
      expect(said({ ...own, baseUrl: `https://${host}/` })).toContain('<baseUrl> looks like live');
    for (const name of keyNames)
      for (const part of ['live', 'prod', 'production'])
        expect(said({ ...own, [name]: `sk_${part}_topsecret` })).toContain('CONFORMANCE_CONFIRM_SANDBOX=true');
  }
  const live = { ...target, apiKey: 'sk_live_topsecret' };
  for (const word of [{ environment: 'live' as const }, { confirmSandbox: true }])
    expect(said({ ...live, ...word })).toBe('');
  for (const apiKey of ['olive_topsecret_1', 'sklivetopsecret', 'sk_products_topsecret'])
    expect(said({ ...target, apiKey })).toBe('');
  expect(said({ ...target, environment: 'live', confirmSandbox: true })).toContain('set only one of them');
});

test.each([
  ['a8f5f167f44', 'too short'],
  ['Idempotency-Key', 'a word of every report'],
])('the key %s cannot be kept out of a report', (key, why) => {
  for (const name of keyNames)
    expect(said({ ...target, [name]: key })).toContain(`<${name}> cannot be kept out of a report: it is ${why}. Make`);
  expect(said({ ...target, apiKey: key, environment: 'mock' })).toBe('');
});

test.each<[values: Partial<Values>, why: string]>([
  [{ embedded: true }, '<embedded> asks for the embedded reference server, but <baseUrl> names a target'],
  [{ baseUrl: 'https://sandbox.example.com/v1/accounts/' }, 'ends in the path of an operation (/accounts)'],
  [{ profile: 'single-tenant', otherTenantId: 'b' }, '<otherTenantId> names a second one'],
  [{ otherTenantId: 'acme' }, 'are the same tenant'],
  [{ otherTenantId: 'ACME' }, ''],
  [{ publicKey: target.apiKey }, '<publicKey> and <apiKey> are the same key'],
  [{ otherApiKey: 'b-topsecret-long', revokedKey: 'b-topsecret-long' }, '<revokedKey> and <otherApiKey>'],
  [{ baseUrl: 'http://10.0.0.1/v1/' }, 'CONFORMANCE_ALLOW_INSECURE_HTTP=true'],
])('%j: %s', (values, why) => {
  const sentence = said({ ...target, ...values });
  if (why === '') expect(sentence).toBe('');
  else expect(sentence).toContain(why);
});

afterEach(() => vi.unstubAllEnvs());

test.each<[variables: Record<string, string>, why: string | false]>([
  [{ HTTPS_PROXY: 'http://proxy.example:99999' }, 'HTTPS_PROXY is not an http or https URL'],
  [{ HTTPS_PROXY: 'socks5://user:topsecret@proxy.example:1080' }, 'HTTPS_PROXY is not an http or https URL'],
  [{ HTTPS_PROXY: 'http://user:p%40ss@proxy.example:8080' }, false],
  [{ HTTPS_PROXY: 'socks5://proxy.example', NO_PROXY: 'bank.example,.bank.example' }, false],
  [{ HTTP_PROXY: 'socks5://proxy.example' }, false],
])('%j: %s', (variables, why) => {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'ALL_PROXY'])
    for (const each of [name, name.toLowerCase()]) vi.stubEnv(each, variables[each] ?? '');
  const sentence = proxyIsUsable('https://sandbox.bank.example/v1/');
  if (why === false) expect(sentence).toBe(false);
  else expect(sentence).toContain(why);
  expect(String(sentence)).not.toContain('topsecret');
});
