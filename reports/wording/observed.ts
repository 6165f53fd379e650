import type { ReportedRequirement } from '../../schemas/types.js';

/** The statements of an observation, one by one. A report of 0.1 has them in one text. */
export function statementsOf({
  sentences,
  sentence,
}: Pick<ReportedRequirement, 'sentence' | 'sentences'>): readonly string[] {
  return sentences ?? (sentence === undefined ? [] : [sentence]);
}

/** What two observations do not have in common. */
export interface Apart {
  /** Statements of the first that the second does not make. */
  readonly gone: readonly string[];
  /** Statements of the second that the first did not make. */
  readonly come: readonly string[];
  /** How many both make. */
  readonly same: number;
}

/** Compares two observations statement by statement. */
export function apart(before: readonly string[], now: readonly string[]): Apart {
  const come = now.filter((statement) => !before.includes(statement));
  return { gone: before.filter((statement) => !now.includes(statement)), come, same: now.length - come.length };
}
