import { closest } from 'fastest-levenshtein';

/** Shorter than most keys: one that was pasted into the wrong variable is not printed whole. */
const longest = 20;

/**
 * A short printable piece of a value, in quotes, for a message: at most 20 characters, and none that could move a
 * terminal's cursor or forge a second line. Never for secrets.
 */
export function quote(value: string): string {
  const printable = value.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
  const characters = [...printable];
  return `"${characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : printable}"`;
}

/** The known name that is nearest to a mistyped one, letter case aside. `known` holds at least one name. */
export function nearest(name: string, known: readonly string[]): string {
  const folded = known.map((each) => each.toLowerCase());
  const found = closest(name.toLowerCase().slice(0, 100), folded);
  return known[folded.indexOf(found)] ?? name;
}
