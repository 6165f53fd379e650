import type { Finder } from './finder.js';
import type { Leaf } from './leaves.js';
import type { Secret } from './spelling.js';
import { best, type Stretch } from './stretches.js';

/** Leaves to either side in which the rest of a secret is looked for. */
const around = 64;
/** A leaf that adds fewer characters of a secret is there by chance. */
const leastAdded = 4;

/** The least number from `low` (exclusive) to `high` for which `holds`, which it does for `high` and not for `low`. */
function least(low: number, high: number, holds: (number: number) => boolean): number {
  let [no, yes] = [low, high];
  while (yes - no > 1) {
    const middle = (no + yes) >> 1;
    if (holds(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}

/**
 * Calls `withhold` for each leaf that holds an encoded secret, or a part of one. No decoder keeps places, so this
 * function searches runs of neighbouring leaves: it doubles a run until it discloses a secret, then halves it to the
 * fewest leaves that do. The work grows with the text, and with the logarithm of the number of leaves.
 */
export function withholdEncoded(
  leaves: readonly Leaf[],
  finder: Finder,
  withhold: (leaf: Leaf, secret: Secret) => void,
): void {
  const texts = leaves.map(({ text }) => text);
  const find = (from: number, to: number): Stretch | undefined =>
    best(finder.find(texts.slice(from, to).join('\n')).encoded);
  const disclosedIn = (from: number, to: number): number => find(from, to)?.disclosed ?? 0;
  for (let from = 0; from < leaves.length; ) {
    let size = 1;
    let found = find(from, from + size);
    for (; found === undefined && from + size < leaves.length; found = find(from, from + size)) size *= 2;
    if (found === undefined) return;
    const end = least(from + (size >> 1), Math.min(leaves.length, from + size), (to) => disclosedIn(from, to) > 0);
    const start = -least(-end, -from, (at) => disclosedIn(-at, end) > 0);
    if (end - start < size) found = find(start, end) ?? found;
    const all = new Set(leaves.slice(start, end));
    if (found.disclosed < found.secret.value.length) {
      // What is left of the secret may stand beside.
      const [first, last] = [Math.max(0, start - around), Math.min(leaves.length, end + around)];
      const enough = disclosedIn(first, last) - leastAdded;
      const stop = least(first, last, (to) => disclosedIn(first, to) > enough);
      const begin = -least(-stop, -first, (at) => disclosedIn(-at, stop) > enough);
      for (const leaf of leaves.slice(begin, stop)) all.add(leaf);
    }
    for (const leaf of all) withhold(leaf, found.secret);
    from = end;
  }
}
