import type { KeyObject } from 'node:crypto';
import type { Manifest, Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { renderStartHere } from '../formats/start-here.js';
import { printableLine } from '../text/printable.js';
import { readJson } from '../text/read-json.js';
import { renderJson } from '../text/report-json.js';
import { checkAttestation, checkStatement, type Seal } from './attestation.js';
import { type Bundle, decoded } from './bundle.js';
import { deviations, type IntegrityError } from './integrity-error.js';
import { checkFiles, firstPage, proofsIn, readManifest, uncovered, unlisted } from './manifest.js';
import { sha256 } from './sha256.js';

/** What a bundle is verified against. */
interface Known {
  /** The keys of which one has to have signed the bundle. Without any nobody vouches for it. */
  readonly publicKeys?: readonly KeyObject[];
  /** Whether a bundle that nobody signed will do, though keys are named. */
  readonly allowsUnsigned?: boolean;
  /** Version and digest of the suite that examines. */
  readonly suiteVersion: string;
  readonly exam: string;
}

/** The result of a verification. */
export interface Examined {
  /** Every deviation from what the run wrote; none for an intact bundle. */
  readonly found: readonly IntegrityError[];
  readonly seal: Seal;
  readonly manifest?: Manifest;
  /** Files that `pack` of another version added, and for which nobody vouches. */
  readonly uncovered?: readonly string[];
  /** Absent where it cannot be read, and where digests and signature do not hold: then nothing else is looked into. */
  readonly report?: Report;
}

/**
 * Verifies a run's folder: files against the manifest, and the manifest against its signature. Where these hold, and not
 * before, that manifest, statement, report and evidence belong together. It judges nothing again. Pure.
 */
export function examine(bundle: Bundle, known: Known): Examined {
  const { manifest, found: ofManifest } = readManifest(bundle);
  const { publicKeys: keys = [], allowsUnsigned = false } = known;
  const { seal, statement, found: ofSeal } = checkAttestation({ bundle, manifest, keys, allowsUnsigned });
  const broken = [...ofManifest, ...(manifest ? checkFiles(manifest, bundle) : []), ...ofSeal];
  if (!manifest || broken.length > 0) return { found: broken, seal, ...(manifest && { manifest }) };
  const { report, found: ofReport } = readReport(bundle);
  if (!report) return { found: ofReport, seal, manifest };
  const ours = report.run.suiteVersion === known.suiteVersion && report.run.exam === known.exam;
  const proofs = proofsIn(bundle, report);
  const page = bundle.files.get(firstPage);
  return {
    seal,
    manifest,
    report,
    uncovered: [...uncovered(manifest, bundle), ...(page && !ours ? [firstPage] : [])],
    found: [
      ...ofReport,
      ...unlisted(manifest, bundle).filter(({ file }) => file !== firstPage && !proofs.includes(file)),
      // Another version packs another page, or none.
      ...(page && (ours ? page.sha256 !== sha256(renderStartHere(report, manifest, proofs)) : isBefore(manifest))
        ? [{ file: firstPage, says: 'is not the page that pack makes of this run' }]
        : []),
      // What another version states of a run may be in other words.
      ...(ours && statement !== undefined ? checkStatement(statement, bundle, manifest, report) : []),
      ...checkIdentity(manifest, report),
      ...checkEvidence(report, bundle),
    ],
  };
}

/** Versions that packed no first page. */
const isBefore = ({ suiteVersion }: Manifest) => /^0\.[12]\./.test(suiteVersion);

function readReport({ files }: Bundle): { report?: Report; found: IntegrityError[] } {
  const file = 'report.json';
  const content = files.get(file)?.content;
  if (!content) return { found: [{ file, says: 'is missing' }] };
  try {
    const text = decoded(content);
    const report = readJson(text) as Report;
    const valid = validator('report');
    // A member that stands twice, say, is read once only.
    if (valid(report) && renderJson(report) !== text)
      return { report, found: [{ file, says: 'is not in the form that this suite writes' }] };
    if (valid(report)) return { report, found: [] };
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
  const actual = { run: manifest.run, suiteVersion: manifest.suiteVersion };
  return deviations('manifest.json', [expected, actual], 'report.json');
}

/** The report names the digest of the evidence. Version 0.1 wrote none. */
function checkEvidence({ run }: Report, { files }: Bundle): IntegrityError[] {
  const [named, actual] = [run.evidence?.sha256, files.get('evidence.har')?.sha256];
  if (named === undefined || actual === undefined) return [];
  return deviations('report.json', [actual, named], 'evidence.har', '/run/evidence/sha256');
}
