import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { renderHar } from '../formats/har.js';
import { sha256 } from './sha256.js';

/** What was rendered for a digest: it is large, and about to be written. */
const rendered = new WeakMap<Report, string>();

/** A report with the digest of its evidence.har, which holds also where that file is not written. Its last change. */
export function withEvidenceDigest(report: Report, evidence: readonly Exchange[]): Report {
  const har = renderHar(report, evidence);
  const sealed = { ...report, run: { ...report.run, evidence: { exchanges: evidence.length, sha256: sha256(har) } } };
  rendered.set(sealed, har);
  return sealed;
}

/** evidence.har as it was rendered for the digest of this very report. */
export const renderedHar = (report: Report): string | undefined => rendered.get(report);
