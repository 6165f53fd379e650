import type { Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import type { RunVerdict, Verdict } from '../../schemas/verdict.js';

/** What is marked in a report: a requirement's verdict, or a difference from the run compared with. */
export type Mark = Verdict | 'differs';

/** The one table of verdict words, each with what it says of a requirement: page, summary, JUnit and terminal read it. */
export const labels: Readonly<Record<Mark, { readonly word: string; readonly means: string }>> = {
  pass: { word: 'Pass', means: 'All responses agree with it.' },
  fail: { word: 'Fail', means: 'At least one response contradicts it.' },
  waived: { word: 'Waived', means: 'Failed or not decided, and accepted by a person until an expiry date.' },
  lacking: { word: 'Lacking', means: 'Missing in this mock, as its owner declared.' },
  inconclusive: { word: 'Inconclusive', means: 'The responses do not decide it.' },
  skipped: { word: 'Skipped', means: 'Not tested.' },
  attested: { word: 'Attested', means: 'Confirmed by a person.' },
  pending: { word: 'Pending', means: 'The specification leaves it open.' },
  differs: { word: 'Differs', means: 'Differs from the run compared with.' },
};

export const headlines: Readonly<Record<RunVerdict, { readonly text: string; readonly mark: Mark }>> = {
  conformant: { text: 'Conformant', mark: 'pass' },
  'conformant-with-waivers': { text: 'Conformant', mark: 'waived' },
  'fit-as-declared': { text: 'Fit as declared', mark: 'lacking' },
  nonconformant: { text: 'Nonconformant', mark: 'fail' },
  inconclusive: { text: 'Inconclusive', mark: 'inconclusive' },
  partial: { text: 'Partial', mark: 'skipped' },
};

/** The headline of a report: the verdict with its profile, unless that is the full one; of the embedded server none. */
export function headline({ summary, target }: Pick<Report, 'summary' | 'target'>) {
  if (target.embedded) return { text: 'Demonstration', mark: 'pending' } as const;
  return headlineFor(summary.verdict, summary.profile, summary.counts.waived);
}

/** The headline of a verdict, with its profile unless that is the full one. @param waived how many requirements a waiver covers */
export function headlineFor(verdict: RunVerdict, profile: Report['summary']['profile'], waived: number) {
  const { text, mark } = headlines[verdict];
  const isWaived = verdict === 'conformant-with-waivers' || (verdict === 'fit-as-declared' && waived > 0);
  const narrowed = profile === 'full' ? '' : ` (${profile})`;
  return { text: `${text}${isWaived ? ` but for ${waived} waived` : ''}${narrowed}`, mark: isWaived ? 'waived' : mark };
}

/** The words for the bases of requirements, as a sentence begins with them. */
const bases = { stated: 'Stated', inferred: 'Inferred', attested: 'To be attested', 'not-shown': 'Not shown' } as const;

/**
 * The basis of a requirement, or of one of its checks. Where a stated requirement has a step only its form is stated, and
 * most of its checks rest on that step.
 */
export function basisOf(
  { basis, step }: Pick<ReportedRequirement, 'basis' | 'step'>,
  check?: Pick<ReportedCheck, 'basis'>,
): string {
  const isInferred = basis === 'stated' && step !== undefined && (check === undefined || check.basis !== undefined);
  return isInferred ? 'Form stated, rejection inferred' : bases[basis];
}
