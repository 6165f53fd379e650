import type { Specification } from '../../schemas/specification.js';
import { nearest } from './nearest.js';
import { readOptions } from './options.js';
import { removal } from './removed.js';
import type { Given } from './setting.js';
import { type Setting, type SettingName, settingNamed, settings, type Values } from './settings.js';
import { UsageError } from './usage-error.js';
import { parseValue } from './values/value.js';
import { readVariables } from './variables.js';

/** Everything that was given, each setting parsed by itself, not yet judged together. */
export interface Sources {
  /** Of the API that is tested. */
  readonly specification: Specification;
  readonly values: Values;
  /** Whether the setting was given, by whatever means, rather than left to its default. */
  has(name: SettingName): boolean;
  /** Whether its value comes from `.env`, or the file in its place. */
  isFiled(name: SettingName): boolean;
  /** How a message names the setting: as it was given, else by its variable. */
  sourceName(name: SettingName): string;
  /** How a message tells people to set it: by its variable, or by its name where a program called. */
  switchName(name: SettingName): string;
}

/** What has to hold between settings: the sentence that says what does not, or false. */
export type Rule = (given: Sources) => string | false;

/** Where settings are read from. `env` is not changed. */
export interface Surroundings {
  /** Of the API that is tested. */
  readonly specification: Specification;
  /** What follows the command's name. */
  readonly argv: readonly string[];
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

/**
 * Merges settings by name, options, variables and `.env`, in that order of precedence, and parses each.
 * @throws UsageError for anything unknown, or not of its kind
 */
export function readSources({ specification, argv, env, cwd, named, calledBy = {} }: Surroundings): Sources {
  const [program, options] = [readProgrammatic(named ?? {}), readOptions(argv)];
  const envFile = program.get('envFile') ?? options.get('envFile');
  const sources = new Map([...readVariables(env, cwd, envFile?.texts[0]), ...options, ...program]);
  rejectSecretsElsewhere(sources);
  const values: Record<string, unknown> = {};
  for (const setting of settings) {
    const name = setting.name;
    const fallback = setting.fallback ?? (setting.kind === 'flag' ? 'false' : undefined);
    const source = sources.get(name) ?? (fallback && { texts: [fallback], sourceName: setting.variable });
    if (source) values[name] = parseValue(setting, source.texts, source.sourceName, cwd);
  }
  const switchName = (name: SettingName) => (named ? undefined : settingNamed(name)?.variable) ?? name;
  return {
    specification,
    // The table's kinds and the parser's cases agree by test, which the compiler cannot see.
    values: values as unknown as Values,
    has: (name) => sources.has(name),
    isFiled: (name) => sources.get(name)?.isFiled === true,
    sourceName: (name) => calledBy[name] ?? sources.get(name)?.sourceName ?? switchName(name),
    switchName,
  };
}

export const isSecret = ({ kind }: Setting) => kind === 'secret' || kind === 'passphrase';

/** Shorter ones may stand in other values by chance. */
const leastSecret = 8;

/** A key that was pasted into a variable whose value is printed would end in a report, or in a message from here. */
function rejectSecretsElsewhere(sources: ReadonlyMap<SettingName, Given>): void {
  const secrets = settings.filter(isSecret).flatMap(({ name }) => sources.get(name) ?? []);
  for (const setting of settings) {
    const source = sources.get(setting.name);
    if (!source || isSecret(setting)) continue;
    const held = secrets.find(({ texts: [secret = ''] }) => {
      // A host name loses the case of its letters.
      const value = secret.trim().toLowerCase();
      return value.length >= leastSecret && source.texts.some((text) => text.toLowerCase().includes(value));
    });
    if (held)
      throw new UsageError(`${source.sourceName} contains the value of ${held.sourceName}, which must not be printed.`);
  }
}

/**
 * Settings as a program gives them, by name and as values, in the form in which the command line would give them: one
 * text, or several for a list. Members that are `undefined` count as not given.
 * @throws UsageError for a name that is unknown, and for a value that is no text, number, flag or list of texts
 */
function readProgrammatic(given: Readonly<Record<string, unknown>>): ReadonlyMap<SettingName, Given> {
  const found = new Map<SettingName, Given>();
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const setting = settingNamed(name);
    if (!setting) {
      const option = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const variable = `CONFORMANCE_${option.replaceAll('-', '_').toUpperCase()}`;
      const shownGone = `The option ${name}`;
      const gone = removal('options', `run --${option}`, shownGone) ?? removal('variables', variable, shownGone);
      if (gone) throw gone;
      // Shown only as far as it looks like a name.
      const shown = /^\w{1,40}$/.test(name) ? name : 'of that name';
      const names = settings.map((each) => each.name);
      throw new UsageError(`There is no option ${shown}${nearest(name, names)}.`);
    }
    found.set(setting.name, { texts: textsOf(name, value), sourceName: name });
  }
  return found;
}

/** A key that was read from a variable nobody set is an empty text: it must not count as given. */
function textsOf(name: string, value: unknown): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  if (values.length === 0) throw new UsageError(`${name} is empty.`);
  return values.map((each: unknown) => {
    if (typeof each !== 'string' && typeof each !== 'number' && typeof each !== 'boolean')
      throw new UsageError(`${name} is not a text, number or flag.`);
    if (each === '') throw new UsageError(`${name} is empty.`);
    return String(each);
  });
}
