import { resolve } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { listed } from '../../schemas/listed.js';
import type { Specification } from '../../schemas/specification.js';
import { baseAddress } from './base-address.js';
import { type Filed, readEnvFile } from './dot-env.js';
import { nearest } from './nearest.js';
import {
  digestForm,
  type Setting,
  type SettingName,
  settingNamed,
  settings,
  settingsSchema,
  type Values,
} from './schema.js';
import { quoteShort, UsageError } from './usage-error.js';

/** Where settings are read from. */
export interface Surroundings {
  /** Not changed. */
  readonly env: NodeJS.ProcessEnv;
  /** Absolute path of the working folder: `.env` is read there, and relative paths begin there. */
  readonly cwd: string;
  /** Settings by name, from the command line or a program: they win over all others. `undefined` counts as not given. */
  readonly named?: Readonly<Record<string, unknown>>;
  /**
   * Where a program gave them, so that messages call all settings by their names: other names, for settings in whose
   * place it gave something else (`listener` for `baseUrl`).
   */
  readonly byProgram?: Readonly<Record<string, string>>;
}

/** Everything that was given, valid by the schema, not yet judged together. */
export interface Sources {
  readonly specification: Specification;
  readonly values: Values;
  /** The variables that stand in `.env`, or the file in its place. */
  readonly filed: readonly Filed[];
  /** How a message names the setting: as it was given (`--rate`, `CONFORMANCE_RATE (line 3 of .env)`), else as people set it. */
  sourceName(name: SettingName): string;
  /** How a message tells people to set it: by its variable, or by its name where a program called. */
  switchName(name: SettingName): string;
}

/** What was given for a setting, and how a message names it. */
interface Given {
  readonly value: unknown;
  readonly source: string;
}

// Not strict: the schema has words of our own.
const judging = { coerceTypes: true, useDefaults: true, allErrors: true, verbose: true, strict: false };
const isValid = new Ajv2020(judging).compile(settingsSchema);

/** Merges all sources, and judges each setting by the schema. @throws UsageError for anything unknown, or not of its kind */
export function readSources(asked: Surroundings & Pick<Sources, 'specification'>): Sources {
  const { specification, cwd, byProgram } = asked;
  const { given, filed } = readGiven(asked);
  const switchName = (name: SettingName) => (byProgram ? undefined : settingNamed(name)?.variable) ?? name;
  const sourceName = (name: SettingName) => byProgram?.[name] ?? given.get(name)?.source ?? switchName(name);
  rejectSecretsElsewhere([...given]);
  const values = Object.fromEntries([...given].map(([name, { value }]) => [name, prepared(name, value)]));
  if (!isValid(values)) throw new UsageError(sentences(isValid.errors ?? [], sourceName).join('\n'));
  for (const { name, is } of settings)
    if (is === 'path' && values[name]) values[name] = resolve(cwd, String(values[name]));
  if (values.baseUrl !== undefined) values.baseUrl = baseAddress(String(values.baseUrl), sourceName('baseUrl'));
  if (values.subject) values.subject = digestOf(String(values.subject));
  // The schema, of which the type is made, has judged them.
  return { specification, values: values as unknown as Values, filed, sourceName, switchName };
}

/**
 * What was given for each setting: by name, else by its variable in the environment, else in `.env`. An empty variable
 * counts as unset, as pipelines pass on one that nobody filled.
 * @throws UsageError for an unknown name or variable, and for a `.env` file that is broken
 */
export function readGiven({ named = {}, byProgram, env, cwd }: Surroundings) {
  const names = settings.map(({ name }) => name);
  for (const [name, value] of Object.entries(byProgram ? named : {})) {
    rejectUnknown('option', name, names);
    // A key that was read from a variable nobody set is an empty text: it must not count as given.
    if (value === '' || value === null) throw new UsageError(`${name} is empty.`);
  }
  const filed = readEnvFile(cwd, (named.envFile as string | undefined) ?? (env.CONFORMANCE_ENV_FILE || undefined));
  // What is found first wins.
  const variables = [
    ...Object.entries(env).map(([name, value]) => ({ name, value, where: 'the environment', source: name })),
    ...filed.map((one) => ({ ...one, source: `${one.name} (${one.where})` })),
  ];
  const known = settings.map(({ variable }) => variable);
  for (const { name, where } of variables)
    if (/^conformance_/i.test(name)) rejectUnknown('variable', name, known, `, set in ${where}`);
  const given = new Map<SettingName, Given>();
  for (const { name, option, variable } of settings) {
    const set = variables.find((one) => one.name === variable && one.value);
    if (named[name] !== undefined) given.set(name, { value: named[name], source: byProgram ? name : `--${option}` });
    else if (set) given.set(name, set);
  }
  return { given, filed };
}

/** A mistyped name would leave the default in force, and nobody would know. It is shown as far as it looks like a name. */
function rejectUnknown(kind: string, name: string, known: readonly string[], where = ''): void {
  if (known.includes(name)) return;
  const shown = /^\w{1,40}$/.test(name) ? name : 'of that name';
  throw new UsageError(`There is no ${kind} ${shown}${where}${nearest(name, known)}.`);
}

/** A key that was pasted into a variable whose value is printed would end in a report, or in a message from here. */
function rejectSecretsElsewhere(given: readonly (readonly [SettingName, Given])[]): void {
  const isSecret = ([name]: readonly [SettingName, Given]) => settingNamed(name)?.secret === 'value';
  // A host name loses the case of its letters.
  const folded = (value: unknown) => String(value).trim().toLowerCase();
  // Shorter ones may stand in other values by chance.
  const secrets = given.filter((one) => isSecret(one) && folded(one[1].value).length >= 8);
  for (const [, { value, source }] of given.filter((one) => !isSecret(one))) {
    const held = secrets.find(([, secret]) => folded(value).includes(folded(secret.value)));
    if (held) throw new UsageError(`${source} contains the value of ${held[1].source}, which must not be printed.`);
  }
}

/** A value as the schema judges it: a list taken apart, a text without white space around it, unless it is a header's. */
function prepared(name: SettingName, value: unknown): unknown {
  const { type, is } = settingNamed(name) ?? {};
  const parts = (one: unknown) => (typeof one === 'string' ? one.split(',').map((part) => part.trim()) : [one]);
  if (type === 'array')
    return [value]
      .flat()
      .flatMap(parts)
      .filter((one) => one !== '');
  return typeof value === 'string' && is !== 'header' ? value.trim() : value;
}

/** What the schema complains of: a sentence for each setting, and one for all that others need and is not there. */
function sentences(errors: readonly ErrorObject[], sourceName: Sources['sourceName']): string[] {
  const wrong = new Map<string, string>();
  const needing = new Map<SettingName, SettingName[]>();
  for (const error of errors) {
    const { property, missingProperty: missing } = error.params as Record<string, SettingName>;
    if (property && missing) needing.set(missing, [...(needing.get(missing) ?? []), property]);
    const setting = settingNamed(error.instancePath.split('/')[1] ?? '');
    if (setting && !wrong.has(setting.name))
      wrong.set(setting.name, sentenceOf(error, setting, sourceName(setting.name)));
  }
  const are = (names: readonly SettingName[]) => `${listed(names.map(sourceName))} ${names.length > 1 ? 'are' : 'is'}`;
  const lacking = new Map<string, SettingName[]>();
  for (const [missing, names] of needing) lacking.set(are(names), [...(lacking.get(are(names)) ?? []), missing]);
  return [...wrong.values(), ...Array.from(lacking, ([given, missing]) => `${given} set, but ${are(missing)} not.`)];
}

function sentenceOf({ keyword, data }: ErrorObject, setting: Setting, source: string): string {
  if (keyword === 'minItems') return `${source} is empty.`;
  const { type, is, minimum, maximum, secret, items, enum: words = items?.enum } = setting;
  if (is === 'header' && /^(["'`]).*\1$/s.test(String(data)))
    return `${source} has quotation marks around its value, which would be sent with it: leave them out.`;
  const range = `a ${type === 'integer' ? 'whole number' : 'number'} from ${minimum} to ${maximum}`;
  const usual = words ? `one of ${words.join(', ')}` : type === 'boolean' ? 'true or false' : range;
  const must = setting.must ?? usual;
  if (secret) return `${source} must be ${must}.`;
  const shown = typeof data === 'object' ? 'no text, number or flag' : quoteShort(String(data));
  return `${source} is ${shown}; it must be ${must}${words ? nearest(String(data), words) : ''}.`;
}

/** The digest of what is tested, as attestations have it: `sha256:` or `gitCommit:`, and its digits. Undefined for any other text. */
export function digestOf(text: string): string | undefined {
  const [, image, commit] = new RegExp(digestForm).exec(text) ?? [];
  if (image) return `sha256:${image.toLowerCase()}`;
  return commit && `gitCommit:${commit.toLowerCase()}`;
}
