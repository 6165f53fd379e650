import { resolve } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Specification } from '../../schemas/specification.js';
import { baseAddress } from './base-address.js';
import { type Filed, readEnvFile } from './dot-env.js';
import {
  digestForm,
  type Setting,
  type SettingName,
  settingNamed,
  settings,
  settingsSchema,
  type Values,
  variableOf,
} from './schema.js';
import { nearest, quoteShort, UsageError } from './usage-error.js';

export type Surroundings = Readonly<{
  env: NodeJS.ProcessEnv;
  /** Absolute: `.env` is read there, and relative paths begin there. */
  cwd: string;
  /** From the command line or a program: they override all others. */
  named?: Readonly<Record<string, unknown>>;
}>;

/** Settings that are valid by the schema. */
export type Sources = Readonly<{
  specification: Specification;
  values: Values;
  /** From `.env`, or the file in its place. */
  filed: readonly Filed[];
  /** How a message names a setting: `--rate`, `CONFORMANCE_RATE (line 3 of .env)`. */
  sourceName(name: SettingName): string;
}>;

type Given = Readonly<{ value: unknown; source: string }>;

// The schema has words of our own. Validating and optimising it would cost more than it saves.
const judging = { coerceTypes: true, useDefaults: true, allErrors: true, verbose: true, strict: false };
const isValid = new Ajv2020({ ...judging, validateSchema: false, code: { optimize: false } }).compile(settingsSchema);

/** Merges all sources and validates each setting. @throws UsageError for anything unknown or invalid */
export function readSources(asked: Surroundings & Pick<Sources, 'specification'>): Sources {
  const { specification, cwd } = asked;
  const { given, filed } = readGiven(asked);
  const sourceName = (name: SettingName) => given.get(name)?.source ?? variableOf(name);
  rejectSecretsElsewhere([...given]);
  const values = Object.fromEntries([...given].map(([name, { value }]) => [name, prepared(name, value)]));
  if (!isValid(values)) {
    const sentences = (isValid.errors ?? []).map((error) => sentenceOf(error, sourceName));
    throw new UsageError([...new Set(sentences)].join('\n'));
  }
  for (const { name, is } of settings)
    if (is === 'path' && values[name]) values[name] = resolve(cwd, String(values[name]));
  if (values.baseUrl !== undefined) values.baseUrl = baseAddress(String(values.baseUrl), sourceName('baseUrl'));
  if (values.subject) values.subject = digestOf(String(values.subject));
  // The schema, of which the type is made, holds.
  return { specification, values: values as unknown as Values, filed, sourceName };
}

/** Finds each setting by name, as a variable, or in `.env`. Empty variables count as unset: pipelines pass them. */
export function readGiven({ named = {}, env, cwd }: Surroundings) {
  const names = settings.map(({ name }) => name);
  for (const name of Object.keys(named)) rejectUnknown('option', name, names);
  const filed = readEnvFile(cwd, (named.envFile as string | undefined) ?? (env.CONFORMANCE_ENV_FILE || undefined));
  const variables = [
    ...Object.entries(env).map(([name, value]) => ({ name, value, where: 'the environment', source: name })),
    ...filed.map((variable) => ({ ...variable, source: `${variable.name} (${variable.where})` })),
  ];
  const variableNames = settings.map(({ variable }) => variable);
  for (const { name, where } of variables)
    if (/^conformance_/i.test(name)) rejectUnknown('variable', name, variableNames, `, set in ${where}`);
  const given = new Map<SettingName, Given>();
  for (const { name, option, variable } of settings) {
    const set = variables.find(({ name, value }) => name === variable && value);
    const value = named[name];
    if (value !== undefined) given.set(name, { value, source: option ? `--${option}` : variable });
    else if (set) given.set(name, set);
  }
  return { given, filed };
}

/** A mistyped name must not leave the default in force. */
function rejectUnknown(kind: string, name: string, names: readonly string[], where = ''): void {
  if (!names.includes(name)) throw new UsageError(`There is no ${kind} ${name}${where}${nearest(name, names)}.`);
}

/** A key in a printed variable would end in a report. */
function rejectSecretsElsewhere(given: readonly (readonly [SettingName, Given])[]): void {
  const isSecret = ([name]: readonly [SettingName, Given]) => settingNamed(name)?.secret === 'value';
  const folded = (value: unknown) => String(value).trim().toLowerCase();
  // Other values may contain shorter ones by chance.
  const secrets = given.filter((entry) => isSecret(entry) && folded(entry[1].value).length >= 8);
  for (const [, { value, source }] of given.filter((entry) => !isSecret(entry))) {
    const held = secrets.find(([, secret]) => folded(value).includes(folded(secret.value)));
    if (held) throw new UsageError(`${source} contains the value of ${held[1].source}, which must not be printed.`);
  }
}

/** Lists split, texts other than headers trimmed. */
function prepared(name: SettingName, value: unknown): unknown {
  const { type, is } = settingNamed(name) ?? {};
  if (type !== 'array') return typeof value === 'string' && is !== 'header' ? value.trim() : value;
  const parts = (item: unknown) => (typeof item === 'string' ? item.split(',').map((part) => part.trim()) : item);
  return [value]
    .flat()
    .flatMap(parts)
    .filter((part) => part !== '');
}

/** Without the value of a secret. */
function sentenceOf({ keyword, params, instancePath, data }: ErrorObject, sourceName: Sources['sourceName']) {
  const { property, missingProperty: missing } = params as Record<string, SettingName>;
  if (property && missing) return `${sourceName(property)} is set, but ${sourceName(missing)} is not.`;
  const setting = settingNamed(instancePath.split('/')[1] ?? '') as Setting;
  const { name, secret, items, enum: words = items?.enum } = setting;
  const source = sourceName(name);
  if (keyword === 'minItems') return `${source} is empty.`;
  const must = `must be ${formOf(setting, words)}`;
  if (secret) return `${source} ${must}.`;
  return `${source} is ${quoteShort(String(data))}; it ${must}${words ? nearest(String(data), words) : ''}.`;
}

function formOf({ must, type, minimum, maximum }: Setting, words: readonly string[] | undefined) {
  if (must !== undefined) return must;
  if (words) return `one of ${words.join(', ')}`;
  if (type === 'boolean') return 'true or false';
  return `a ${type === 'integer' ? 'whole number' : 'number'} from ${minimum} to ${maximum}`;
}

/** A digest in the form of attestations: `sha256:` or `gitCommit:` and digits. Undefined for another text. */
export function digestOf(text: string): string | undefined {
  const [, image, commit] = new RegExp(digestForm).exec(text) ?? [];
  if (image) return `sha256:${image.toLowerCase()}`;
  return commit && `gitCommit:${commit.toLowerCase()}`;
}
