import type { CaseCounts } from '../../schemas/finding.js';

/** An entry of the journal on generated cases, planned and sent: differences, which add up. */
export interface CaseEntry {
  readonly entry: 'cases';
  readonly planned: number;
  readonly asked: number;
  /** Title of the check, where it begins, or one of its cases has an outcome other than a finding. */
  readonly check?: string;
  readonly begun?: CaseCounts;
  readonly ended?: {
    readonly place: number;
    readonly outcome: Exclude<keyof CaseCounts, 'planned' | 'asked' | 'left'>;
    readonly unanswered?: boolean;
  };
}

/** Follows the generated cases of each check: what became of them, and which have no outcome yet. */
export function caseProgress(): { hear(entry: CaseEntry): void; all(): Record<string, CaseCounts> } {
  const known = new Map<
    string,
    { counts: Mutable<CaseCounts>; next: number; missing: Set<number>; unanswered: number }
  >();
  return {
    hear: ({ check = '', begun, ended }) => {
      if (begun) {
        const { left = { from: 0, also: [], unanswered: 0 }, ...counts } = begun;
        const { from: next, also, unanswered } = left;
        known.set(check, { counts: { ...counts }, next, missing: new Set(also), unanswered });
      }
      const one = known.get(check);
      if (!one || !ended) return;
      for (; one.next <= ended.place; one.next += 1) one.missing.add(one.next);
      one.missing.delete(ended.place);
      one.counts.asked += 1;
      one.counts[ended.outcome] += 1;
      one.unanswered += ended.unanswered ? 1 : 0;
    },
    all: () =>
      Object.fromEntries(
        [...known].map(([check, { counts, next: from, missing, unanswered }]) => [
          check,
          { ...counts, left: { from, also: [...missing], unanswered } },
        ]),
      ),
  };
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };
