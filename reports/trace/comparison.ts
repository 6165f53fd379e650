import { type Clause, type ClauseKind, type Clauses, citation, type Section } from '../../schemas/clauses.js';
import { listed } from '../../schemas/listed.js';
import { counted } from '../text/counted.js';
import type { Sentence, Specification } from './specification.js';

/** What a sentence is against the catalogue, and what that means, for people. All but the first two are to be looked at again. */
export const meanings = {
  covered: 'at least one requirement covers it',
  exempt: 'no requirement covers it, for the reason given',
  changed: 'its text differs from the catalogue’s',
  new: 'the catalogue does not have it',
  gone: 'the catalogue has it, this copy does not',
} as const;

type TraceStatus = keyof typeof meanings;
export const traceStatuses = Object.keys(meanings) as readonly TraceStatus[];

/** A sentence of the specification, or a clause of the catalogue that it no longer has. */
export interface Traced {
  readonly status: TraceStatus;
  /** `Authentication, item 8`. */
  readonly place: string;
  readonly heading: readonly string[];
  /** Absent for what is gone: the catalogue does not have the text. */
  readonly sentence?: Sentence;
  /** What the catalogue says about it, or about what stood there; absent for what is new. */
  readonly clause?: Clause;
  /** True for a changed sentence whose text is the same, under another heading. */
  readonly moved?: true;
}

/** A specification against the catalogue. */
export interface Trace {
  readonly specification: Specification;
  /** Sentences in their order; what is gone stands at the end. */
  readonly traced: readonly Traced[];
}

/** A clause with its section and its index among all clauses. */
interface Known {
  readonly section: Section;
  readonly clause: Clause;
  readonly index: number;
}

/** Compares a copy of the specification with the clauses of the catalogue. */
export function traceOf(specification: Specification, { sections }: Clauses): Trace {
  const known = sections
    .flatMap((section) => section.clauses.map((clause) => ({ section, clause })))
    .map((one, index): Known => ({ ...one, index }));
  const pairs = pair(specification.sentences, known);
  const cited = new Map(sections.map(({ heading, cited: name }) => [keyOf(heading), name]));
  const present = specification.sentences.map((sentence): Traced => {
    const { heading, at } = sentence;
    const place = citation(cited.get(keyOf(heading)) ?? (heading.join(', ') || 'Introduction'), [at]);
    const found = pairs.get(sentence);
    if (!found) return { status: 'new', place, heading, sentence };
    const { clause, section } = found;
    const isSame = clause.sha256 === sentence.sha256;
    if (isSame && keyOf(section.heading) === keyOf(heading))
      return { status: clause.exempt === undefined ? 'covered' : 'exempt', place, heading, sentence, clause };
    return { status: 'changed', place, heading, sentence, clause, ...(isSame && { moved: true }) };
  });
  const left = new Set([...pairs.values()].map(({ index }) => index));
  const gone = known
    .filter(({ index }) => !left.has(index))
    .map(({ section: { heading, cited: name }, clause }): Traced => {
      return { status: 'gone', place: citation(name, [clause.at]), heading, clause };
    });
  return { specification, traced: [...present, ...gone] };
}

/** Whether somebody has to look at it again. */
export function isOpen({ status }: Traced): boolean {
  return status !== 'covered' && status !== 'exempt';
}

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
  const isBeside = (sentence: Sentence, { section }: Known) => keyOf(section.heading) === keyOf(sentence.heading);
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

/** The words for a kind of clause, as a sentence begins with them. */
export const kinds: Readonly<Record<ClauseKind, string>> = {
  service: 'Duty of the service',
  people: 'Duty of people or the dashboard',
  definition: 'Definition',
  example: 'Example',
  gap: 'Gap',
};

/** How many sentences have each status. */
export function countsOf({ traced }: Trace): Readonly<Record<TraceStatus, number>> {
  const count = (status: TraceStatus) => traced.filter((one) => one.status === status).length;
  return Object.fromEntries(traceStatuses.map((status) => [status, count(status)])) as Record<TraceStatus, number>;
}

/** The outcome in a few words, and in a sentence. */
export function outcomeOf(trace: Trace) {
  const counts = countsOf(trace);
  const { covered, exempt } = counts;
  const open = trace.traced.length - covered - exempt;
  const all = counted(trace.specification.sentences.length, 'sentence or table row', 'sentences and table rows');
  const lead = `Of ${all}, requirements cover ${covered}, and ${exempt} ${exempt === 1 ? 'is' : 'are'} exempt, each with its reason.`;
  if (open === 0) return { text: 'Every sentence is accounted for', lead, isComplete: true };
  const text = open === 1 ? '1 sentence needs a review' : `${open} sentences need a review`;
  const parts = (['changed', 'new', 'gone'] as const).flatMap((status) =>
    counts[status] > 0 ? [`${counts[status]} ${counts[status] === 1 ? 'is' : 'are'} ${status}`] : [],
  );
  return { text, lead: `${lead} ${listed(parts)}.`, isComplete: false };
}

/** What a person has to do about a sentence that is not accounted for; the ids of its requirements follow. */
export function reviewOf({ status, clause, moved }: Traced): string {
  if (status === 'new') return 'Cover it with a requirement, or exempt it with a reason.';
  const what = moved ? 'The same text stands under another heading. ' : '';
  return what + (clause?.requirements ? 'Review' : `It was exempt: ${clause?.exempt ?? ''}`);
}
