import { distance } from 'fastest-levenshtein';

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
