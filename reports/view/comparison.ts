/** The differences between two reports, for `diff`. */

import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { type Comparison, isSame } from '../drift/comparison.js';
import { inCounts, linesOf, recorded } from '../drift/sentences.js';
import { moment, startOf } from '../text/words.js';
import { whatHappened } from '../wording/row.js';
import { environmentOf } from '../wording/target.js';
import { headline, labels } from '../wording/verdict-labels.js';

const mostLines = 20;

/** In the order that a reader needs. */
const kinds = ['newFailures', 'undecided', 'changed', 'fixed', 'decided', 'still'] as const;

export type ComparisonView = ReturnType<typeof comparisonView>;

/** Both runs, and each requirement that differs. Pure. */
export function comparisonView(comparison: Comparison) {
  const { changed, moved, before, now } = comparison;
  const { baseline: _, ...ids } = recorded(comparison);
  const requirements = [
    ...moved.map(({ kind, id, before: then, now: { title, verdict }, now: row }) => {
      const lines = kind === 'still' ? [] : [`before: ${outcomeOf(then)}`, `now: ${outcomeOf(row)}`];
      return { kind, id, title, mark: verdict, lines };
    }),
    ...changed.map(({ id, now: { title }, differences }) => {
      return { kind: 'changed' as const, id, title, mark: 'differs' as const, lines: linesOf(differences, mostLines) };
    }),
  ];
  return {
    same: isSame(comparison),
    sentence: `${startOf(inCounts(ids))}.`,
    before: about(before),
    now: about(now),
    /** Differences between the runs that may explain others. */
    context: contextOf(before, now),
    ...ids,
    requirements: requirements.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind)),
  };
}

function about({ run, target, summary }: Report) {
  return {
    ...{ run: run.id, startedAt: run.startedAt, suiteVersion: run.suiteVersion },
    ...{ baseUrl: target.baseUrl, verdict: summary.verdict, profile: summary.profile },
    text: `${target.baseUrl}  ${startOf(environmentOf(target))}, ${moment(run.startedAt)}, ${headline({ summary, target }).text.toLowerCase()}`,
  };
}

/** Its verdict, and what happened. */
function outcomeOf(row: ReportedRequirement | undefined): string {
  if (!row) return 'not in this report';
  const { word, means } = labels[row.verdict];
  const happened = whatHappened(row);
  return `${word.toLowerCase()}. ${happened === row.title ? means : happened}`;
}

function contextOf({ run: then, target: former }: Report, { run: now, target }: Report): readonly string[] {
  const sentences = [
    then.exam !== now.exam && 'The runs used different suite versions, so differences may come from the suite.',
    former.baseUrl === target.baseUrl &&
      then.configuration !== now.configuration &&
      'The two runs used different configurations.',
    !then.complete && 'The first run is incomplete.',
    !now.complete && 'The second run is incomplete.',
  ];
  return sentences.filter((sentence) => sentence !== false);
}
