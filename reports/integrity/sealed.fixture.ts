import { generateKeyPairSync, sign } from 'node:crypto';
import type { Exchange } from '../../schemas/exchange.js';
import type { CheckFinding, Finding, ObservationFinding } from '../../schemas/finding.js';
import type { DecisionEntry, Manifest, Report, ReportedRequirement, SealedFile } from '../../schemas/types.js';
import { type Format, type FormatName, formats } from '../formats/formats.js';
import { assemble } from '../model/assemble.js';
import { sample } from '../testing/sample.js';
import type { Bundle } from './bundle.js';
import { envelop, keyidOf, type Signer } from './envelope.js';
import { withEvidenceDigest } from './evidence-digest.js';
import type { IntegrityError } from './integrity-error.js';
import { attestationFile, manifestFile, manifestOf, renderManifest } from './manifest.js';
import { sha256 } from './sha256.js';
import { statementOf } from './statement.js';

/** The files of a sealed folder, to be tampered with. */
export type Files = Map<string, Buffer>;

/** A signer with a new key. */
export function newSigner(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { keyid: keyidOf(publicKey), publicKey, sign: (bytes) => sign(null, bytes, privateKey) };
}

/**
 * The sample run as the suites would have left it: every verdict follows from checks, observations and decisions.
 * @param asked ids of the rows that it came to: the others were left out by a filter, or not reached if it is incomplete
 */
export function consistent(
  run: Partial<Report['run']> = {},
  asked: (id: string) => boolean = () => true,
): { report: Report; evidence: readonly Exchange[] } {
  const { report, evidence } = sample();
  const whole = { ...report.run, ...run };
  const assembled = assemble({
    findings: report.requirements.filter(({ id }) => asked(id)).flatMap(findingsOf),
    asked: report.requirements.map(({ id }) => id).filter((id) => run.complete === false || asked(id)),
    required: whole.required ?? [],
    run: whole,
    target: report.target,
    created: report.created,
    requests: evidence.length,
    retried: 2,
    decisions: report.requirements.flatMap(decisionsOf),
    history: report.history.slice(0, -1),
  });
  return { report: JSON.parse(JSON.stringify(withEvidenceDigest(assembled, evidence))) as Report, evidence };
}

function findingsOf(row: ReportedRequirement): Finding[] {
  const common = { id: row.id, exchanges: [], durationMs: 1, retried: 0 };
  if (row.basis === 'attested') return [];
  if (row.basis === 'not-shown') {
    const { observation, sentences = [], reason = '' } = row;
    const base = { ...common, kind: 'observation', name: 'seen' } as const;
    const seen: ObservationFinding =
      observation === undefined
        ? { ...base, verdict: 'inconclusive', reason }
        : { ...base, verdict: 'observed', observation, sentences };
    return [seen];
  }
  const base = { ...common, kind: 'check' } as const;
  if (row.checks.length === 0) return [{ ...base, name: 'asked', verdict: 'skipped', reason: row.reason ?? '' }];
  return row.checks.map((check): CheckFinding => {
    const described = { ...base, ...check } as CheckFinding;
    if (check.verdict === 'waived') return { ...described, verdict: 'fail', found: row.found ?? '' };
    return check.verdict === 'inconclusive' ? { ...described, reason: row.reason ?? '' } : described;
  });
}

function decisionsOf({ id, decision }: ReportedRequirement): DecisionEntry[] {
  if (!decision) return [];
  return [{ id, ...decision, ...(decision.kind === 'settle' && { schema: { type: 'object' } }) } as DecisionEntry];
}

/** Names of formats that are quick to render, report.json first. */
export const quick = formats.map(({ name }) => name).filter((name) => (name as string) !== 'pdf');

/** The sample run as a sealed folder. @param names formats beside report.json */
export async function sealed(
  {
    names = ['json', 'md', 'har'] as readonly FormatName[],
    signer,
  }: { names?: readonly FormatName[]; signer?: Signer },
  run: Partial<Report['run']> = {},
): Promise<Files> {
  const { report, evidence } = consistent(run);
  return sealedAs(report, evidence, names, signer);
}

/** A run as a sealed folder. */
export async function sealedAs(
  report: Report,
  evidence: readonly Exchange[],
  names: readonly FormatName[],
  signer?: Signer,
): Promise<Files> {
  const files: Files = new Map();
  for (const { name, file, render } of formats as readonly Format[])
    if (names.some((one) => one === name)) files.set(file, Buffer.from(await render(report, evidence)));
  reseal(files, signer);
  return files;
}

/** Seals what is there anew, as somebody would who has the files, and perhaps a key. */
export function reseal(files: Files, signer?: Signer, change: (manifest: Manifest) => void = () => {}): void {
  files.delete(manifestFile);
  files.delete(attestationFile);
  const report = readable(files) ?? consistent().report;
  const entries = [...files].map(([name, content]): SealedFile => {
    return { name, bytes: content.length, sha256: sha256(content) };
  });
  const manifest = manifestOf(report, entries, signer);
  change(manifest);
  const text = renderManifest(manifest);
  files.set(manifestFile, Buffer.from(text));
  if (!signer) return;
  const statement = JSON.stringify(statementOf(report, manifest, sha256(text)));
  files.set(attestationFile, Buffer.from(envelop(statement, signer)));
}

function readable(files: Files): Report | undefined {
  try {
    return JSON.parse(String(files.get('report.json'))) as Report;
  } catch {
    return undefined;
  }
}

/** The files as they are examined. */
export function bundleOf(files: Files): Bundle {
  return {
    files: new Map(
      [...files].map(([name, content]) => [name, { name, bytes: content.length, sha256: sha256(content), content }]),
    ),
  };
}

/** Edits a JSON file in the layout that it was written in. */
// biome-ignore lint/suspicious/noExplicitAny: whoever tampers with a file keeps to no type
export function edit(files: Files, file: string, change: (value: any) => void): void {
  const value = JSON.parse(String(files.get(file)));
  change(value);
  files.set(file, Buffer.from(`${JSON.stringify(value, null, file === 'evidence.har' ? 1 : 2)}\n`));
}

/** A copy of a folder, tampered with. */
export function tampered(files: Files, tamper: (files: Files) => void): Files {
  const copy: Files = new Map([...files].map(([name, content]) => [name, Buffer.from(content)]));
  tamper(copy);
  return copy;
}

/** What was found, as lines. */
export function lines(found: readonly IntegrityError[]): string[] {
  return found.map(({ file, at, says }) => [file, at, says].filter((part) => part !== undefined).join(' '));
}
