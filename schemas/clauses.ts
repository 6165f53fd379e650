import { listed } from './listed.js';

/** What a sentence of the specification is. `people` are those who use the service or its dashboard. */
export const clauseKinds = ['service', 'people', 'definition', 'example', 'gap'] as const;

export type ClauseKind = (typeof clauseKinds)[number];

/**
 * One sentence or table row of the specification. Its text is not here: `sha256` is the digest of the text in normal form,
 * as `reports/trace` makes it. Either requirements cover it, or `exempt` says why none does.
 */
export interface Clause {
  /** Where it stands below its heading: `3` or `4.2` for an item of a list, the first cell for a row. */
  readonly at?: string;
  readonly kind: ClauseKind;
  readonly sha256: string;
  readonly requirements?: readonly string[];
  readonly exempt?: string;
}

/** What stands below one heading, in order. */
export interface Section {
  /** Headings from the second level down; none for what stands before the first of them. */
  readonly heading: readonly string[];
  /** How a requirement cites it: `Resources, customer`. */
  readonly cited: string;
  readonly clauses: readonly Clause[];
}

export interface Clauses {
  readonly specification: string;
  readonly sections: readonly Section[];
}

/** The clauses that a requirement covers, in the order of the specification, each with its citation. */
export function clausesOf(
  { sections }: Pick<Clauses, 'sections'>,
  id: string,
): readonly (Clause & { readonly place: string })[] {
  return sections.flatMap(({ cited, clauses: all }) =>
    all
      .filter(({ requirements }) => requirements?.includes(id))
      .map((clause) => ({ ...clause, place: citation(cited, [clause.at]) })),
  );
}

/** Where a requirement stands in the specification: `Authentication, items 1 and 8; Errors, item 3`. */
export function clauseOf({ sections }: Pick<Clauses, 'sections'>, id: string): string {
  return sections
    .flatMap(({ cited, clauses: all }) => {
      const own = all.filter(({ requirements }) => requirements?.includes(id));
      if (own.length === 0) return [];
      const isWhole = own.length === all.length;
      return citation(cited, isWhole ? [] : own.map(({ at }) => at));
    })
    .join('; ');
}

/** The citation of places in one section. @param at items and rows; a place that is neither is cited by its section alone */
export function citation(cited: string, at: readonly (string | undefined)[]): string {
  const places = [...new Set(at.flatMap((one) => one ?? []))];
  const rows = places.filter((place) => !isItem(place));
  const items = runs(places.filter(isItem));
  const word = places.filter(isItem).length > 1 ? 'items' : 'item';
  return [cited, ...rows, ...(items.length > 0 ? [`${word} ${listed(items)}`] : [])].join(', ');
}

const isItem = (place: string) => /^[\d.]+$/.test(place);

/** Three items or more that follow each other as `2 to 4`. */
function runs(items: readonly string[]): string[] {
  const found: string[][] = [];
  for (const item of items) {
    const last = found.at(-1);
    if (last && Number(item) === Number(last.at(-1)) + 1) last.push(item);
    else found.push([item]);
  }
  return found.flatMap((run) => (run.length > 2 ? [`${run[0]} to ${run.at(-1)}`] : run));
}
