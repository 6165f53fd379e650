import { readFileSync } from 'node:fs';
import { listed } from './listed.js';
import { packageRoot } from './package-root.js';

/**
 * One sentence or table row of the specification. Its text is not here: `sha256` is the digest of the text in normal form,
 * as `schemas/testing/specification-sentences.ts` makes it. Either requirements cover it, or `exempt` says why none does.
 */
export interface Clause {
  /** Where it stands below its heading: `3` or `4.2` for an item of a list, the first cell for a row. */
  readonly at?: string;
  /** What it is. `people` are those who use the service or its dashboard. */
  readonly kind: 'service' | 'people' | 'definition' | 'example' | 'gap';
  readonly sha256: string;
  readonly requirements?: readonly string[];
  readonly exempt?: string;
}

/** What stands below one heading, in order. */
interface Section {
  /** Headings from the second level down; none for what stands before the first of them. */
  readonly heading: readonly string[];
  /** How a requirement cites it: `Resources, customer`. */
  readonly cited: string;
  readonly clauses: readonly Clause[];
}

/** Every sentence and table row of the specification: what the catalogue covers, and what it leaves out with a reason. */
export const { sections }: { readonly sections: readonly Section[] } = JSON.parse(
  readFileSync(new URL('schemas/clauses.json', packageRoot), 'utf8'),
);

/** Where a requirement stands in the specification: `Authentication, items 1 and 8; Errors, item 3`. */
export function clauseOf(id: string): string {
  const citations = sections.flatMap(({ cited, clauses }) => {
    const own = clauses.filter(({ requirements }) => requirements?.includes(id));
    if (own.length === 0) return [];
    return citation(cited, own.length === clauses.length ? [] : own.map(({ at }) => at));
  });
  return citations.join('; ');
}

/** The citation of places in one section. @param at items and rows; a place that is neither is cited by its section alone */
export function citation(cited: string, at: readonly (string | undefined)[]): string {
  const places = [...new Set(at.flatMap((one) => one ?? []))];
  const items = places.filter((place) => /^[\d.]+$/.test(place));
  const rows = places.filter((place) => !items.includes(place));
  const numbered = items.length > 0 ? [`${items.length > 1 ? 'items' : 'item'} ${listed(items)}`] : [];
  return [cited, ...rows, ...numbered].join(', ');
}
