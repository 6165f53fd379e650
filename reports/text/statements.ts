/** What an observation says, statement by statement: suites join them into one text, which few people read to its end. */

/** A text for people in its sentences. What stands within a sentence stays together. */
export function statementsOf(text: string): readonly string[] {
  return text.split(/(?<=\.) (?=\p{Lu})/u).filter((statement) => statement !== '');
}

/** What two texts do not have in common. */
export interface Apart {
  /** Statements of the first that the second does not make. */
  readonly gone: readonly string[];
  /** Statements of the second that the first did not make. */
  readonly come: readonly string[];
  /** How many both make. */
  readonly same: number;
}

/** Compares two texts statement by statement; a first one that is not there said nothing. */
export function apart(before: string | undefined, now: string): Apart {
  const [then, today] = [statementsOf(before ?? ''), statementsOf(now)];
  const come = today.filter((statement) => !then.includes(statement));
  return { gone: then.filter((statement) => !today.includes(statement)), come, same: today.length - come.length };
}
