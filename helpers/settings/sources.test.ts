import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { emptyFolder } from '../cli/testing/command.js';
import { fsapi } from '../fsapi/fsapi.js';
import { settings } from './schema.js';
import { readSources } from './sources.js';
import { UsageError } from './usage-error.js';

let cwd: string;
beforeEach(() => {
  cwd = emptyFolder();
});

const dotEnv = (text: string) => writeFileSync(join(cwd, '.env'), text);
const read = (env: NodeJS.ProcessEnv = {}, named: Record<string, unknown> = {}) =>
  readSources({ specification: fsapi, named, env, cwd });

test('an option overrides a variable, that overrides .env, and that the default; a message names what was given', () => {
  const concurrency = (env?: NodeJS.ProcessEnv, named?: Record<string, unknown>) => {
    const { values, sourceName } = read(env, named);
    return [values.concurrency, sourceName('concurrency')];
  };
  const variable = 'CONFORMANCE_CONCURRENCY';
  expect(concurrency()).toEqual([8, variable]);
  dotEnv(`\n${variable}=2\nCONFORMANCE_OPERATOR=\n`);
  expect(concurrency({ [variable]: '' })).toEqual([2, `${variable} (line 2 of .env)`]);
  expect(concurrency({ [variable]: '3' })).toEqual([3, variable]);
  expect(concurrency({ [variable]: '3' }, { concurrency: '4' })).toEqual([4, '--concurrency']);
  expect(read().values.operator).toBeUndefined();
});

test('a list from an option replaces a list from a variable', () => {
  expect(read({ CONFORMANCE_ONLY: 'AUTH, IDEM,' }).values.only).toEqual(['AUTH', 'IDEM']);
  expect(read({ CONFORMANCE_ONLY: 'AUTH' }, { only: 'IDEM' }).values.only).toEqual(['IDEM']);
});

test('an unknown variable is rejected in the environment and in .env, with the nearest known name', () => {
  const unknown =
    'There is no variable CONFORMANCE_APIKEY, set in the environment; the nearest is CONFORMANCE_API_KEY.';
  expect(() => read({ CONFORMANCE_APIKEY: 'topsecret' })).toThrow(unknown);
  expect(() => read({ conformance_rate: '' })).toThrow('the nearest is CONFORMANCE_RATE');
  dotEnv('CONFORMANCE_BASEURL=x\nOTHER_THING=1\n');
  expect(() => read()).toThrow('CONFORMANCE_BASEURL, set in line 1 of .env; the nearest is CONFORMANCE_BASE_URL');
});

test.each(['"', "'", '`'])('a key with the quotation mark %s around it is rejected, and not echoed', (mark) => {
  const both = `${mark}topsecret${mark}`;
  const must = 'must be printable ASCII without white space or quotation marks around it';
  // One alone is what a shell or a file has left of two.
  for (const value of [both, `${mark}topsecret`, `topsecret${mark}`]) {
    expect(() => read({ CONFORMANCE_API_KEY: value })).toThrow(`CONFORMANCE_API_KEY ${must}`);
    expect(() => read({ CONFORMANCE_API_KEY: value })).not.toThrow('topsecret');
  }
  dotEnv('CONFORMANCE_OPERATOR="Ada"\n');
  expect(read().values.operator).toBe('Ada');
});

test('a secret in the wrong variable is rejected and not echoed', () => {
  for (const { variable } of settings.filter(({ secret, name }) => secret !== 'value' && name !== 'envFile')) {
    const why = `${variable} contains the value of CONFORMANCE_API_KEY, which must not be printed.`;
    expect(() => read({ CONFORMANCE_API_KEY: 'topsecret', [variable]: 'a/topsecret' })).toThrow(new UsageError(why));
  }
  const short = { CONFORMANCE_API_KEY: 'acme', CONFORMANCE_TENANT_ID: 'acme' };
  expect(read({ CONFORMANCE_BASE_URL: 'https://sandbox.example.com/v1/', ...short }).values.tenantId).toBe('acme');
});

test('a program gives settings by name, as texts, numbers, flags or lists, and they win', () => {
  const given = { concurrency: 4, quiet: true, only: ['AUTH', 'IDEM'] };
  const env = { CONFORMANCE_CONCURRENCY: '3', CONFORMANCE_RATE: '5' };
  const { values } = read(env, { ...given, seed: '7', rate: undefined });
  expect(values).toMatchObject({ ...given, seed: 7, rate: 5 });
});

test.each([
  ['--only is empty.', { only: [] }],
  ['CONFORMANCE_API_KEY must be printable ASCII', { apiKey: null }],
  ['There is no option concurency; the nearest is concurrency.', { concurency: 1 }],
])('%s', (message, named) => {
  expect(() => read({}, named)).toThrow(message);
  expect(() => read({}, named)).toThrow(UsageError);
});
