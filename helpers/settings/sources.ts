import { basename, resolve } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { listed } from '../../schemas/listed.js';
import type { Specification } from '../../schemas/specification.js';
import { baseAddress } from './base-address.js';
import { readEnvFile } from './dot-env.js';
import { nearest } from './nearest.js';
import {
  digestForm,
  honoured,
  type Setting,
  type SettingName,
  settingNamed,
  settings,
  settingsSchema,
  type Values,
} from './schema.js';
import { quoteShort, UsageError } from './usage-error.js';

/** What was given for a setting, and how the person wrote it: `--rate`, `CONFORMANCE_RATE (line 3 of .env)`. */
interface Given {
  readonly value: unknown;
  readonly source: string;
}

/** Where settings are read from. `env` is not changed. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  /** Absolute path of the working folder: `.env` is read there, and relative paths begin there. */
  readonly cwd: string;
  /** Settings by name, from the command line or a program: they win over all others. `undefined` counts as not given. */
  readonly named?: Readonly<Record<string, unknown>>;
  /** Whether a program gave them: messages then call all settings by their names. */
  readonly byProgram?: boolean;
}

/** Everything that was given, valid by the schema, not yet judged together. */
export interface Sources {
  readonly specification: Specification;
  readonly values: Values;
  /** Names of the variables that stand in `.env`, or the file in its place. */
  readonly filed: ReadonlySet<string>;
  /** Whether the setting was given, by whatever means, rather than left to its default. */
  has(name: SettingName): boolean;
  /** How a message names the setting: as it was given, else as people set it. */
  sourceName(name: SettingName): string;
  /** How a message tells people to set it: by its variable, or by its name where a program called. */
  switchName(name: SettingName): string;
}

const ownWords = ['usual', 'must', 'takes', 'secret', 'is', 'option', 'variable'];
const isValid = new Ajv2020({ coerceTypes: true, useDefaults: true, allErrors: true, verbose: true })
  .addVocabulary(ownWords)
  .compile(settingsSchema);

/**
 * Merges all sources, and judges each setting by the schema.
 * @param calledBy names that messages have for settings for which a program gave something else: `listener` for `baseUrl`
 * @throws UsageError for anything unknown, or not of its kind
 */
export function readSources(
  surroundings: Surroundings & { readonly specification: Specification },
  calledBy: Readonly<Record<string, string>> = {},
): Sources {
  const { specification, cwd, byProgram } = surroundings;
  const { given, filed } = readGiven(surroundings);
  const switchName = (name: SettingName) => (byProgram ? undefined : settingNamed(name)?.variable) ?? name;
  const sourceName = (name: SettingName) => calledBy[name] ?? given.get(name)?.source ?? switchName(name);
  rejectSecretsElsewhere(given);
  const values = Object.fromEntries([...given].map(([name, one]) => [name, prepared(name, one)]));
  if (!isValid(values)) throw new UsageError(sentences(isValid.errors ?? [], sourceName).join('\n'));
  for (const { name, is } of settings)
    if (is === 'path' && values[name]) values[name] = resolve(cwd, String(values[name]));
  if (values.baseUrl) values.baseUrl = baseAddress(String(values.baseUrl), sourceName('baseUrl'));
  if (values.subject) values.subject = digestOf(String(values.subject));
  // The schema, of which the type is made, has judged them.
  const judged = values as unknown as Values;
  return { specification, values: judged, filed, has: (name) => given.has(name), sourceName, switchName };
}

/**
 * What was given for each setting: by name, else by its variable in the environment, else in `.env`. An empty variable
 * counts as unset, as pipelines pass on one that nobody filled.
 * @throws UsageError for an unknown name or variable, and for a `.env` file that is broken
 */
export function readGiven({ named = {}, byProgram, env, cwd }: Surroundings) {
  for (const name of Object.keys(env)) rejectUnknownVariable(name, 'the environment');
  for (const [name, value] of Object.entries(named)) if (byProgram && value !== undefined) rejectUnusable(name, value);
  const envFile = (named.envFile as string | undefined) ?? (env.CONFORMANCE_ENV_FILE || undefined);
  const file = readEnvFile(cwd, envFile);
  const place = basename(envFile ?? '.env');
  for (const [name, { line }] of file) {
    rejectUnknownVariable(name, `line ${line} of ${place}`);
    // The HTTP client reads the environment itself, and one file names no other: both would be passed by in silence.
    const useless = [...honoured, 'CONFORMANCE_ENV_FILE'].find((each) => each === name.toUpperCase());
    if (useless) throw new UsageError(`${useless} has no effect in ${place}: set it in the environment.`);
  }
  const given = new Map<SettingName, Given>();
  for (const { name, option, variable } of settings) {
    const line = file.get(variable);
    if (named[name] !== undefined) given.set(name, { value: named[name], source: byProgram ? name : `--${option}` });
    else if (env[variable]) given.set(name, { value: env[variable], source: variable });
    else if (line?.value) given.set(name, { value: line.value, source: `${variable} (line ${line.line} of ${place})` });
  }
  return { given, filed: new Set(file.keys()) };
}

/** A mistyped variable would else leave its default in force, and nobody would know. */
function rejectUnknownVariable(name: string, place: string): void {
  const known = settings.map(({ variable }) => variable as string);
  if (!/^conformance_/i.test(name) || known.includes(name)) return;
  // Shown only as far as it looks like a name.
  const shown = /^\w{1,60}$/.test(name) ? name : 'a CONFORMANCE_ name';
  throw new UsageError(`There is no variable ${shown}, set in ${place}${nearest(name, known)}.`);
}

/** @throws UsageError for a name that a program made up, and for what holds nothing */
function rejectUnusable(name: string, value: unknown): void {
  const known = settings.map((setting) => setting.name as string);
  const shown = /^\w{1,40}$/.test(name) ? name : 'of that name';
  if (!known.includes(name)) throw new UsageError(`There is no option ${shown}${nearest(name, known)}.`);
  // A key that was read from a variable nobody set is an empty text: it must not count as given.
  if (value === '' || value === null) throw new UsageError(`${name} is empty.`);
}

/** Shorter ones may stand in other values by chance. */
const leastSecret = 8;

/** A key that was pasted into a variable whose value is printed would end in a report, or in a message from here. */
function rejectSecretsElsewhere(given: ReadonlyMap<SettingName, Given>): void {
  const isSecret = ([name]: readonly [SettingName, Given]) => settingNamed(name)?.secret === 'value';
  const secrets = [...given].filter(isSecret).map(([, { value, source }]) => {
    return { text: String(value).trim().toLowerCase(), source };
  });
  for (const [, { value, source }] of [...given].filter((one) => !isSecret(one))) {
    // A host name loses the case of its letters.
    const text = String(value).toLowerCase();
    const held = secrets.find((secret) => secret.text.length >= leastSecret && text.includes(secret.text));
    if (held) throw new UsageError(`${source} contains the value of ${held.source}, which must not be printed.`);
  }
}

/** A value as the schema judges it: a list taken apart, a text without white space around it. Headers are taken as they are. */
function prepared(name: SettingName, { value, source }: Given): unknown {
  const { type, is } = settingNamed(name) as Setting;
  if (type === 'array') {
    const parts = [value].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : [one]));
    return parts.map((one) => (typeof one === 'string' ? one.trim() : one)).filter((one) => one !== '');
  }
  if (typeof value !== 'string') return value;
  if (is === 'header' && /^(["'`]).*\1$/s.test(value))
    throw new UsageError(
      `${source} has quotation marks around its value, which would be sent with it: leave them out.`,
    );
  if (value.trim() === '') throw new UsageError(`${source} contains only white space.`);
  return is === 'header' ? value : value.trim();
}

/** What the schema complains of: a sentence for each setting, and one for all that others need and is not there. */
function sentences(errors: readonly ErrorObject[], sourceName: Sources['sourceName']): string[] {
  const wrong = new Map<SettingName, string>();
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
  const words = setting.enum ?? (setting.items?.enum as readonly string[] | undefined);
  const must = mustBe(setting, words);
  if (setting.secret) return `${source} must be ${must}.`;
  const shown = typeof data === 'object' ? 'no text, number or flag' : quoteShort(String(data));
  return `${source} is ${shown}; it must be ${must}${words ? nearest(String(data), words) : ''}.`;
}

function mustBe({ type, must, minimum, maximum }: Setting, words: readonly string[] | undefined): string {
  if (must !== undefined) return must;
  if (words) return `one of ${words.join(', ')}`;
  if (type === 'boolean') return 'true or false';
  return `a ${type === 'integer' ? 'whole number' : 'number'} from ${minimum} to ${maximum}`;
}

/** The digest of what is tested, as attestations have it: `sha256:` or `gitCommit:`, and its digits. Undefined for any other text. */
export function digestOf(text: string): string | undefined {
  const [, image, commit] = new RegExp(digestForm).exec(text) ?? [];
  if (image) return `sha256:${image.toLowerCase()}`;
  return commit && `gitCommit:${commit.toLowerCase()}`;
}
