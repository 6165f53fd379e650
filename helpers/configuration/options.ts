import { type OptionKind, parseArguments, unknownOption } from './arguments.js';
import { removal } from './removed.js';
import type { Given } from './setting.js';
import { type SettingName, settings } from './settings.js';
import { quote, UsageError } from './usage-error.js';
import { looksLikeAddress } from './values/base-address.js';

const byOption: ReadonlyMap<string, (typeof settings)[number]> = new Map(
  settings.flatMap((setting) => (setting.option ? [[setting.option, setting] as const] : [])),
);
const kinds: ReadonlyMap<string, OptionKind> = new Map(
  [...byOption].map(([option, { kind }]) => [option, kind === 'flag' || kind === 'list' ? kind : 'value'] as const),
);

/**
 * The settings that the command line of `run` gives.
 * @param argv what follows the command's name
 * @throws UsageError for what is no option, has no value, or is given twice and takes one
 */
export function readOptions(argv: readonly string[]): ReadonlyMap<SettingName, Given> {
  const { options, words } = parseArguments(argv, kinds, unknownSetting);
  // The word is not repeated in the message: it may be a key that lost its variable.
  if (words[0] && looksLikeAddress(words[0].text))
    throw new UsageError(`Argument ${words[0].place} is an address: give it by --base-url URL.`);
  if (words[0]) throw new UsageError(`Argument ${words[0].place} is neither an option nor a value of an option.`);
  return new Map(
    [...byOption].flatMap(([option, { name }]) => {
      const texts = options.get(option);
      return texts ? [[name, { texts, sourceName: `--${option}` }] as const] : [];
    }),
  );
}

function unknownSetting(rawName: string): UsageError {
  const gone = removal('options', `run ${rawName}`, `The option ${rawName}`);
  if (gone) return gone;
  const variable = `CONFORMANCE_${rawName.replace(/^-+/, '').replaceAll('-', '_').toUpperCase()}`;
  const setting = settings.find((each) => each.variable === variable && !each.option);
  if (setting?.kind === 'secret' || setting?.kind === 'passphrase')
    return new UsageError(`Secrets are never options: set ${variable} in the environment or in .env.`);
  if (setting) return new UsageError(`${quote(rawName)} is no option: set ${variable} in the environment or in .env.`);
  return unknownOption(rawName, [...byOption.keys(), 'help', 'version']);
}

/** Options that say what to test, where to write and how to show it: they are not what makes two runs ask alike. */
const notRepeated: readonly SettingName[] = [
  ...(['only', 'lastFailed', 'seed', 'cases', 'out', 'formats', 'watch', 'bail', 'quiet', 'json'] as const),
];

/**
 * The options of a command line, to be typed again in a POSIX shell; empty where there were none. No secret is among them,
 * since secrets are never options.
 */
export function optionsAsGiven(argv: readonly string[]): string {
  const given = readOptions(argv);
  const words = settings.flatMap(({ name, option, kind }) => {
    const texts = given.get(name)?.texts;
    if (!option || !texts || notRepeated.includes(name)) return [];
    if (kind === 'flag')
      return texts.map((text) => (text === 'true' ? `--${option}` : `--${option}=${shellWord(text)}`));
    return texts.map((text) => `--${option} ${shellWord(text)}`);
  });
  return words.join(' ');
}

/** A text as a POSIX shell reads it as one word: in quotes where it needs them. */
export function shellWord(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
