import type { Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import type { RunVerdict, Verdict } from '../../schemas/verdict.js';
import { counted } from '../text/words.js';

/** A verdict, or a difference from the baseline. */
export type Mark = Verdict | 'differs';

export const labels = {
  pass: { word: 'Pass', means: 'All responses agree with it.' },
  fail: { word: 'Fail' },
  waived: { word: 'Waived', means: 'Failed or not decided, and accepted by a person until an expiry date.' },
  lacking: { word: 'Lacking', means: 'Missing in this mock, as its owner declared.' },
  inconclusive: { word: 'Not decided' },
  skipped: { word: 'Not tested' },
  attested: { word: 'Attested' },
  pending: { word: 'Pending', means: 'The specification leaves it open.' },
  differs: { word: 'Differs' },
} as const satisfies Record<Mark, { word: string; means?: string }>;

const headlines: Readonly<Record<RunVerdict, { readonly text: string; readonly mark: Mark }>> = {
  conformant: { text: 'Conformant', mark: 'pass' },
  'conformant-with-waivers': { text: 'Conformant', mark: 'waived' },
  'fit-as-declared': { text: 'Fit as declared', mark: 'lacking' },
  nonconformant: { text: 'Nonconformant', mark: 'fail' },
  inconclusive: { text: 'Inconclusive', mark: 'inconclusive' },
  partial: { text: 'Partial', mark: 'skipped' },
};

/** The verdict with its profile, unless that is full; of the embedded server none. */
export function headline({ summary, target }: Pick<Report, 'summary' | 'target'>) {
  if (target.embedded) return { text: 'Demonstration', mark: 'pending' } as const;
  return headlineFor(summary);
}

export function headlineFor({ verdict, profile, counts: { waived } }: Report['summary']) {
  const { text, mark } = headlines[verdict];
  const isWaived = verdict === 'conformant-with-waivers' || (verdict === 'fit-as-declared' && waived > 0);
  const narrowed = profile === 'full' ? '' : ` (${profile})`;
  return {
    text: `${text}${isWaived ? ` with ${counted(waived, 'waiver')}` : ''}${narrowed}`,
    mark: isWaived ? 'waived' : mark,
  };
}

const bases = { stated: 'Stated', inferred: 'Inferred', attested: 'To be attested', 'not-shown': 'Not shown' } as const;

/** Of a stated requirement with a step only the form is stated; most of its checks rest on the step. */
export function basisOf(
  { basis, step }: Pick<ReportedRequirement, 'basis' | 'step'>,
  check?: Pick<ReportedCheck, 'basis'>,
) {
  const isInferred = basis === 'stated' && step !== undefined && (check === undefined || check.basis !== undefined);
  return isInferred ? 'Form stated, rejection inferred' : bases[basis];
}
