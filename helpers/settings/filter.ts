import type { Specification } from '../../schemas/specification.js';
import { nearest } from './nearest.js';
import { quoteShort, UsageError } from './usage-error.js';

type Named = Pick<Specification, 'catalogue' | 'areas'>;

/** Every id of the catalogue, in its order. */
export const allIds = ({ catalogue }: Pick<Named, 'catalogue'>): string[] => catalogue.map(({ id }) => id);

/** Names of areas: their short names, and the prefixes of their ids. Each stands for one prefix or several. */
const groupsOf = ({ areas }: Named): readonly (readonly [name: string, prefixes: readonly string[]])[] =>
  areas.flatMap(
    ({ short, prefixes }) => [[short, prefixes], ...prefixes.map((prefix) => [prefix, [prefix]] as const)] as const,
  );

/**
 * The ids that a filter names, in catalogue order: ids and areas, letter case aside.
 * @throws UsageError for a name that matches nothing
 */
export function namedIds(names: readonly string[], sourceName: string, specification: Named): string[] {
  const ids = allIds(specification);
  const groups = groupsOf(specification);
  const found = names.flatMap((name) => {
    const same = (other: string) => other.toLowerCase() === name.toLowerCase();
    const [, prefixes = []] = groups.find(([group]) => same(group)) ?? [];
    const matching = ids.filter((id) => same(id) || prefixes.includes(id.replace(/-\d+$/, '')));
    if (matching.length > 0) return matching;
    if (/\s/.test(name)) throw new UsageError(`${sourceName} has a space between two names: separate them by commas.`);
    const known = nearest(name, [...ids, ...groups.map(([group]) => group)]) || '; explain shows all';
    throw new UsageError(`${sourceName} names ${quoteShort(name)}, which matches no requirement${known}.`);
  });
  return ids.filter((id) => found.includes(id));
}
