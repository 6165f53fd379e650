/** One value of each dimension, as `dimension: value`. */
export type Choice = readonly string[];

const pairOf = (one: string, other: string) => [one, other].sort().join('\n');
const pairsIn = (choice: Choice) => choice.flatMap((one, at) => choice.slice(at + 1).map((two) => pairOf(one, two)));

/**
 * Few choices in which each two values of two dimensions meet once at least: greedily, the same ones each time.
 * @param dimensions values by the name of each
 * @param isApart whether two values exclude each other
 */
export function pairwise(
  dimensions: Readonly<Record<string, readonly string[]>>,
  isApart: (one: string, other: string) => boolean,
): readonly Choice[] {
  const columns = Object.entries(dimensions)
    .map(([name, values]) => values.map((value) => `${name}: ${value}`))
    .sort((one, other) => other.length - one.length);
  const open = new Set(
    columns.flatMap((column, at) =>
      columns
        .slice(at + 1)
        .flatMap((other) =>
          column.flatMap((one) => other.filter((two) => !isApart(one, two)).map((two) => pairOf(one, two))),
        ),
    ),
  );
  const choices: Choice[] = [];
  while (open.size > 0) {
    const [first = ''] = open;
    const chosen = first.split('\n');
    // Of values that close as many pairs, the one that has most open goes first: it will be needed again.
    const left = new Map<string, number>();
    for (const value of [...open].flatMap((pair) => pair.split('\n'))) left.set(value, (left.get(value) ?? 0) + 1);
    const gain = (value: string) =>
      chosen.filter((other) => open.has(pairOf(value, other))).length + (left.get(value) ?? 0) / 1000;
    for (const column of columns.filter((values) => !values.some((value) => chosen.includes(value)))) {
      const fitting = column.filter((value) => !chosen.some((other) => isApart(value, other)));
      chosen.push(fitting.reduce((best, value) => (gain(value) > gain(best) ? value : best)));
    }
    for (const pair of pairsIn(chosen)) open.delete(pair);
    choices.push(chosen);
  }
  return choices;
}
