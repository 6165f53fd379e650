import { readFileSync } from 'node:fs';
import { listed } from './common/listed.js';
import { packageRoot } from './common/package-root.js';
import { sha256 } from './common/sha256.js';

/** A sentence or table row of the specification. Requirements cover it, or `exempt` says why none does. */
export type Clause = Readonly<{
  /** Its place below the heading: `3` or `4.2` in a list, the first cell of a row. */
  at?: string;
  /** `people` use the service or its dashboard. */
  kind: 'service' | 'people' | 'definition' | 'example' | 'gap';
  sha256: string;
  requirements?: readonly string[];
  exempt?: string;
}>;

type Section = Readonly<{
  /** Headings from the second level down. */
  heading: readonly string[];
  /** `Resources, customer`. */
  cited: string;
  clauses: readonly Clause[];
}>;

export const { sections }: { readonly sections: readonly Section[] } = JSON.parse(
  readFileSync(new URL('schemas/clauses.json', packageRoot), 'utf8'),
);

/** Identifies the text of the specification. */
export const digestOfClauses: string = sha256(
  sections.flatMap(({ clauses }) => clauses.map((clause) => clause.sha256)).join('\n'),
);

/** Where a requirement stands: `Authentication, items 1 and 8; Errors, item 3`. */
export function clauseOf(id: string) {
  const citations = sections.flatMap(({ cited, clauses }) => {
    const own = clauses.filter(({ requirements }) => requirements?.includes(id));
    if (own.length === 0) return [];
    return citation(cited, own.length === clauses.length ? [] : own.map(({ at }) => at));
  });
  return citations.join('; ');
}

/** Cites places in a section. @param at items and rows */
export function citation(cited: string, at: readonly (string | undefined)[]) {
  const places = [...new Set(at.filter((place) => place !== undefined))];
  const items = places.filter((place) => /^[\d.]+$/.test(place));
  const rows = places.filter((place) => !items.includes(place));
  const numbered = items.length > 0 ? [`${items.length > 1 ? 'items' : 'item'} ${listed(items)}`] : [];
  return [cited, ...rows, ...numbered].join(', ');
}
