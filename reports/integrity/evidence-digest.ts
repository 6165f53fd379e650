import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { renderHar } from '../formats/har.js';
import { sha256 } from './sha256.js';

/**
 * A report with the digest of its evidence.har, which holds also where that file is not written: its last change. Beside
 * it evidence.har as it was rendered for that.
 */
export function withEvidence(report: Report, evidence: readonly Exchange[]): { report: Report; har: string } {
  const har = renderHar(report, evidence);
  const digest = { exchanges: evidence.length, sha256: sha256(har) };
  return { report: { ...report, run: { ...report.run, evidence: digest } }, har };
}
