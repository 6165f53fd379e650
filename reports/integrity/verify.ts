import type { KeyObject } from 'node:crypto';
import type { Exchange } from '../../schemas/exchange.js';
import type { Manifest, Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { printableLine } from '../text/printable.js';
import { readJson } from '../text/read-json.js';
import { renderVerifyPage, verifyPageFile } from '../verify-page/page.js';
import { checkAttestation, checkStatement, type Seal } from './attestation.js';
import { type Bundle, decoded } from './bundle.js';
import { checkReferences, readEvidence } from './evidence.js';
import { deviations, type IntegrityError } from './integrity-error.js';
import { checkAdded, checkFiles, packedFiles, proofsIn, readManifest } from './manifest.js';
import { checkReport } from './rederived.js';
import { checkRenderings, type Rendered } from './rendered.js';

/** What a bundle is verified against. */
interface Known {
  /** The keys of which one has to have signed the bundle. Without any nobody vouches for it. */
  readonly publicKeys?: readonly KeyObject[];
  /** Whether a bundle that nobody signed will do, though keys are named. */
  readonly allowsUnsigned?: boolean;
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
  /** Absent where it cannot be read, and where digests and signature do not hold: then nothing else is looked into. */
  readonly report?: Report;
  /** The exchanges of evidence.har; absent where it is not there, or cannot be read back. */
  readonly exchanges?: readonly Exchange[];
  /** Whether this very suite made it: only then wording and rendered files can be compared. */
  readonly ours: boolean;
  readonly rendered: Rendered;
}

const nothing: Rendered = { found: [], same: [], left: [] };

/**
 * Verifies a run's folder: files against the manifest, and the manifest against its signature. Where these hold, and not
 * before, the report against itself, the evidence and everything that is rendered from it: what a stranger sent is not
 * evaluated. Pure.
 */
export async function examine(bundle: Bundle, known: Known): Promise<Examined> {
  const { manifest, found: ofManifest } = readManifest(bundle);
  const { publicKeys: keys = [], allowsUnsigned = false } = known;
  const { seal, statement, found: ofSeal } = checkAttestation({ bundle, manifest, keys, allowsUnsigned });
  const broken = [...ofManifest, ...(manifest ? checkFiles(manifest, bundle) : []), ...ofSeal];
  if (!manifest || broken.length > 0)
    return { found: broken, seal, ...(manifest && { manifest }), ours: false, rendered: nothing };
  const { report, found: ofReport } = readReport(bundle);
  const ours = report?.run.suiteVersion === known.suiteVersion && report.run.exam === known.exam;
  const { exchanges, found: ofEvidence } = readEvidence(bundle, report, ours);
  // Evidence that cannot be read renders to nothing, and is reported already.
  const canRender = ours && (exchanges !== undefined || !bundle.files.has('evidence.har'));
  const rendered = canRender ? await checkRenderings(report, exchanges, bundle) : nothing;
  return {
    seal,
    manifest,
    found: [
      ...checkAdded(manifest, bundle, [...rendered.same, ...packedFiles, ...(report ? proofsIn(bundle, report) : [])]),
      ...(ours && statement !== undefined ? checkStatement(statement, bundle, manifest, report) : []),
      ...(report ? checkIdentity(manifest, report) : []),
      ...ofReport,
      ...(report ? checkReport(report, { ours }) : []),
      ...(report && exchanges ? checkReferences(report, exchanges) : []),
      ...ofEvidence,
      ...rendered.found,
      ...(ours ? checkVerifyPage(bundle) : []),
    ],
    ...(report && { report }),
    ...(exchanges && { exchanges }),
    ours,
    rendered,
  };
}

/** The page of `pack` runs a script: it is this version's own, or it does not belong to the bundle. */
function checkVerifyPage({ files }: Bundle): IntegrityError[] {
  const content = files.get(verifyPageFile)?.content;
  if (!content || Buffer.from(renderVerifyPage()).equals(content)) return [];
  return [{ file: verifyPageFile, says: 'is not the page that this version of the suite packs' }];
}

function readReport({ files }: Bundle): { report?: Report; found: IntegrityError[] } {
  const file = 'report.json';
  const content = files.get(file)?.content;
  if (!content) return { found: [{ file, says: 'is missing' }] };
  try {
    const report = readJson(decoded(content));
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
  const actual = { run: manifest.run, suiteVersion: manifest.suiteVersion };
  return deviations('manifest.json', [expected, actual], 'report.json');
}
