import { distance } from 'fastest-levenshtein';

/**
 * The known name that is nearest to a mistyped or shortened one, letter case aside, as the end of a message:
 * `; the nearest is --only`. It is empty where more than half of the name would have to change: that is another name.
 * @param shown how the message writes a name
 */
export function nearest(name: string, known: readonly string[], shown = (each: string) => each): string {
  const folded = name.toLowerCase().slice(0, 100);
  const longer = folded.length > 3 && known.find((each) => each.toLowerCase().startsWith(folded));
  // Of two that are as near, the one that begins alike: a slip is seldom in the first letter.
  const distances = known.map((each) => {
    const other = each.toLowerCase();
    return distance(folded, other) - (other[0] === folded[0] ? 0.5 : 0);
  });
  const least = Math.min(...distances);
  const found = (least > 1 && longer) || (least <= name.length / 2 && known[distances.indexOf(least)]);
  return found ? `; the nearest is ${shown(found)}` : '';
}
