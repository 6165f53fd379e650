import { attributeOf } from './sources.js';

/** Options as commander gives them, of words such as `--rate=5`, `--rate 5` and `--quiet`. */
export function optionsOf(argv: readonly string[]): Readonly<Record<string, unknown>> {
  const words = argv.flatMap((word) => (word.startsWith('--') ? word.split(/=(.*)/s, 2) : [word]));
  return Object.fromEntries(
    words.flatMap((word, at) => {
      if (!word.startsWith('--')) return [];
      const next = words[at + 1];
      return [[attributeOf(word.slice(2)), next === undefined || next.startsWith('--') ? true : next]];
    }),
  );
}
