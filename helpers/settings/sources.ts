import { basename, resolve } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { listed } from '../../schemas/listed.js';
import type { Specification } from '../../schemas/specification.js';
import { baseAddress } from './base-address.js';
import { readEnvFile } from './dot-env.js';
import { nearest } from './nearest.js';
import {
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
export interface Given {
  readonly value: unknown;
  readonly source: string;
  /** True where it comes from `.env`, or the file in its place. */
  readonly isFiled?: true;
}

/** Everything that was given, valid by the schema, not yet judged together. */
export interface Sources {
  /** Of the API that is tested. */
  readonly specification: Specification;
  readonly values: Values;
  /** Whether the setting was given, by whatever means, rather than left to its default. */
  has(name: SettingName): boolean;
  /** Whether its value comes from `.env`, or the file in its place. */
  isFiled(name: SettingName): boolean;
  /** How a message names the setting: as it was given, else as people set it. */
  sourceName(name: SettingName): string;
  /** How a message tells people to set it: by its variable, or by its name where a program called. */
  switchName(name: SettingName): string;
}

/** Where settings are read from. `env` is not changed. */
export interface Surroundings {
  /** Of the API that is tested. */
  readonly specification: Specification;
  /** Options of `run` as commander gives them, by their names in camel case. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly env: NodeJS.ProcessEnv;
  /** Absolute path of the working folder: `.env` is read there, and relative paths begin there. */
  readonly cwd: string;
  /** Settings by name, as a program gives them: they win over all others, and messages call them by their names. */
  readonly named?: Readonly<Record<string, unknown>>;
  /** Names that messages have for some of them, where the program gave something else: `listener` for `baseUrl`. */
  readonly calledBy?: Readonly<Record<string, string>>;
  /** Whether a run without any target is to demonstrate the suite: a person sees that nothing of their own is tested. */
  readonly interactive?: boolean;
}

const ownWords = ['usual', 'must', 'takes', 'secret', 'is', 'option', 'variable'];
const isValid = new Ajv2020({ coerceTypes: true, useDefaults: true, allErrors: true, verbose: true })
  .addVocabulary(ownWords)
  .compile(settingsSchema);

/**
 * Merges settings by name, options, variables and `.env`, in that order of precedence, and judges each by the schema.
 * @throws UsageError for anything unknown, or not of its kind
 */
export function readSources({ specification, options = {}, env, cwd, named, calledBy = {} }: Surroundings): Sources {
  const program = givenByProgram(named ?? {});
  const chosen = givenByOptions(options);
  const envFile = (program.get('envFile') ?? chosen.get('envFile'))?.value as string | undefined;
  const given = new Map([...readVariables(env, cwd, envFile), ...chosen, ...program]);
  const switchName = (name: SettingName) => (named ? undefined : settingNamed(name)?.variable) ?? name;
  const sourceName = (name: SettingName) => calledBy[name] ?? given.get(name)?.source ?? switchName(name);
  rejectSecretsElsewhere(given);
  const values = Object.fromEntries([...given].map(([name, one]) => [name, prepared(name, one)]));
  if (!isValid(values)) throw new UsageError(sentences(isValid.errors ?? [], sourceName).join('\n'));
  for (const { name, is } of settings)
    if (is === 'path' && values[name]) values[name] = resolve(cwd, String(values[name]));
  if (values.baseUrl) values.baseUrl = baseAddress(String(values.baseUrl), sourceName('baseUrl'));
  if (values.subject) values.subject = digestOf(String(values.subject));
  return {
    specification,
    // The schema, of which the type is made, has judged them.
    values: values as unknown as Values,
    has: (name) => given.has(name),
    isFiled: (name) => given.get(name)?.isFiled === true,
    sourceName,
    switchName,
  };
}

/**
 * The settings whose CONFORMANCE_ variable holds something: from the environment, else from `.env` in the working folder. An
 * empty one counts as unset, as pipelines pass on a variable that nobody filled.
 * @param envFile the file in the place of `.env`, where an option names one; else CONFORMANCE_ENV_FILE may
 * @throws UsageError for an unknown variable and a `.env` file that is broken
 */
export function readVariables(
  env: NodeJS.ProcessEnv,
  cwd: string,
  envFile: string | undefined = env.CONFORMANCE_ENV_FILE || undefined,
): ReadonlyMap<SettingName, Given & { readonly value: string }> {
  const file = readEnvFile(cwd, envFile);
  const place = basename(envFile ?? '.env');
  for (const name of Object.keys(env)) rejectUnknown(name, 'the environment');
  for (const [name, { line }] of file) {
    rejectUnknown(name, `line ${line} of ${place}`);
    // The HTTP client reads the environment itself, and one file names no other: both would be passed by in silence.
    const useless = [...honoured, 'CONFORMANCE_ENV_FILE'].find((each) => each === name.toUpperCase());
    if (useless) throw new UsageError(`${useless} has no effect in ${place}: set it in the environment.`);
  }
  return new Map(
    settings.flatMap(({ name, variable }): [SettingName, Given & { value: string }][] => {
      const [value, filed] = [env[variable], file.get(variable)];
      if (value) return [[name, { value, source: variable }]];
      if (!filed?.value) return [];
      return [[name, { value: filed.value, source: `${variable} (line ${filed.line} of ${place})`, isFiled: true }]];
    }),
  );
}

/** A mistyped variable would else leave its default in force, and nobody would know. */
function rejectUnknown(name: string, place: string): void {
  const known = settings.map(({ variable }) => variable as string);
  if (!/^conformance_/i.test(name) || known.includes(name)) return;
  // Shown only as far as it looks like a name.
  const shown = /^\w{1,60}$/.test(name) ? name : 'a CONFORMANCE_ name';
  throw new UsageError(`There is no variable ${shown}, set in ${place}${nearest(name, known)}.`);
}

function givenByOptions(options: Readonly<Record<string, unknown>>): ReadonlyMap<SettingName, Given> {
  return new Map(
    settings.flatMap(({ name, option = '' }): [SettingName, Given][] => {
      const value = options[attributeOf(option)];
      return option === '' || value === undefined ? [] : [[name, { value, source: `--${option}` }]];
    }),
  );
}

/** The name under which commander gives an option: `--base-url` is `baseUrl`. */
export const attributeOf = (option: string) => option.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Members that are `undefined` count as not given. @throws UsageError for an unknown name, and for what holds nothing */
function givenByProgram(named: Readonly<Record<string, unknown>>): ReadonlyMap<SettingName, Given> {
  const names = settings.map(({ name }) => name as string);
  return new Map(
    Object.entries(named).flatMap(([name, value]): [SettingName, Given][] => {
      if (value === undefined) return [];
      // Shown only as far as it looks like a name.
      const shown = /^\w{1,40}$/.test(name) ? name : 'of that name';
      if (!names.includes(name)) throw new UsageError(`There is no option ${shown}${nearest(name, names)}.`);
      // A key that was read from a variable nobody set is an empty text: it must not count as given.
      if (value === '' || value === null) throw new UsageError(`${name} is empty.`);
      return [[name as SettingName, { value, source: name }]];
    }),
  );
}

/** Shorter ones may stand in other values by chance. */
const leastSecret = 8;

/** A key that was pasted into a variable whose value is printed would end in a report, or in a message from here. */
function rejectSecretsElsewhere(given: ReadonlyMap<SettingName, Given>): void {
  const secrets = [...given].filter(([name]) => settingNamed(name)?.secret === 'value').map(([, secret]) => secret);
  for (const [name, { value, source }] of given) {
    if (settingNamed(name)?.secret === 'value') continue;
    // A host name loses the case of its letters.
    const text = String(value).toLowerCase();
    const held = secrets.find((secret) => {
      const one = String(secret.value).trim().toLowerCase();
      return one.length >= leastSecret && text.includes(one);
    });
    if (held) throw new UsageError(`${source} contains the value of ${held.source}, which must not be printed.`);
  }
}

/** A value as the schema judges it: a list taken apart, a text without white space around it. Headers are taken as they are. */
function prepared(name: SettingName, { value, source }: Given): unknown {
  const { type, is } = settingNamed(name) as Setting;
  const trimmed = (one: unknown) => (typeof one === 'string' ? one.trim() : one);
  if (type === 'array')
    return [value]
      .flat()
      .flatMap((one) => (typeof one === 'string' ? one.split(',').map(trimmed).filter(Boolean) : [one]));
  if (is === 'header' && /^(["'`]).*\1$/s.test(String(value)))
    throw new UsageError(
      `${source} has quotation marks around its value, which would be sent with it: leave them out.`,
    );
  if (trimmed(value) === '') throw new UsageError(`${source} contains only white space.`);
  return is === 'header' ? value : trimmed(value);
}

/** What the schema complains of: a sentence for each setting, and one for all that others need and is not there. */
function sentences(errors: readonly ErrorObject[], sourceName: Sources['sourceName']): string[] {
  const wrong = new Map<string, string>();
  const needing = new Map<SettingName, SettingName[]>();
  for (const error of errors) {
    const { property, missingProperty } = error.params as Record<string, SettingName>;
    if (property && missingProperty) needing.set(missingProperty, [...(needing.get(missingProperty) ?? []), property]);
    const setting = settingNamed(error.instancePath.split('/')[1] ?? '');
    if (setting && !wrong.has(setting.name))
      wrong.set(setting.name, sentenceOf(error, setting, sourceName(setting.name)));
  }
  const are = (names: readonly SettingName[]) => `${listed(names.map(sourceName))} ${names.length > 1 ? 'are' : 'is'}`;
  const given = new Set([...needing.values()].map(are));
  const lacking = [...given].map((subject) => {
    const missing = [...needing].filter(([, names]) => are(names) === subject).map(([name]) => name);
    return `${subject} set, but ${are(missing)} not.`;
  });
  return [...wrong.values(), ...lacking];
}

function sentenceOf({ keyword, data }: ErrorObject, setting: Setting, source: string): string {
  if (keyword === 'minItems') return `${source} is empty.`;
  const words = setting.enum ?? (setting.items?.enum as readonly string[] | undefined);
  const near = words ? nearest(String(data), words) : '';
  const shown = typeof data === 'object' ? 'no text, number or flag' : quoteShort(String(data));
  const must = mustBe(setting, words);
  return setting.secret ? `${source} must be ${must}.` : `${source} is ${shown}; it must be ${must}${near}.`;
}

function mustBe({ type, must, minimum, maximum }: Setting, words: readonly string[] | undefined): string {
  if (must !== undefined) return must;
  if (words) return `one of ${words.join(', ')}`;
  if (type === 'boolean') return 'true or false';
  return `a ${type === 'integer' ? 'whole number' : 'number'} from ${minimum} to ${maximum}`;
}

/**
 * The digest of what is tested, as attestations have it: `sha256:` and 64 digits, also at the end of an image's name; 40
 * digits are a commit, `gitCommit:` and these. Undefined for any other text.
 */
export function digestOf(text: string): string | undefined {
  const [, image, commit] =
    /^(?:(?:[^@]*@)?(?:sha256:)?([0-9a-f]{64})|(?:gitCommit:)?([0-9a-f]{40}))$/i.exec(text) ?? [];
  if (image) return `sha256:${image.toLowerCase()}`;
  return commit && `gitCommit:${commit.toLowerCase()}`;
}
