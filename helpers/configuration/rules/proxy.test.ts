import { afterEach, expect, test, vi } from 'vitest';
import { rejectUnusableProxy } from './proxy.js';

afterEach(() => vi.unstubAllEnvs());

const judged = (baseUrl: string, variables: Record<string, string>) => () => {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'ALL_PROXY'])
    for (const each of [name, name.toLowerCase()]) vi.stubEnv(each, '');
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  rejectUnusableProxy(baseUrl);
};
const https = 'https://sandbox.bank.example/v1/';

test.each<[variables: Record<string, string>, baseUrl: string, why: string]>([
  [{ HTTPS_PROXY: 'http://proxy.example:99999' }, https, 'HTTPS_PROXY is not a URL'],
  [{ HTTPS_PROXY: 'socks5://user:topsecret@proxy.example:1080' }, https, 'HTTPS_PROXY has the scheme socks5;'],
  [{ HTTPS_PROXY: 'http://user:topsecret%ZZ@proxy.example' }, https, 'HTTPS_PROXY has a %'],
  [{ HTTP_PROXY: 'http://proxy.example' }, 'http://10.0.0.1/v1/', 'HTTP_PROXY is set, but'],
])('%j for %s is rejected', (variables, baseUrl, why) => {
  expect(judged(baseUrl, variables)).toThrow(why);
  expect(judged(baseUrl, variables)).not.toThrow('topsecret');
});

test.each<[variables: Record<string, string>, baseUrl: string]>([
  [{ HTTPS_PROXY: 'http://user:p%40ss@proxy.example:8080' }, https],
  [{ HTTPS_PROXY: 'socks5://proxy.example', NO_PROXY: 'bank.example,.bank.example' }, https],
  [{ HTTP_PROXY: 'http://proxy.example' }, 'http://127.0.0.1:3000/v1/'],
  [{}, https],
])('%j for %s is let be', (variables, baseUrl) => {
  expect(judged(baseUrl, variables)).not.toThrow();
});
