import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { IntegrityError } from '../../reports/integrity/integrity-error.js';
import { manifestFile } from '../../reports/integrity/manifest.js';
import { type Examined, examine } from '../../reports/integrity/verify.js';
import { terminalCapabilities } from '../../reports/terminal/capabilities.js';
import { forTerminal } from '../../reports/terminal/sanitise.js';
import { clip, grouped } from '../../reports/text/printable.js';
import { counted } from '../../reports/text/summary-text.js';
import { readPublicKey } from '../configuration/files.js';
import { quote } from '../configuration/quote.js';
import { UsageError } from '../configuration/usage-error.js';
import { type FolderOnDisk, readFolder } from '../run-folder/bundle.js';
import { suiteDigest } from '../session/digests.js';
import { suiteVersion } from '../session/version.js';

/** Exit statuses of `verify`; 2 is that of every usage error. */
const verifyStatus = { intact: 0, altered: 1 } as const;
/** Integrity errors that are printed at most, and characters of each. */
const mostLines = 1000;
const mostCharacters = 600;

/** A folder and what its examination came to. */
export interface VerifiedFolder {
  readonly folder: FolderOnDisk;
  readonly examined: Examined;
  readonly found: readonly IntegrityError[];
}

/**
 * Examines a run's folder on disk.
 * @param publicKeyFile the key that it has to be signed by
 * @throws UsageError for what is no folder of a run, cannot be read, or is too large to be looked into
 */
export async function verifyFolder(dir: string, cwd: string, publicKeyFile?: string): Promise<VerifiedFolder> {
  const publicKey =
    publicKeyFile === undefined ? undefined : readPublicKey(resolve(cwd, publicKeyFile), '--public-key');
  const folder = readFolder(dir, cwd);
  const known = { suiteVersion, exam: suiteDigest(), ...(publicKey && { publicKey }) };
  const examined = await examine(folder.bundle, known);
  const found = [...folder.strange, ...examined.found];
  const [tooLarge] = folder.tooLarge.filter((name) => name !== manifestFile);
  // Its digest may be right; that what it says is right too was not seen.
  if (found.length === 0 && tooLarge !== undefined)
    throw new UsageError(`${quote(tooLarge)} is too large to be looked into, so nothing is said of the folder.`);
  return { folder, examined, found };
}

/** `verify DIR [--public-key FILE]`: whether a run's folder is as it was sealed. Gives the exit status. */
export async function verify(
  argv: readonly string[],
  { env, cwd }: { env: NodeJS.ProcessEnv; cwd: string },
): Promise<number> {
  const { dir, publicKey } = asked(argv);
  const verified = await verifyFolder(dir, cwd, publicKey);
  const { unicode } = terminalCapabilities(process.stdout, env);
  const lines = verified.found.length > 0 ? altered(verified) : intact(verified);
  process.stdout.write(`${lines.map((line) => forTerminal(clip(line, mostCharacters), unicode)).join('\n')}\n`);
  return verified.found.length > 0 ? verifyStatus.altered : verifyStatus.intact;
}

function asked(argv: readonly string[]): { dir: string; publicKey?: string } {
  const { values, positionals } = optionsOf(argv);
  const [dir, ...more] = positionals;
  if (dir === undefined || dir === '' || more.length > 0)
    throw new UsageError('verify takes one folder of a run; see fsapi-conformance verify --help.');
  const publicKey = values['public-key'];
  return { dir, ...(publicKey !== undefined && { publicKey }) };
}

function optionsOf(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: { 'public-key': { type: 'string' } }, allowPositionals: true });
  } catch {
    throw new UsageError('verify takes a folder and --public-key FILE; see fsapi-conformance verify --help.');
  }
}

/** One altered thing as one line. */
export function lineOf({ file, at, says }: IntegrityError): string {
  return at === undefined ? `${file} ${says}` : `${file} ${at} ${says}`;
}

function altered({ examined, found }: VerifiedFolder): string[] {
  const lines = found.slice(0, mostLines).map((one) => `  ${lineOf(one)}`);
  const more = found.length - lines.length;
  return [
    `MODIFIED  ${counted(found.length, 'integrity error')}.`,
    ...lines,
    ...(more > 0 ? [`  and ${grouped(more)} more`] : []),
    ...sealLines(examined, true),
    ...notes(examined),
  ];
}

function intact({ examined }: VerifiedFolder): string[] {
  const { manifest, report, exchanges, rendered } = examined;
  const files = manifest?.files.length ?? 0;
  return [
    `INTACT  Run ${manifest?.run}: ${counted(files, 'file')} match${files === 1 ? 'es' : ''} manifest.json.`,
    exchanges === undefined
      ? 'evidence.har is not in the folder; report.json holds its digest.'
      : `${counted(exchanges, 'exchange')}${report?.run.evidence?.sha256 === undefined ? '' : '; evidence.har matches its digest in report.json'}.`,
    'Verdicts, counts and outcome follow from the checks and decisions in report.json.',
    ...(rendered.same.length > 0 ? [`Rendered again with identical bytes: ${rendered.same.join(', ')}.`] : []),
    ...sealLines(examined, false),
    ...notes(examined),
  ];
}

function sealLines({ seal }: Examined, isAltered: boolean): string[] {
  if (seal.by === 'digests') return ['Unsigned: anyone who can edit the files can also recompute the digests.'];
  if (seal.holds) return [`The signature by key ${seal.keyid} is valid.`];
  return isAltered
    ? [`The signature names key ${seal.keyid}.`]
    : [`Signature by key ${seal.keyid} not verified; pass --public-key.`];
}

function notes({ report, manifest, ours, rendered }: Examined): string[] {
  const added = rendered.same.filter((name) => manifest && !manifest.files.some((file) => file.name === name));
  return [
    ...(added.length > 0 ? [`Added after the run, identical to a rendering of report.json: ${added.join(', ')}.`] : []),
    ...(rendered.left.length > 0 ? [`Not rendered again (needs evidence.har): ${rendered.left.join(', ')}.`] : []),
    ...(report && !ours
      ? [
          `Made by version ${report.run.suiteVersion} (suite digest ${report.run.exam.slice(0, 12)}…); this is version ${suiteVersion} (${suiteDigest().slice(0, 12)}…), so catalogue texts and rendered files were not compared.`,
        ]
      : []),
  ];
}
