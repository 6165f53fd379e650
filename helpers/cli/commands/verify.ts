import { resolve } from 'node:path';
import type { Examined } from '../../../reports/integrity/verify.js';
import { terminalCapabilities } from '../../../reports/terminal/capabilities.js';
import { forTerminal } from '../../../reports/terminal/sanitise.js';
import { counted } from '../../../reports/text/counted.js';
import { clip, grouped } from '../../../reports/text/printable.js';
import { headline } from '../../../reports/wording/scope.js';
import { lead } from '../../../reports/wording/summary-text.js';
import { listed } from '../../../schemas/listed.js';
import type { Report } from '../../../schemas/types.js';
import { readPublicKey } from '../../configuration/files.js';
import { UsageError } from '../../configuration/usage-error.js';
import { lineOf, type VerifiedFolder, verifyFolder } from '../../run-folder/verify-folder.js';
import { defineCommand } from '../define-command.js';
import { type Policy, policyOf } from './verify-policy.js';

/** Lines that are printed of a folder that is altered all over, and characters of each. */
const mostLines = 1000;
const mostCharacters = 600;

/** `verify`: whether a run's folder is as it was sealed, who vouches for it, and whether it is what the recipient wants. */
export const command = defineCommand({
  positionals: ['DIR-or-zip'],
  options: {
    'public-key': { value: 'FILE', help: 'the key that must have signed the folder; without it nobody vouches for it' },
    'allow-unsigned': { help: 'accept a folder that nobody vouches for: status 0 if its digests match' },
    'not-before': { value: 'DATE', help: 'reject a run that began earlier' },
    target: { value: 'URL', help: 'reject a run against another base URL' },
    require: {
      value: 'VERDICT',
      help: 'conformant, conformant-with-waivers or fit-as-declared (a mock): reject a worse verdict, a profile that tests less, and a demonstration',
    },
    subject: { value: 'DIGEST', help: 'reject a run that tested another image or commit, or names none' },
    suite: { value: 'VERSION', help: 'reject a run of another suite version, or suite digest' },
  },
  exits: {
    0: 'intact, and signed by the key',
    1: 'modified, not vouched for, or rejected by an option',
    2: 'unusable',
  },
  run: ({ values, words: [dir] }, { env, cwd, tested }) => {
    const { 'public-key': keyFile, 'allow-unsigned': allowsUnsigned } = values;
    if (keyFile !== undefined && allowsUnsigned)
      throw new UsageError('--public-key asks for a signature, and --allow-unsigned for none; leave one of them out.');
    const policy = policyOf(values);
    const publicKeys = keyFile === undefined ? [] : [readPublicKey(resolve(cwd, keyFile), '--public-key')];
    const verified = verifyFolder(dir, cwd, tested, publicKeys);
    const { lines, ...outcome } = outcomeOf(verified, policy, allowsUnsigned);
    const { unicode } = terminalCapabilities(process.stdout, env);
    const { examined, found } = verified;
    const { manifest, report, seal } = examined;
    return {
      status: outcome.status,
      lines: lines.map((line) => forTerminal(clip(line, mostCharacters), unicode)),
      data: {
        ...outcome,
        run: report?.run.id ?? manifest?.run,
        startedAt: report?.run.startedAt,
        target: report?.target.baseUrl,
        verdict: report?.summary.verdict,
        seal,
        uncovered: examined.uncovered ?? [],
        errors: found.slice(0, mostLines),
        moreErrors: Math.max(0, found.length - mostLines),
      },
    };
  },
});

/** What `verify` came to. */
interface Described {
  readonly outcome: 'intact' | 'unverified' | 'modified' | 'rejected';
  readonly status: number;
  /** What the run is not that was asked for. */
  readonly rejected: readonly string[];
  readonly lines: readonly string[];
}

function outcomeOf(verified: VerifiedFolder, policy: Policy, allowsUnsigned: boolean): Described {
  const { examined, found } = verified;
  if (found.length > 0 || !examined.report)
    return { outcome: 'modified', status: 1, rejected: [], lines: altered(verified) };
  const broken = policy(examined.report);
  if (broken.length > 0) return { outcome: 'rejected', status: 1, rejected: broken, lines: rejected(verified, broken) };
  const isSigned = examined.seal.by === 'signature' && examined.seal.holds;
  const status = isSigned || allowsUnsigned ? 0 : 1;
  return {
    outcome: isSigned ? 'intact' : 'unverified',
    status,
    rejected: [],
    lines: unaltered(verified, examined.report, isSigned),
  };
}

function altered({ examined, found }: VerifiedFolder): string[] {
  const more = found.length - mostLines;
  return [
    `MODIFIED  ${counted(found.length, 'integrity error')}.`,
    ...found.slice(0, mostLines).map((one) => `  ${lineOf(one)}`),
    more > 0 && `  and ${grouped(more)} more`,
    !examined.report && 'Its contents were not examined: digests and signature come first.',
    sealLine(examined, true),
  ].filter((line) => line !== false);
}

function rejected({ examined }: VerifiedFolder, broken: readonly string[]): string[] {
  const { manifest, report } = examined;
  return [
    `REJECTED  Run ${manifest?.run ?? report?.run.id} is unmodified, and not what was asked for.`,
    ...broken.map((clause) => `  ${clause}`),
    sealLine(examined, false),
  ];
}

/** Only a signature says who vouches for a folder: without one that was verified it is never called intact. */
function unaltered(verified: VerifiedFolder, report: Report, isSigned: boolean): string[] {
  const { folder, examined } = verified;
  const { manifest } = examined;
  const files = manifest?.files.length ?? 0;
  const match = `${counted(files, 'file')} match${files === 1 ? 'es' : ''} manifest.json`;
  const isOpen = examined.seal.by === 'signature' && !isSigned;
  const vouched = isOpen ? ', and its signature was not verified' : ', and nobody vouches for it';
  const added = examined.uncovered ?? [];
  const hasEvidence = folder.bundle.files.has('evidence.har');
  const digest = report.run.evidence?.sha256 === undefined ? '' : ', and matches its digest in report.json';
  return [
    `${isSigned ? 'INTACT' : 'UNVERIFIED'}  Run ${manifest?.run}: ${match}${isSigned ? '' : vouched}.`,
    // Intact is no verdict: a failed run is intact, too.
    `Its verdict: ${headline(report).text}. ${lead(report)} Target: ${report.target.baseUrl}, ${report.run.startedAt}.`,
    hasEvidence
      ? `evidence.har is there${digest}. \`rejudge\` judges it again.`
      : 'evidence.har is not in the folder; report.json holds its digest.',
    sealLine(examined, false),
    added.length > 0 && `Nobody vouches for ${listed(added)}: \`pack\` of another version added such files.`,
  ].filter((line) => line !== false);
}

function sealLine({ seal }: Examined, isAltered: boolean): string {
  if (seal.by === 'digests') return 'Unsigned: anyone who can edit the files can also recompute the digests.';
  if (seal.holds) return `The signature by key ${seal.keyid} is valid.`;
  return isAltered
    ? `The signature names key ${seal.keyid}.`
    : `Signature by key ${seal.keyid} not verified; pass --public-key.`;
}
