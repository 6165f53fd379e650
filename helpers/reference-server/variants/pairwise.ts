/** Values by the name of each dimension. */
type Dimensions = Readonly<Record<string, readonly string[]>>;
export type Choice = Readonly<Record<string, string>>;

const pairOf = (one: string, other: string) => [one, other].sort().join('\n');
const named = (dimension: string, value: string) => `${dimension}: ${value}`;
const pairsIn = (choice: readonly string[]) =>
  choice.flatMap((one, at) => choice.slice(at + 1).map((other) => pairOf(one, other)));

/**
 * Few choices of one value of each dimension, in which each two values of two dimensions meet once at least: greedily, the
 * same ones each time.
 * @param isApart whether two values exclude each other, as `dimension: value`
 */
export function pairwise(dimensions: Dimensions, isApart: (one: string, other: string) => boolean): readonly Choice[] {
  const sizeOf = (name: string) => dimensions[name]?.length ?? 0;
  const names = Object.keys(dimensions).sort((one, other) => sizeOf(other) - sizeOf(one));
  const valuesOf = (name: string) => (dimensions[name] ?? []).map((value) => named(name, value));
  const meet = names.flatMap((name, at) =>
    names
      .slice(at + 1)
      .flatMap((other) => valuesOf(name).flatMap((one) => valuesOf(other).map((two) => [one, two] as const))),
  );
  const open = new Set(meet.filter(([one, two]) => !isApart(one, two)).map(([one, two]) => pairOf(one, two)));
  const choices: Choice[] = [];
  while (open.size > 0) {
    const [first = ''] = open;
    const chosen = first.split('\n');
    // Of values that close as many pairs, the one that has most open goes first: it will be needed again.
    const left = new Map<string, number>();
    for (const value of [...open].flatMap((pair) => pair.split('\n'))) left.set(value, (left.get(value) ?? 0) + 1);
    for (const name of names) {
      if (chosen.some((value) => value.startsWith(`${name}: `))) continue;
      const fitting = valuesOf(name).filter((value) => !chosen.some((other) => isApart(value, other)));
      const gain = (value: string) =>
        chosen.filter((other) => open.has(pairOf(value, other))).length + (left.get(value) ?? 0) / 1000;
      chosen.push(
        fitting.reduce((best, value) => (gain(value) > gain(best) ? value : best), fitting[0] ?? named(name, '')),
      );
    }
    for (const pair of pairsIn(chosen)) open.delete(pair);
    choices.push(
      Object.fromEntries(
        names.map((name) => [
          name,
          chosen.find((value) => value.startsWith(`${name}: `))?.slice(name.length + 2) ?? '',
        ]),
      ),
    );
  }
  return choices;
}
