import type { ClauseKind } from '../../schemas/clauses.js';
import { listed } from '../../schemas/listed.js';
import { counted } from '../text/counted.js';
import { isOpen, type Trace, type Traced, type TraceStatus, traceStatuses } from './comparison.js';

/** What each status means, for people. */
export const meanings: Readonly<Record<TraceStatus, string>> = {
  covered: 'at least one requirement covers it',
  exempt: 'no requirement covers it, for the reason given',
  changed: 'its text differs from the catalogue’s',
  new: 'the catalogue does not have it',
  gone: 'the catalogue has it, this copy does not',
};

/** The words for a kind of clause, as a sentence begins with them. */
export const kinds: Readonly<Record<ClauseKind, string>> = {
  service: 'Duty of the service',
  people: 'Duty of people or the dashboard',
  definition: 'Definition',
  example: 'Example',
  gap: 'Gap',
};

type TraceCounts = Readonly<Record<TraceStatus, number>>;

/** How many sentences have each status. */
export function countsOf({ traced }: Trace): TraceCounts {
  const count = (status: TraceStatus) => traced.filter((one) => one.status === status).length;
  return Object.fromEntries(traceStatuses.map((status) => [status, count(status)])) as TraceCounts;
}

/** The outcome in a few words, and in a sentence. */
export function outcomeOf(trace: Trace): {
  readonly text: string;
  readonly lead: string;
  readonly isComplete: boolean;
} {
  const { traced, specification } = trace;
  const open = traced.filter(isOpen).length;
  const { covered, exempt } = countsOf(trace);
  const all = counted(specification.sentences.length, 'sentence or table row', 'sentences and table rows');
  const lead = `Of ${all}, requirements cover ${covered}, and ${exempt} ${exempt === 1 ? 'is' : 'are'} exempt, each with its reason.`;
  if (open === 0) return { text: 'Every sentence is accounted for', lead, isComplete: true };
  const text = open === 1 ? '1 sentence needs a review' : `${open} sentences need a review`;
  return { text, lead: `${lead} ${openText(trace)}`, isComplete: false };
}

/** `2 are changed, 1 is new and 3 are gone.` */
function openText(trace: Trace): string {
  const counts = countsOf(trace);
  const parts = (['changed', 'new', 'gone'] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${counts[status]} ${counts[status] === 1 ? 'is' : 'are'} ${status}`);
  return `${listed(parts)}.`;
}

/** What a person has to do about a sentence that is not accounted for; the ids of its requirements follow. */
export function reviewOf({ status, clause, moved }: Traced): string {
  if (status === 'new') return 'Cover it with a requirement, or exempt it with a reason.';
  const what = moved ? 'The same text stands under another heading. ' : '';
  return what + (clause?.requirements ? 'Review' : `It was exempt: ${clause?.exempt ?? ''}`);
}
