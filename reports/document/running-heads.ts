import type { DocumentInput } from '../model/document-input.js';
import { shortDigest } from '../model/record.js';
import { environmentOf } from '../wording/summary-text.js';

/** What stands at the edges of each printed page. */
export interface RunningHeads {
  /** What the document is. */
  readonly name: string;
  readonly classification: string;
  /** What it belongs to, and the digest of the file that it is rendered from. */
  readonly foot: string;
}

/** The edges of a report. */
export function runningHeads({ report, digest }: Pick<DocumentInput, 'report' | 'digest'>): RunningHeads {
  const { run } = report;
  return {
    name: `Conformance report, ${run.specification.title}, ${environmentOf(report)}`,
    classification: run.classification ?? '',
    foot: `Run ${run.id}, report.json ${shortDigest(digest)}`,
  };
}
