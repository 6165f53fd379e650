import type { Exchange } from '../../schemas/exchange.js';
import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { offerOf } from '../model/declarable.js';
import { newsNotes, openNotes, stillOpen } from '../news/sentences.js';
import { dayInFull, startOf } from '../text/words.js';
import { isRule } from '../wording/row.js';
import { environmentOf } from '../wording/target.js';
import { headline } from '../wording/verdict-labels.js';
import { findingsOf } from './findings.js';
import { decisionsOf, differencesOf, undecidedOf } from './notes.js';
import { questionsOf } from './questions.js';
import { areasOf } from './rules.js';
import { askedToSign, digestOfReport, factsOf } from './sign.js';
import { becauseOf, limitsOf, noticesOf, paceOf, tallyOf } from './summary.js';

export type View = ReturnType<typeof viewOf>;

/** Every sentence about a report, neither clipped nor escaped; names stand in backticks. */
export function viewOf(report: Report, specification: Specification, evidence: readonly Exchange[] = []) {
  const { run, target } = report;
  const where = startOf(environmentOf(target));
  const verdict = headline(report);
  const day = dayInFull(run.startedAt);
  // A demonstration has no run before it.
  const compared = target.embedded ? { ...report, news: [], open: [] } : report;
  return {
    title: `${verdict.text}: ${where}, ${day}`,
    subject: `${run.specification.title}, ${where}, ${day}`,
    classification: run.classification,
    headline: verdict,
    sign: askedToSign(report),
    cause: run.unavailable?.sentence ?? '',
    because: becauseOf(report),
    pace: paceOf(report),
    tally: tallyOf(report),
    offer: offerOf(report, specification),
    notices: noticesOf(report),
    news: newsNotes(compared),
    open: stillOpen(compared),
    openNotes: openNotes(compared),
    isFirst: run.previous === undefined,
    findings: findingsOf(report, evidence),
    undecided: undecidedOf(report),
    decisions: decisionsOf(report),
    differences: differencesOf(report),
    areas: areasOf(report),
    rules: report.requirements.filter(isRule).length,
    questions: questionsOf(report, specification),
    limits: limitsOf(report, specification),
    facts: factsOf(report),
    run: run.id,
    digest: digestOfReport(report),
    isSignable: !target.embedded,
  };
}
