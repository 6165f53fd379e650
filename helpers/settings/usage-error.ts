import { distance } from 'fastest-levenshtein';

/** A wrong call or configuration, in a sentence for people without secrets. Nothing was sent; the status is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly status = 2;
}

/** Shorter than any key, or nothing but words: `single-tennant`. */
const isNoKey = (value: string) => value.length < 12 || /^[a-z]+(?:[-, ]+[a-z]+)*$/i.test(value);

/** As `quote`; of what may be a key only its length. */
export function quoteShort(value: string): string {
  return isNoKey(value) ? quote(value) : `a text of ${value.length} characters`;
}

/** Shorter than most keys, so that none is printed whole. */
const longest = 20;

/** A value in quotes: at most 20 characters, none that moves a cursor or forges a line. Never for secrets. */
export function quote(value: string): string {
  const printable = value.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
  const characters = [...printable];
  return `"${characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : printable}"`;
}

/** The result of `work`; undefined where it throws an error that helps nobody. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/**
 * The known name nearest to a mistyped or shortened one, letter case aside, as the end of a message: `; the nearest is
 * --only`. Empty where more than half of the name would have to change.
 */
export function nearest(name: string, known: readonly string[]): string {
  const folded = name.toLowerCase().slice(0, 100);
  // A slip is seldom in the first letter.
  const changes = (each: string) => distance(folded, each) - (each[0] === folded[0] ? 0.5 : 0);
  const isNear = (each: string) => changes(each) <= name.length / 2 || (folded.length > 3 && each.startsWith(folded));
  const near = known.filter((each) => isNear(each.toLowerCase()));
  const [found] = near.toSorted((one, other) => changes(one.toLowerCase()) - changes(other.toLowerCase()));
  return found ? `; the nearest is ${found}` : '';
}
