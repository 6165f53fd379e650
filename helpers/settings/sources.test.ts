import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { fsapi } from '../fsapi/fsapi.js';
import { optionsOf } from './options.fixture.js';
import { settings } from './schema.js';
import { readSources } from './sources.js';
import { UsageError } from './usage-error.js';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'given-'));
});

const dotEnv = (text: string) => writeFileSync(join(cwd, '.env'), text);
const read = (env: NodeJS.ProcessEnv = {}, ...argv: string[]) =>
  readSources({ specification: fsapi, named: optionsOf(argv), env, cwd });

test('an option overrides a variable, a variable overrides .env, and that overrides the default', () => {
  expect(read().values.concurrency).toBe(8);
  dotEnv('CONFORMANCE_CONCURRENCY=2\n');
  expect(read().values.concurrency).toBe(2);
  expect(read({ CONFORMANCE_CONCURRENCY: '3' }).values.concurrency).toBe(3);
  expect(read({ CONFORMANCE_CONCURRENCY: '3' }, '--concurrency', '4').values.concurrency).toBe(4);
});

test('a list from an option replaces a list from a variable', () => {
  expect(read({ CONFORMANCE_ONLY: 'AUTH,IDEM' }).values.only).toEqual(['AUTH', 'IDEM']);
  expect(read({ CONFORMANCE_ONLY: 'AUTH' }, '--only', 'IDEM').values.only).toEqual(['IDEM']);
});

test('an empty variable counts as unset, so .env applies', () => {
  dotEnv('CONFORMANCE_RATE=5\nCONFORMANCE_OPERATOR=\n');
  const given = read({ CONFORMANCE_RATE: '', CONFORMANCE_SEED: '' });
  expect(given.values).toMatchObject({ rate: 5 });
  expect([given.values.seed, given.values.operator]).toEqual([undefined, undefined]);
});

test('a message names a setting as it was given', () => {
  dotEnv('CONFORMANCE_RATE=5\n');
  expect(read().sourceName('rate')).toBe('CONFORMANCE_RATE (line 1 of .env)');
  expect(read({ CONFORMANCE_RATE: '5' }).sourceName('rate')).toBe('CONFORMANCE_RATE');
  expect(read({}, '--rate=5').sourceName('rate')).toBe('--rate');
  expect(read().sourceName('seed')).toBe('CONFORMANCE_SEED');
});

test('an unknown variable is rejected in the environment and in .env, with the nearest known name', () => {
  expect(() => read({ CONFORMANCE_APIKEY: 'topsecret' })).toThrow(
    'There is no variable CONFORMANCE_APIKEY, set in the environment; the nearest is CONFORMANCE_API_KEY.',
  );
  expect(() => read({ conformance_rate: '' })).toThrow('the nearest is CONFORMANCE_RATE');
  dotEnv('CONFORMANCE_BASEURL=x\nOTHER_THING=1\n');
  expect(() => read()).toThrow('CONFORMANCE_BASEURL, set in line 1 of .env; the nearest is CONFORMANCE_BASE_URL');
});

test('a key or tenant id within quotation marks is rejected, from the environment and from .env, and not echoed', () => {
  const quoted = (source: string) => `${source} has quotation marks around its value, which would be sent with it`;
  for (const mark of ['"', "'", '`']) {
    expect(() => read({ CONFORMANCE_API_KEY: `${mark}topsecret${mark}` })).toThrow(quoted('CONFORMANCE_API_KEY'));
    for (const one of [`${mark}topsecret`, `topsecret${mark}`])
      expect(() => read({ CONFORMANCE_API_KEY: one })).toThrow(
        'must be printable ASCII without white space or quotation',
      );
  }
  expect(() => read({ CONFORMANCE_TENANT_ID: '"acme"' })).toThrow(quoted('CONFORMANCE_TENANT_ID'));
  dotEnv(`CONFORMANCE_API_KEY='"topsecret"'\n`);
  expect(() => read()).toThrow(quoted('CONFORMANCE_API_KEY (line 1 of .env)'));
  expect(() => read()).not.toThrow('topsecret');
  // Quotes of the file itself are no part of a value.
  dotEnv('CONFORMANCE_OPERATOR="Ada"\n');
  expect(read().values.operator).toBe('Ada');
});

test('a proxy in .env would have no effect, so it is rejected', () => {
  dotEnv('https_proxy=http://user:topsecret@proxy:3128\n');
  expect(() => read()).toThrow('HTTPS_PROXY has no effect in .env');
  expect(() => read()).not.toThrow('topsecret');
});

test('a secret in the wrong variable is rejected and not echoed', () => {
  const env = { CONFORMANCE_API_KEY: 'topsecret' };
  for (const { variable } of settings.filter(({ secret, name }) => secret !== 'value' && name !== 'envFile')) {
    const attempt = () => read({ ...env, [variable]: 'a/topsecret' });
    expect(attempt).toThrow(UsageError);
    expect(attempt).toThrow(`${variable} contains the value of CONFORMANCE_API_KEY`);
    expect(attempt).not.toThrow('topsecret');
  }
  // Too short to be more than chance.
  const short = { CONFORMANCE_API_KEY: 'acme', CONFORMANCE_TENANT_ID: 'acme' };
  const target = { CONFORMANCE_BASE_URL: 'https://sandbox.example.com/v1/', ...short };
  expect(read(target).values.tenantId).toBe('acme');
});

const program = (named: Record<string, unknown>, env: NodeJS.ProcessEnv = {}) =>
  readSources({ specification: fsapi, env, cwd, named, byProgram: {} });

test('a program gives settings by name, as texts, numbers, flags or lists, and they win', () => {
  const given = program(
    { concurrency: 4, quiet: true, only: ['AUTH', 'IDEM'], seed: '7', rate: undefined },
    { CONFORMANCE_CONCURRENCY: '3', CONFORMANCE_RATE: '5' },
  );
  expect(given.values).toMatchObject({ concurrency: 4, quiet: true, only: ['AUTH', 'IDEM'], seed: 7, rate: 5 });
  expect([given.sourceName('concurrency'), given.sourceName('timeoutMs')]).toEqual(['concurrency', 'timeoutMs']);
  expect(read().sourceName('timeoutMs')).toBe('CONFORMANCE_TIMEOUT');
});

test.each<[message: string, named: Record<string, unknown>]>([
  ['only is empty.', { only: [] }],
  ['apiKey is empty.', { apiKey: '' }],
  ['only is no text, number or flag; it must be', { only: ['AUTH', {}] }],
  ['apiKey is empty.', { apiKey: null }],
  ['There is no option concurency; the nearest is concurrency.', { concurency: 1 }],
  ['There is no option of that name', { 'with a space': 1 }],
  ['There is no option of that name', { [`a${'b'.repeat(40)}`]: 1 }],
  [`There is no option a${'b'.repeat(39)}`, { [`a${'b'.repeat(39)}`]: 1 }],
])('%s', (message, named) => {
  expect(() => program(named)).toThrow(message);
  expect(() => program(named)).toThrow(UsageError);
});
