import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { packageRoot } from '../../schemas/package-root.js';
import { builtFormats } from './formats.js';
import { settings } from './settings.js';
import { parseValue } from './value.js';

const example = readFileSync(new URL('.env.example', packageRoot), 'utf8');
const schema = JSON.parse(readFileSync(new URL('schemas/configuration.schema.json', packageRoot), 'utf8')) as {
  properties: Record<
    string,
    { enum?: unknown; minimum?: unknown; maximum?: unknown; type?: unknown; default?: unknown }
  >;
};
const sorted = (names: Iterable<string>) => [...names].sort();
const variables = sorted(settings.map(({ variable }) => variable));

/** What pipelines rely on: taking one away is a major version. */
const promisedOptions =
  `base-url out only require observe max-customers concurrency rate timeout deadline cases shard seed
  decisions baseline fail-on-drift format evidence start start-timeout webhook-port bail watch quiet`.split(/\s+/);
const promisedVariables = `API_KEY TENANT_ID OTHER_TENANT_ID OTHER_API_KEY PUBLIC_KEY REVOKED_KEY ENVIRONMENT
  ALLOW_LIVE_WRITES CONFIRM_SANDBOX CUSTOMER CUSTOMER_ID_POINTER ACCOUNT_ID_POINTER CA_FILE ALLOW_INSECURE_HTTP
  ALLOW_GUESSES ALLOW_KEY_IN_QUERY SIGNING_KEY_FILE OPERATOR CLASSIFICATION`.split(/\s+/);

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

test('every row but the parts not built is there for a member of the schema, and the other way round', () => {
  expect(sorted(settings.map(({ name }) => name))).toEqual(sorted(Object.keys(schema.properties)));
});

test('ranges, choices and defaults are those of the schema', () => {
  for (const setting of settings) {
    const member = schema.properties[setting.name];
    if (setting.kind === 'number')
      expect({ ...member }).toMatchObject({
        minimum: setting.least,
        maximum: setting.most,
        type: setting.fractions ? 'number' : 'integer',
      });
    if (setting.kind === 'choice') expect(member?.enum).toEqual(setting.choices);
    if (setting.kind === 'flag') expect(member).toMatchObject({ type: 'boolean', default: false });
    if (setting.fallback && setting.kind !== 'list')
      expect(parseValue(setting, [setting.fallback], 'it', '/'), setting.name).toEqual(member?.default);
  }
  const unasked = settings.find(({ name }) => name === 'formats')?.fallback?.split(',') ?? [];
  expect(schema.properties.formats).toMatchObject({ items: { enum: builtFormats }, default: ['json', ...unasked] });
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
