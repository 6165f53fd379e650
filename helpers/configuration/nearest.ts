/**
 * The known name that is nearest to a mistyped or shortened one, letter case aside, as the end of a message:
 * `; the nearest is --only`. It is empty where more than half of the name would have to change: that is another name.
 * @param shown how the message writes a name
 * @param most letters that may differ
 */
export function nearest(
  name: string,
  known: readonly string[],
  shown = (each: string) => each,
  most = name.length / 2,
): string {
  const folded = name.toLowerCase().slice(0, 100);
  const distances = known.map((each) => distance(folded, each.toLowerCase()));
  const least = Math.min(...distances);
  const longer = folded.length > 3 && known.find((each) => each.toLowerCase().startsWith(folded));
  const found = (least > 1 && longer) || (least <= most && known[distances.indexOf(least)]);
  return found ? `; the nearest is ${shown(found)}` : '';
}

/** How many characters have to be added, removed, replaced, or swapped with their neighbour: `cuts` is one from `cust`. */
function distance(one: string, other: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      const [above = 0, left = 0, diagonal = 0] = [last[j], row[j - 1], last[j - 1]];
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(Math.min(above + 1, left + 1, diagonal + cost, isSwap ? (beforeLast[j - 2] ?? 0) + 1 : Infinity));
    }
    [beforeLast, last] = [last, row];
  }
  return last[other.length] ?? 0;
}
