import { settings } from './schema.js';

/** Options as the command line gives them, by the names of settings, of words such as `--rate=5`, `--rate 5` and `--quiet`. */
export function optionsOf(argv: readonly string[]): Readonly<Record<string, unknown>> {
  const words = argv.flatMap((word) => (word.startsWith('--') ? word.split(/=(.*)/s, 2) : [word]));
  return Object.fromEntries(
    words.flatMap((word, at) => {
      const setting = settings.find(({ option }) => word === `--${option}`);
      const next = words[at + 1];
      return setting ? [[setting.name, next === undefined || next.startsWith('--') ? true : next]] : [];
    }),
  );
}
