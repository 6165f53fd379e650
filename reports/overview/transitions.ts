import { byKey } from '../../schemas/by-key.js';
import type { Verdict } from '../../schemas/verdict.js';
import { firstOf } from '../text/counted.js';
import { day, sameDay } from '../text/dates.js';
import { labels } from '../wording/verdict-labels.js';
import { type PastRun, sameSuite } from './past-run.js';

/** Runs in a row in which a requirement had one verdict. Runs that say nothing about it are passed over. */
export interface Stretch {
  readonly verdict: Verdict;
  readonly first: PastRun;
  readonly last: PastRun;
}

/** The newest change of a requirement's verdict. */
export type Transition = NonNullable<ReturnType<typeof transitionOf>>;

/** From this many on a verdict goes back and forth: one failure that was repaired makes two. */
const unstableFrom = 3;
const mostIds = 6;

export const isUnstable = ({ flips }: Transition): boolean => flips >= unstableFrom;

/** The newest change of a requirement; `undefined` where its verdict never changed. @param runs that say something about it, oldest first */
export function transitionOf(id: string, runs: readonly PastRun[]) {
  const first = runs[0]?.verdicts[id];
  if (runs.every(({ verdicts }) => verdicts[id] === first)) return undefined;
  const stretches = stretchesOf(id, runs, (verdict) => verdict);
  // A run that left it open, and a waiver, are no flips.
  const flips = stretchesOf(id, runs, sideOf).slice(1);
  const [from, to] = stretches.slice(-2);
  if (!from || !to) return undefined;
  return {
    ...{ id, from, to },
    /** How often it went from pass to fail or back, in the runs that are shown. */
    flips: flips.length,
    /** Start of the first run after the first of these. */
    since: flips[0]?.first.startedAt ?? to.first.startedAt,
    /** Whether its two sides were judged by two versions of the suite. */
    isOfSuite: !sameSuite(from.last, to.first),
    /** Whether the verdict before began with the runs that are shown, or earlier. */
    isOldest: stretches.length === 2,
  };
}

function sideOf(verdict: Verdict): Verdict | undefined {
  if (verdict === 'waived') return 'fail';
  return verdict === 'pass' || verdict === 'fail' ? verdict : undefined;
}

/** @param as what a verdict counts as; nothing where it is passed over */
function stretchesOf(id: string, runs: readonly PastRun[], as: (verdict: Verdict) => Verdict | undefined): Stretch[] {
  const stretches: Stretch[] = [];
  for (const run of runs) {
    const own = run.verdicts[id];
    const verdict = own && as(own);
    if (verdict === undefined) continue;
    const before = stretches.at(-1);
    if (before?.verdict === verdict) stretches[stretches.length - 1] = { ...before, last: run };
    else stretches.push({ verdict, first: run, last: run });
  }
  return stretches;
}

/**
 * `CUST-09 failed on 14 November, passes since 20 November.` Requirements that changed alike share a sentence; the newest
 * change comes first. Beside it stands whether the verdict goes back and forth. @param beside a day of the year that needs no naming
 */
export function transitionTexts(transitions: readonly Transition[], beside: string) {
  const newestFirst = transitions.toSorted((a, b) => startOf(b) - startOf(a));
  return [...byKey(newestFirst.map((one) => [phraseOf(one, beside), one]))].map(([phrase, all]) => {
    const ids = all.map(({ id }) => id);
    return {
      text: `${firstOf(ids, mostIds)}: ${phrase}`,
      isUnstable: all.some(isUnstable),
    };
  });
}

const startOf = ({ to }: Transition) => Date.parse(to.first.startedAt);

function phraseOf({ from, to, flips, since, isOldest }: Transition, beside: string): string {
  const [first, last] = [from.first.startedAt, from.last.startedAt];
  const when = isOldest
    ? `until ${day(last, beside)}`
    : sameDay(first, last)
      ? `on ${day(first, beside)}`
      : `from ${day(first, beside)} to ${day(last, beside)}`;
  const often = flips >= unstableFrom ? `; ${flips} changes between pass and fail since ${day(since, beside)}` : '';
  return `${said(from.verdict, 'past')} ${when}, ${said(to.verdict, 'present')} since ${day(to.first.startedAt, beside)}${often}.`;
}

/** `passed`, `was waived`; `passes`, `is waived`. */
function said(verdict: Verdict, tense: 'past' | 'present'): string {
  const isPast = tense === 'past';
  if (verdict === 'pass') return isPast ? 'passed' : 'passes';
  if (verdict === 'fail') return isPast ? 'failed' : 'fails';
  return `${isPast ? 'was' : 'is'} ${labels[verdict].word.toLowerCase()}`;
}
