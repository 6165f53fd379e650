import { nearest } from './quote.js';
import type { Given } from './setting.js';
import { type SettingName, settings } from './settings.js';
import { UsageError } from './usage-error.js';

const names: readonly string[] = settings.map(({ name }) => name);

/**
 * Settings as a program gives them, by name and as values, in the form in which the command line would give them: one
 * text, or several for a list. Members that are `undefined` count as not given.
 * @throws UsageError for a name that is unknown, and for a value that is no text, number, flag or list of texts
 */
export function readProgrammatic(given: Readonly<Record<string, unknown>>): ReadonlyMap<SettingName, Given> {
  const found = new Map<SettingName, Given>();
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const setting = settings.find((each) => each.name === name);
    if (!setting) throw unknownName(name);
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

function unknownName(name: string): UsageError {
  // Shown only as far as it looks like a name.
  const shown = /^\w{1,40}$/.test(name) ? name : 'of that name';
  return new UsageError(`There is no option ${shown}; the nearest is ${nearest(name, names)}.`);
}
