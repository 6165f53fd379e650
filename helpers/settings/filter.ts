import type { Area, Specification } from '../../schemas/specification.js';
import { nearest, quoteShort, UsageError } from './usage-error.js';

type Named = Pick<Specification, 'catalogue'> & { readonly areas: readonly Pick<Area, 'short' | 'prefixes'>[] };

export const allIds = ({ catalogue }: Pick<Named, 'catalogue'>) => catalogue.map(({ id }) => id);

/** Ids by id, area or prefix in any letter case, in catalogue order. @throws UsageError for no match */
export function namedIds(names: readonly string[], sourceName: string, specification: Named) {
  const ids = allIds(specification);
  const { areas } = specification;
  const found = names.flatMap((name) => {
    const isNamed = (word: string) => word.toLowerCase() === name.toLowerCase();
    const prefixes = areas.flatMap(({ short, prefixes }) => (isNamed(short) ? prefixes : prefixes.filter(isNamed)));
    const matching = ids.filter((id) =>
      [id, id.replace(/-\d+$/, '')].some((of) => isNamed(of) || prefixes.includes(of)),
    );
    if (matching.length > 0) return matching;
    const words = [...ids, ...areas.flatMap(({ short, prefixes }) => [short, ...prefixes])];
    const near = nearest(name, words) || '; explain shows all';
    throw new UsageError(`${sourceName} names ${quoteShort(name)}, which matches no requirement${near}.`);
  });
  return ids.filter((id) => found.includes(id));
}
