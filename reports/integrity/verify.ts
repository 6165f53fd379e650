import type { KeyObject } from 'node:crypto';
import type { Manifest, Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { printableLine } from '../text/printable.js';
import { checkAttestation, type Seal } from './attestation.js';
import type { Bundle } from './bundle.js';
import { readEvidence } from './evidence.js';
import { differences, type IntegrityError, mismatch } from './integrity-error.js';
import { checkFiles, readManifest } from './manifest.js';
import { readJson } from './read-json.js';
import { checkReport } from './rederived.js';
import { checkReferences } from './references.js';
import { checkRenderings, type Rendered } from './rendered.js';

/** What a bundle is verified against. */
interface Known {
  /** The key that has to have signed the bundle. */
  readonly publicKey?: KeyObject;
  /** Version and exam of the suite that examines. */
  readonly suiteVersion: string;
  readonly exam: string;
}

/** The result of a verification. */
export interface Examined {
  /** Every deviation from what the run wrote; none for an intact bundle. */
  readonly found: readonly IntegrityError[];
  readonly seal: Seal;
  readonly manifest?: Manifest;
  readonly report?: Report;
  /** Number of exchanges in evidence.har; absent where it is not there, or cannot be read back. */
  readonly exchanges?: number;
  /** Whether this very suite made it: only then wording and rendered files can be compared. */
  readonly ours: boolean;
  readonly rendered: Rendered;
}

const nothing: Rendered = { found: [], same: [], left: [] };

/**
 * Verifies a run's folder: files against the manifest, the manifest against its signature, and the report
 * against itself, the evidence and everything that is rendered from it. Pure.
 */
export async function examine(bundle: Bundle, known: Known): Promise<Examined> {
  const { manifest, found: ofManifest } = readManifest(bundle);
  const { report, found: ofReport } = readReport(bundle);
  const ours = report?.run.suiteVersion === known.suiteVersion && report.run.exam === known.exam;
  const { exchanges, found: ofEvidence } = readEvidence(bundle, report, ours);
  // Evidence that cannot be read renders to nothing, and is reported already.
  const canRender = ours && (exchanges !== undefined || !bundle.files.has('evidence.har'));
  const rendered = canRender ? await checkRenderings(report, exchanges, { bundle, manifest }) : nothing;
  const { publicKey } = known;
  const { seal, found: ofAttestation } = checkAttestation({ bundle, manifest, report, publicKey, ours });
  return {
    found: [
      ...ofManifest,
      ...(manifest ? checkFiles(manifest, bundle, new Set(rendered.same)) : []),
      ...ofAttestation,
      ...(manifest && report ? checkIdentity(manifest, report) : []),
      ...ofReport,
      ...(report ? checkReport(report, { ours }) : []),
      ...(report && exchanges ? checkReferences(report, exchanges) : []),
      ...ofEvidence,
      ...rendered.found,
    ],
    seal,
    ...(manifest && { manifest }),
    ...(report && { report }),
    ...(exchanges && { exchanges: exchanges.length }),
    ours,
    rendered,
  };
}

function readReport({ files }: Bundle): { report?: Report; found: IntegrityError[] } {
  const file = 'report.json';
  const content = files.get(file)?.content;
  if (!content) return { found: [] };
  try {
    const report = readJson(new TextDecoder().decode(content));
    const valid = validator('report');
    if (valid(report)) return { report: report as Report, found: [] };
    const at = printableLine(valid.errors?.[0]?.instancePath || '/');
    const says = `does not match the schema of reports: ${printableLine(complaint(valid.errors))}`;
    return { found: [{ file, at, says }] };
  } catch (error) {
    return { found: [{ file, says: (error as SyntaxError).message }] };
  }
}

/** Manifest and report name the same run. */
function checkIdentity(manifest: Manifest, { run }: Report): IntegrityError[] {
  const expected = { run: run.id, suiteVersion: run.suiteVersion };
  return differences(expected, { run: manifest.run, suiteVersion: manifest.suiteVersion }).map((one) => ({
    file: 'manifest.json',
    at: one.at,
    says: mismatch(one, 'report.json'),
  }));
}
