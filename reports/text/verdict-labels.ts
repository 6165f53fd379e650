import type { RunVerdict, Verdict } from '../../schemas/verdict.js';

/** What is marked in a report: a requirement's verdict, or a change of what was observed. */
export type Mark = Verdict | 'changed';

/** The word of a mark and the shapes that stand for it where no drawing is possible. */
export interface Label {
  readonly word: string;
  /** Head of a narrow column. */
  readonly head: string;
  /** One line for the account of verdicts. */
  readonly says: string;
  /** The glossary's entry. */
  readonly means: string;
  readonly glyph: string;
  readonly ascii: string;
}

/** The one table of verdict words and marks: page, summary and terminal read it. */
export const labels: Readonly<Record<Mark, Label>> = {
  pass: {
    word: 'Pass',
    head: 'pass',
    says: 'all answers agree with it',
    means: 'The requirement was probed, and nothing that came back contradicts it.',
    glyph: '✓',
    ascii: '+',
  },
  fail: {
    word: 'Fail',
    head: 'fail',
    says: 'at least one answer contradicts it',
    means: 'At least one answer contradicts the requirement. The exchange that shows it is part of the report.',
    glyph: '✗',
    ascii: 'X',
  },
  waived: {
    word: 'Waived',
    head: 'waived',
    says: 'known, and accepted until a day',
    means:
      'It would be a fail or inconclusive, and somebody who may do so has accepted that, with a reason, until a day that is named.',
    glyph: '/',
    ascii: '/',
  },
  inconclusive: {
    word: 'Inconclusive',
    head: 'inconcl.',
    says: 'could not be decided',
    means: 'The requirement was probed, but the answers do not settle it. The reason names what was missing.',
    glyph: '?',
    ascii: '?',
  },
  skipped: {
    word: 'Skipped',
    head: 'skip',
    says: 'not asked, for the reason given',
    means:
      'The requirement was not probed, because this configuration lacks or withholds what it takes. The reason names what to set.',
    glyph: '-',
    ascii: '-',
  },
  attested: {
    word: 'Attested',
    head: 'attest',
    says: 'confirmed by a person',
    means: 'No request can show it. A named person has confirmed it in the decisions file, and named the proof.',
    glyph: '@',
    ascii: '@',
  },
  pending: {
    word: 'Pending',
    head: 'pending',
    says: 'the specification shows no rule',
    means:
      'The specification says that it does not show this, so nothing can contradict it. What the service does there is written down.',
    glyph: '·',
    ascii: '.',
  },
  changed: {
    word: 'Changed',
    head: 'changed',
    says: 'observed otherwise than before',
    means: 'What the specification leaves open was observed otherwise than in the run before. It is no verdict.',
    glyph: '~',
    ascii: '~',
  },
};

/** The headline of a run's verdict. */
export const headlines: Readonly<Record<RunVerdict, string>> = {
  conformant: 'Conformant',
  nonconformant: 'Nonconformant',
  inconclusive: 'Inconclusive',
};

/** The mark that stands beside a run's verdict. */
export const headlineMarks: Readonly<Record<RunVerdict, Mark>> = {
  conformant: 'pass',
  nonconformant: 'fail',
  inconclusive: 'inconclusive',
};

/** The words for a requirement's basis, as a sentence begins with them. */
export const bases = {
  stated: 'Stated',
  inferred: 'Inferred',
  attested: 'To be attested',
  'not-shown': 'Not shown',
} as const;
