import type { Exchange } from '../../schemas/exchange.js';
import type { Specification } from '../../schemas/specification.js';
import type { Report } from '../../schemas/types.js';
import { type DocumentInput, documentInputOf } from '../model/document-input.js';
import { shortDigest } from '../model/record.js';
import { dayInFull } from '../text/dates.js';
import { headline } from '../wording/scope.js';
import { environmentOf } from '../wording/summary-text.js';
import type { Document, Part } from './blocks.js';
import { decisions } from './decisions.js';
import { findings } from './findings.js';
import { gaps } from './gaps.js';
import { history } from './history.js';
import { limits, words } from './limits.js';
import { record } from './record.js';
import { requirements } from './requirements.js';
import { signOff } from './sign-off.js';
import { summary } from './summary.js';

const afterSummary: readonly ((source: DocumentInput) => Part | undefined)[] = [
  signOff,
  findings,
  requirements,
  gaps,
  decisions,
  history,
  limits,
  words,
  record,
];

/** The report for people, with its requirements by area. */
export function reportDocument(
  report: Report,
  evidence: readonly Exchange[],
  specification: Specification,
): Document & Pick<DocumentInput, 'areas'> {
  const source = documentInputOf(report, evidence, specification);
  const { run } = report;
  const where = environmentOf(report);
  const parts = afterSummary.flatMap((make) => make(source) ?? []);
  return {
    title: `${headline(report).text}: ${where}, ${dayInFull(run.startedAt)}`,
    heads: {
      name: `Conformance report, ${run.specification.title}, ${where}`,
      classification: run.classification,
      foot: `${headline(report).text}. Run ${run.id}, report.json ${shortDigest(source.digest)}`,
    },
    parts: [summary(source), ...parts],
    areas: source.areas,
  };
}
