import type { ReportedRequirement } from '../../schemas/types.js';
import { type Apart, apart, statementsOf } from '../wording/observed.js';
import { linesOf } from './lines.js';

/** How an observation differs from the one before, in words. */
interface Drift {
  readonly before: string | undefined;
  readonly now: string;
  /** Both in one line, or what differs where that says it better. */
  readonly described: string;
  /** What differs, a line each. */
  readonly lines: readonly string[];
  /** What was said before and is not said now, and the other way round. */
  readonly apart: Apart;
}

/** Differences of one row that a page tells; a row that has more is another thing altogether. */
const mostLines = 20;

/** What changed in an observation; `undefined` where nothing did. */
export function driftOf(row: ReportedRequirement): Drift | undefined {
  if (!row.drift) return undefined;
  const { before, sentencesBefore, sentence, differences = [] } = row.drift;
  const now = row.drift.now ?? sentence ?? row.sentence ?? 'It differs from an earlier run.';
  const inOne = before === undefined ? now : `${before.replace(/\.$/, '')}; now ${now}`;
  const described = sentence ?? inOne;
  const sides = apart(statementsOf({ sentence: before, sentences: sentencesBefore }), statementsOf(row));
  return { before, now, described, lines: linesOf(differences, mostLines), apart: sides };
}
