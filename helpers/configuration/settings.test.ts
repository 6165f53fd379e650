import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { packageRoot } from '../../schemas/package-root.js';
import { settings } from './settings.js';
import { builtFormats } from './values/formats.js';
import { parseValue } from './values/value.js';

const example = readFileSync(new URL('.env.example', packageRoot), 'utf8');
const sorted = (names: Iterable<string>) => [...names].sort();
const variables = sorted(settings.map(({ variable }) => variable));

/** What pipelines rely on: taking one away is a major version. */
const promisedOptions =
  `base-url embedded profile out only last-failed require observe max-customers concurrency rate timeout deadline cases seed
  decisions baseline like subject fail-on-drift strict-waivers format evidence start start-env start-timeout webhook-port bail watch quiet json env-file`.split(
    /\s+/,
  );
const promisedVariables = `API_KEY TENANT_ID OTHER_TENANT_ID OTHER_API_KEY PUBLIC_KEY REVOKED_KEY ENVIRONMENT
  ALLOW_LIVE_WRITES CONFIRM_SANDBOX KEYS_ARE_PUBLIC CUSTOMER CUSTOMER_ID_POINTER ACCOUNT_ID_POINTER CA_FILE HEADERS_FILE CLIENT_CERT_FILE CLIENT_KEY_FILE CLIENT_KEY_PASSPHRASE ALLOW_INSECURE_HTTP
  ALLOW_GUESSES ALLOW_KEY_ELSEWHERE SIGNING_KEY_FILE BROWSER OPERATOR CLASSIFICATION`.split(/\s+/);

test('the table holds every option and variable that is promised, and no other', () => {
  expect(sorted(settings.flatMap(({ option }) => option ?? []))).toEqual(sorted(promisedOptions));
  const ofOptions = promisedOptions.map((option) => option.toUpperCase().replaceAll('-', '_'));
  expect(variables).toEqual(sorted([...promisedVariables, ...ofOptions].map((name) => `CONFORMANCE_${name}`)));
});

test('names are unique, an option is its variable in other letters, and no secret is an option', () => {
  expect(new Set(settings.map(({ name }) => name)).size).toBe(settings.length);
  for (const { option, variable, kind } of settings) {
    if (option) expect(variable).toBe(`CONFORMANCE_${option.toUpperCase().replaceAll('-', '_')}`);
    if (kind === 'secret') expect(option).toBeUndefined();
  }
});

test('each default is a value of its kind', () => {
  for (const setting of settings)
    if (setting.fallback !== undefined)
      expect(() => parseValue(setting, [setting.fallback ?? ''], setting.variable, '/'), setting.name).not.toThrow();
  const formats = settings.find(({ name }) => name === 'formats')?.fallback?.split(',') ?? [];
  expect(builtFormats).toEqual(expect.arrayContaining(formats));
});

test('.env.example sets nothing as it is', () => {
  expect(parse(example)).toEqual({});
});

test('.env.example has a line for every variable of the table, once, and names no other', () => {
  const lines = [...example.matchAll(/^#(CONFORMANCE_\w+)=/gm)].flatMap(([, name]) => name ?? []);
  expect(sorted(lines)).toEqual(variables);
  expect(sorted(new Set(example.match(/CONFORMANCE_\w+/g)))).toEqual(variables);
});

test('each line of .env.example is explained, and its value is of its kind', () => {
  const paragraphs = example.split(/\n{2,}/).filter((paragraph) => /^#CONFORMANCE_/m.test(paragraph));
  for (const paragraph of paragraphs) expect(paragraph).toMatch(/^# \S/);
  const values = parse(example.replace(/^#(?=CONFORMANCE_)/gm, ''));
  for (const setting of settings)
    expect(() => parseValue(setting, [values[setting.variable] ?? ''], setting.variable, '/')).not.toThrow();
});
