import { parseArgs } from 'node:util';
import { nearest } from './nearest.js';
import { quote, UsageError } from './usage-error.js';

/** What an option takes: nothing (or `=true`, `=false`), one text, or one text each time it is given. */
export type OptionKind = 'flag' | 'value' | 'list';

/**
 * Takes arguments apart: `--name value`, `--name=value`, `--flag` and `--flag=false`, and words between them.
 * @param unknown gives the error for an option that is not known, as it was written
 * @returns `options`: texts by option, without hyphens (of a flag `true` unless it was given another), and `words`: what
 * stands alone, with its place among the arguments, counted from 1
 * @throws UsageError for an unknown option, a missing value, and an option that is given twice and takes one
 */
export function parseArguments(
  argv: readonly string[],
  kinds: ReadonlyMap<string, OptionKind>,
  unknown: (rawName: string) => UsageError,
) {
  const grammar = [...kinds].map(([name, kind]) => [name, { type: kind === 'flag' ? 'boolean' : 'string' }] as const);
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(grammar),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const options = new Map<string, readonly string[]>();
  const words: { text: string; place: number }[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push({ text: token.value, place: token.index + 1 });
    if (token.kind !== 'option') continue;
    const kind = token.rawName.startsWith('--') ? kinds.get(token.name) : undefined;
    if (!kind) throw unknown(token.rawName);
    const text = token.value ?? (kind === 'flag' ? 'true' : '');
    const isOption = !token.inlineValue && text.startsWith('--');
    if (text === '' || isOption) throw new UsageError(`--${token.name} needs a value.`);
    const earlier = options.get(token.name) ?? [];
    if (earlier.length > 0 && (kind === 'value' || (kind === 'flag' && earlier[0] !== text)))
      throw new UsageError(`--${token.name} is given twice; it takes one value.`);
    options.set(token.name, [...earlier, text]);
  }
  return { options, words };
}

/** The error for an option that is not known. Text that does not look like an option may be a key: it is not shown. */
export function unknownOption(rawName: string, known: readonly string[]): UsageError {
  const shown = /^--?[a-z]+(?:-[a-z]+)*$/.test(rawName)
    ? `There is no option ${quote(rawName)}`
    : 'There is an unknown option';
  return new UsageError(
    `${shown}${nearest(rawName.replace(/^-+/, ''), known, (name) => `--${name}`) || '; --help lists them'}.`,
  );
}
