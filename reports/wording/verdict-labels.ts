import type { ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import type { RunVerdict, Verdict } from '../../schemas/verdict.js';

/** What is marked in a report: a requirement's verdict, or a change of what was observed. */
export type Mark = Verdict | 'changed' | 'differs';

interface Label {
  readonly word: string;
  /** One line for the account of verdicts. */
  readonly says: string;
  /** The glossary's entry. */
  readonly means: string;
}

/** The one table of verdict words and marks: page, summary and terminal read it. */
export const labels: Readonly<Record<Mark, Label>> = {
  pass: {
    word: 'Pass',
    says: 'all responses agree with it',
    means: 'The suite tested the requirement, and no response contradicts it.',
  },
  fail: {
    word: 'Fail',
    says: 'at least one response contradicts it',
    means: 'At least one response contradicts the requirement. The report contains the exchange.',
  },
  waived: {
    word: 'Waived',
    says: 'failed or inconclusive, but accepted by a person until an expiry date',
    means: 'Failed or inconclusive, but accepted by an authorised person until an expiry date.',
  },
  lacking: {
    word: 'Lacking',
    says: 'this mock lacks it, as was declared',
    means: 'Failed, inconclusive or skipped on a mock that was declared to lack it. No client meets it there.',
  },
  inconclusive: {
    word: 'Inconclusive',
    says: 'the run does not decide it',
    means:
      'The responses do not decide the requirement, or the run ended before it. It has not passed. The reason names what is missing.',
  },
  skipped: {
    word: 'Skipped',
    says: 'not tested, for the reason given',
    means:
      'The suite did not test the requirement in this configuration. The reason names the setting that would allow it.',
  },
  attested: {
    word: 'Attested',
    says: 'confirmed by a person',
    means: 'Not testable over HTTP. A named person has confirmed it in the decisions file, with evidence.',
  },
  pending: {
    word: 'Pending',
    says: 'the specification defines no rule',
    means:
      'The specification leaves this open, so nothing can contradict it. The report records the behaviour where the run observed it.',
  },
  changed: {
    word: 'Changed',
    says: 'differs from an earlier run',
    means:
      'Behaviour that the specification leaves open differs from an earlier run, and nobody has accepted that yet. This is no verdict.',
  },
  differs: {
    word: 'Differs',
    says: 'differs from another target',
    means:
      'What was observed or judged differs from the target that this one is compared with, and nobody has accepted that yet. This is no verdict.',
  },
};

/** The word of a mark as the head of a narrow column. */
export function headOf(mark: Mark): string {
  const shorter: Partial<Record<Mark, string>> = {
    inconclusive: 'inconcl.',
    skipped: 'skip',
    attested: 'attest',
    lacking: 'lack',
  };
  return shorter[mark] ?? mark;
}

/** The headline of a run's verdict; beside the second a report gives the number of waived requirements. */
export const headlines: Readonly<Record<RunVerdict, string>> = {
  conformant: 'Conformant',
  'conformant-with-waivers': 'Conformant but for waivers',
  'fit-as-declared': 'Fit as declared',
  nonconformant: 'Nonconformant',
  inconclusive: 'Inconclusive',
  partial: 'Partial',
};

/** The mark that stands beside a run's verdict. */
export const headlineMarks: Readonly<Record<RunVerdict, Verdict>> = {
  conformant: 'pass',
  'conformant-with-waivers': 'waived',
  'fit-as-declared': 'lacking',
  nonconformant: 'fail',
  inconclusive: 'inconclusive',
  partial: 'skipped',
};

/** The words for the bases of requirements, as a sentence begins with them. */
const bases = {
  stated: 'Stated',
  inferred: 'Inferred',
  attested: 'To be attested',
  'not-shown': 'Not shown',
} as const;

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
