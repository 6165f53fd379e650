import { parseArgs } from 'node:util';
import { nearest, quote } from './quote.js';
import { type SettingName, settings } from './settings.js';
import { UsageError } from './usage-error.js';

/** What the command line gives for each setting: one text, or several for a list. */
export type Texts = ReadonlyMap<SettingName, readonly string[]>;

const byOption = new Map(settings.flatMap((setting) => (setting.option ? [[setting.option, setting] as const] : [])));
const grammar = Object.fromEntries(
  [...byOption].map(([option, { kind }]) => [option, { type: kind === 'flag' ? 'boolean' : 'string' } as const]),
);

/**
 * Takes the options of `run` apart: `--name value`, `--name=value`, and `--flag` or `--flag=false`.
 * @param argv what follows the command's name
 * @throws UsageError for what is no option, has no value, or is given twice with different values
 */
export function readOptions(argv: readonly string[]): Texts {
  const { tokens } = parseArgs({
    args: [...argv],
    options: grammar,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const texts = new Map<SettingName, readonly string[]>();
  for (const token of tokens) {
    // What stands alone is not repeated in the message: it may be a key that lost its variable.
    if (token.kind === 'positional')
      throw new UsageError(`Argument ${token.index + 1} is neither an option nor the value of one.`);
    if (token.kind === 'option-terminator') continue;
    const setting = token.rawName.startsWith('--') ? byOption.get(token.name) : undefined;
    if (!setting) throw unknownOption(token.rawName);
    const text = token.value ?? (setting.kind === 'flag' ? 'true' : '');
    const swallowed = !token.inlineValue && text.startsWith('--');
    if (text === '' || swallowed) throw new UsageError(`--${setting.option} needs a value.`);
    const earlier = texts.get(setting.name) ?? [];
    if (setting.kind !== 'list' && earlier.some((other) => other !== text))
      throw new UsageError(`--${setting.option} is given twice, with different values.`);
    texts.set(setting.name, [...earlier, text]);
  }
  return texts;
}

function unknownOption(name: string): UsageError {
  const variable = `CONFORMANCE_${name.replace(/^-+/, '').replaceAll('-', '_').toUpperCase()}`;
  const setting = settings.find((each) => each.variable === variable && !each.option);
  if (setting?.kind === 'secret')
    return new UsageError(`Secrets are never options: set ${variable} in the environment or in .env.`);
  if (setting) return new UsageError(`${quote(name)} is no option: set ${variable} in the environment or in .env.`);
  const guess = `--${nearest(name.replace(/^-+/, ''), [...byOption.keys()])}`;
  // What is not even shaped like an option may be anything, a key too.
  const shown = /^--?[a-z]+(?:-[a-z]+)*$/.test(name)
    ? `There is no option ${quote(name)}`
    : 'There is an unknown option';
  return new UsageError(`${shown}; the nearest is ${guess}.`);
}
