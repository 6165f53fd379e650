import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { packageRoot } from '../../schemas/package-root.js';
import type { Specification } from '../../schemas/specification.js';
import { casesOfKind, checkName, seedOf } from './generated-cases.js';
import { type JudgedSettings, judgedSettings, plainOf } from './judged-settings.js';
import { type Configuration, settings } from './settings.js';
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

const configured = {
  tenantId: 'acme',
  cases: 0,
  apiKey: 'k',
  publicKey: 'p',
  evidence: 'full',
  headers: [['X-Gate', 'h']],
};
const held = (change: object) => judgedSettings({ ...configured, ...change } as unknown as Configuration);

test('a report holds the settings that judging needs: names of keys and headers, never their values', () => {
  expect(held({})).toEqual({
    plain: { tenantId: 'acme', cases: 0, evidence: 'full' },
    keys: ['apiKey', 'publicKey'],
    headers: ['X-Gate'],
  });
  expect(held({ headers: undefined, apiKey: undefined })).toMatchObject({ keys: ['publicKey'], headers: [] });
});

test.each<[evidence: string, customer: object | undefined, isHeld: boolean]>([
  ['full', {}, true],
  ['shape', undefined, true],
  ['shape', {}, false],
  ['none', undefined, false],
])('with evidence %s and the customer %j a run can be judged again: %s', (evidence, customer, isHeld) => {
  expect(held({ evidence, customer }) !== undefined).toBe(isHeld);
});

test('of the settings of a report those alone count that the table names', () => {
  const plain = { tenantId: 'acme', apiKey: 'k', cases: undefined };
  expect(plainOf({ plain, keys: [], headers: [] } as unknown as JudgedSettings)).toEqual({
    tenantId: 'acme',
    cases: undefined,
  });
});

test('a generated case has a seed of its own, whatever the order', () => {
  expect(checkName('malformed')).toBe('generated: malformed');
  const seeds = [
    seedOf(1, 'CUST-09', 'malformed', 0),
    seedOf(1, 'CUST-09', 'malformed', 1),
    seedOf(2, 'CUST-09', 'malformed', 0),
  ];
  seeds.push(seedOf(1, 'CUST-10', 'malformed', 0), seedOf(1, 'CUST-09', 'well-formed', 0));
  expect(new Set(seeds).size).toBe(5);
  expect(seeds.every((seed) => Number.isInteger(seed) && Math.abs(seed) <= 2 ** 31)).toBe(true);
  const members = [
    { requirement: 'A' },
    { requirement: 'B' },
    { requirement: 'A' },
  ] as unknown as Specification['members'];
  expect(casesOfKind({ cases: 5, only: ['A'] } as never, { members } as never)).toBe(10);
  expect(casesOfKind({ cases: 5, only: ['A'] } as never, {})).toBe(0);
});
