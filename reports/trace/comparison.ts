import { type Clause, type Clauses, citation } from '../../schemas/clauses.js';
import type { Sentence } from './specification.js';

/** A sentence of the specification, or a clause of the catalogue that it no longer has. */
export interface Traced {
  /** Somebody has to review all but the first two. */
  readonly status: 'covered' | 'exempt' | 'changed' | 'new' | 'gone';
  /** `Authentication, item 8`. */
  readonly place: string;
  /** Absent for what is gone: the catalogue does not have the text. */
  readonly sentence?: Sentence;
  /** What the catalogue says about it, or about what stood there; absent for what is new. */
  readonly clause?: Clause;
  /** True for a changed sentence whose text is the same, under another heading. */
  readonly moved?: true;
}

/** A clause with its place, its headings as `keyOf` gives them, and its index among all clauses. */
interface Known extends Pick<Traced, 'place'> {
  readonly heading: string;
  readonly clause: Clause;
  readonly index: number;
}

/**
 * Compares a copy of the specification with the clauses of the catalogue.
 * @returns the sentences in their order; what is gone stands at the end
 */
export function traceOf(specification: readonly Sentence[], { sections }: Clauses): readonly Traced[] {
  const known = sections
    .flatMap(({ heading, cited: name, clauses }) =>
      clauses.map((clause) => ({ heading: keyOf(heading), place: citation(name, [clause.at]), clause })),
    )
    .map((one, index): Known => ({ ...one, index }));
  const pairs = pair(specification, known);
  const cited = new Map(sections.map(({ heading, cited: name }) => [keyOf(heading), name]));
  const present = specification.map((sentence): Traced => {
    const { heading, at } = sentence;
    const place = citation(cited.get(keyOf(heading)) ?? (heading.join(', ') || 'Introduction'), [at]);
    const found = pairs.get(sentence);
    if (!found) return { status: 'new', place, sentence };
    const { clause } = found;
    const isSame = clause.sha256 === sentence.sha256;
    if (isSame && found.heading === keyOf(heading))
      return { status: clause.exempt === undefined ? 'covered' : 'exempt', place, sentence, clause };
    return { status: 'changed', place, sentence, clause, ...(isSame && { moved: true }) };
  });
  const paired = new Set(pairs.values());
  const gone = known.filter((one) => !paired.has(one));
  return [...present, ...gone.map(({ place, clause }): Traced => ({ status: 'gone', place, clause }))];
}

/** Whether somebody has to look at it again. */
export const isOpen = ({ status }: Traced) => status !== 'covered' && status !== 'exempt';

const keyOf = (heading: readonly string[]) => JSON.stringify(heading);

/**
 * The clause of each sentence: the same text under the same heading; else the same text elsewhere; else the row of the
 * same name; else what stands between the same neighbours.
 */
function pair(sentences: readonly Sentence[], known: readonly Known[]): ReadonlyMap<Sentence, Known> {
  const pairs = new Map<Sentence, Known>();
  const free = new Set(known);
  const take = (sentence: Sentence, fits: (one: Known) => boolean) => {
    if (pairs.has(sentence)) return;
    const found = [...free].find(fits);
    if (!found) return;
    free.delete(found);
    pairs.set(sentence, found);
  };
  const isBeside = (sentence: Sentence, { heading }: Known) => heading === keyOf(sentence.heading);
  for (const one of sentences) take(one, (other) => other.clause.sha256 === one.sha256 && isBeside(one, other));
  for (const one of sentences) take(one, ({ clause }) => clause.sha256 === one.sha256);
  for (const one of sentences)
    take(one, (other) => isRow(one.at) && other.clause.at === one.at && isBeside(one, other));
  for (const [index, one] of sentences.entries()) {
    if (pairs.has(one) || ![...free].some((other) => isBeside(one, other))) continue;
    const beside = (others: readonly Sentence[]) =>
      others.flatMap((other) => {
        const found = pairs.get(other);
        return found && isBeside(one, found) ? found.index : [];
      });
    const before = Math.max(-1, ...beside(sentences.slice(0, index)));
    const after = Math.min(known.length, ...beside(sentences.slice(index + 1)).filter((at) => at > before));
    take(one, (other) => isBeside(one, other) && other.index > before && other.index < after);
  }
  return pairs;
}

const isRow = (at: string | undefined) => at !== undefined && !/^[\d.]+$/.test(at);
