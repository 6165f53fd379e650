import type { ReportedRequirement } from '../../schemas/types.js';

/** The statements of an observation, one by one. A report of 0.1 has them in one text. */
export function statementsOf({
  sentences,
  sentence,
}: Pick<ReportedRequirement, 'sentence' | 'sentences'>): readonly string[] {
  return sentences ?? (sentence === undefined ? [] : [sentence]);
}

/** Compares two observations statement by statement: what only the first says, what only the second, and how many both say. */
export function apart(before: readonly string[], now: readonly string[]) {
  const come = now.filter((statement) => !before.includes(statement));
  return { gone: before.filter((statement) => !now.includes(statement)), come, same: now.length - come.length };
}
