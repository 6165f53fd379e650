import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { readHar } from '../formats/har-reader.js';
import { type Bundle, decoded } from './bundle.js';
import { deviations, type IntegrityError } from './integrity-error.js';

const file = 'evidence.har';

/** The exchanges of a bundle. */
interface ReadEvidence {
  /** Absent where there are none, or they cannot be read back. */
  readonly exchanges?: readonly Exchange[];
  readonly found: IntegrityError[];
}

/** Reads evidence.har, and compares it with what the report says of it. @param report absent where it cannot be read */
export function readEvidence({ files }: Bundle, report: Report | undefined, ours: boolean): ReadEvidence {
  const present = files.get(file);
  if (!present?.content) return { found: [] };
  try {
    const { run, evidence } = readHar(decoded(present.content));
    if (!report) return { exchanges: evidence, found: [] };
    const ofRun = deviations(file, [report.run.id, run], 'report.json', '/log/_run');
    const actual = { exchanges: evidence.length, sha256: present.sha256 };
    return { exchanges: evidence, found: [...ofRun, ...checkDigest(actual, report, ours)] };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { found: [{ file, says: `cannot be read: ${error.message}` }] };
  }
}

/** Version 0.1 wrote no digest of evidence.har; there its digest in the manifest is all there is. */
function checkDigest(actual: { exchanges: number; sha256: string | undefined }, { run }: Report, ours: boolean) {
  if (!ours && run.evidence?.sha256 === undefined) return [];
  return deviations('report.json', [actual, run.evidence ?? {}], file, '/run/evidence');
}
