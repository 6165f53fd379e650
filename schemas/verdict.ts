import type { Report, ReportedCheck, ReportedRequirement } from './types.js';

/** The verdicts of requirements and runs, how one follows from the other, and when a decision may change one. */

export type Verdict = ReportedRequirement['verdict'];
const all = 'pass fail waived lacking inconclusive skipped attested pending';
/** Every verdict of a requirement, in the order of reports. */
export const verdicts = all.split(' ') as readonly Verdict[];

export type CheckVerdict = ReportedCheck['verdict'];
export type RunVerdict = Report['summary']['verdict'];

/** From worst to best; a requirement takes the worst of its checks. */
const worstFirst = ['fail', 'waived', 'lacking', 'inconclusive', 'pass', 'skipped'] as const;

/** The worst of the verdicts of a requirement's checks: `skipped` only if all are. @throws RangeError for none. */
export function worst<V extends (typeof worstFirst)[number]>(of: readonly V[]): V {
  const found = worstFirst.find((verdict) => (of as readonly string[]).includes(verdict));
  if (!found) throw new RangeError('no check, no verdict');
  return found as V;
}

export function count(of: readonly Verdict[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const verdict of of) counts[verdict] += 1;
  return counts;
}

/**
 * The run's verdict. Conformant needs at least one pass, no failure, nothing inconclusive, waived or lacking, and a whole run.
 * @param missing whether something that the profile wants was skipped @param partial whether a filter left something out
 */
export function runVerdict(
  counts: Record<Verdict, number>,
  { missing = false, partial = false }: { missing?: boolean; partial?: boolean } = {},
): RunVerdict {
  if (counts.fail > 0) return 'nonconformant';
  if (counts.inconclusive > 0 || counts.pass + counts.waived === 0 || missing) return 'inconclusive';
  if (partial) return 'partial';
  if (counts.lacking > 0) return 'fit-as-declared';
  return counts.waived > 0 ? 'conformant-with-waivers' : 'conformant';
}

/** Whether a day, YYYY-MM-DD, is among those for which a decision was made: none before its own date. */
export function holdsOn({ on, expires }: { readonly on: string; readonly expires?: string }, day: string): boolean {
  return on <= day && (expires === undefined || day <= expires);
}

/**
 * Whether a run decided nothing: the target did not respond, or rejected the key. Such a run says nothing of a requirement, and
 * is no change of the target.
 */
export function isDead({
  unreached,
  verdicts: all,
}: Pick<Report['history'][number], 'unreached' | 'verdicts'>): boolean {
  const of = Object.values(all);
  return unreached === true || (of.includes('inconclusive') && !of.some((one) => /^(pass|fail|waived)$/.test(one)));
}
