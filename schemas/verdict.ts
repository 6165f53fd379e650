import type { Report, ReportedCheck, ReportedRequirement } from './types.js';

export type Verdict = ReportedRequirement['verdict'];
const names = 'pass fail waived lacking inconclusive skipped attested pending';
/** In the order of reports. */
export const verdicts = names.split(' ') as readonly Verdict[];

export type CheckVerdict = ReportedCheck['verdict'];
export type RunVerdict = Report['summary']['verdict'];

/** A requirement takes the worst of its checks. */
const worstFirst = ['fail', 'waived', 'lacking', 'inconclusive', 'pass', 'skipped'] as const;

/** The worst verdict: `skipped` only if all are. @throws RangeError for none */
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

/** @param missing the profile wants something that was skipped @param partial a filter left something out */
export function runVerdict(
  counts: Record<Verdict, number>,
  { missing, partial }: { missing?: boolean; partial?: boolean } = {},
): RunVerdict {
  if (counts.fail > 0) return 'nonconformant';
  if (counts.inconclusive > 0 || counts.pass + counts.waived === 0 || missing) return 'inconclusive';
  if (partial) return 'partial';
  if (counts.lacking > 0) return 'fit-as-declared';
  return counts.waived > 0 ? 'conformant-with-waivers' : 'conformant';
}

/** Whether a decision is in force on a day, YYYY-MM-DD. */
export const holdsOn = ({ on, expires }: { readonly on: string; readonly expires?: string }, day: string) =>
  on <= day && (expires === undefined || day <= expires);
