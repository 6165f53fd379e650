import { resolve } from 'node:path';
import type { Examined } from '../../../reports/integrity/verify.js';
import { terminalCapabilities } from '../../../reports/terminal/capabilities.js';
import { forTerminal } from '../../../reports/terminal/sanitise.js';
import { counted } from '../../../reports/text/counted.js';
import { clip, grouped } from '../../../reports/text/printable.js';
import { verifyPageFile } from '../../../reports/verify-page/page.js';
import { headline } from '../../../reports/wording/scope.js';
import { lead } from '../../../reports/wording/summary-text.js';
import { suiteVersion } from '../../../schemas/suite-version.js';
import type { Report } from '../../../schemas/types.js';
import { readPublicKey } from '../../configuration/files.js';
import { UsageError } from '../../configuration/usage-error.js';
import { suiteDigest } from '../../run-folder/digests.js';
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
      help: 'conformant: reject any other verdict, a profile that tests less, and a demonstration',
    },
    rejudge: {
      help: 'judge the evidence again whatever its size, name what is not judgeable, and reject a run that lacks evidence',
    },
    suite: { value: 'VERSION', help: 'reject a run of another suite version, or suite digest' },
  },
  exits: {
    0: 'intact, and signed by the key',
    1: 'modified, not vouched for, or rejected by an option',
    2: 'unusable',
  },
  run: async ({ values, words: [dir] }, { env, cwd }) => {
    const { 'public-key': keyFile, 'allow-unsigned': allowsUnsigned } = values;
    if (keyFile !== undefined && allowsUnsigned)
      throw new UsageError('--public-key asks for a signature, and --allow-unsigned for none; leave one of them out.');
    const policy = policyOf(values);
    const publicKeys = keyFile === undefined ? [] : [readPublicKey(resolve(cwd, keyFile), '--public-key')];
    const verified = await verifyFolder(dir, cwd, { publicKeys });
    const asSealed = outcomeOf(verified, policy, allowsUnsigned);
    const { lines, ...outcome } = await judgedAgain(verified, asSealed, values.rejudge);
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
        errors: found.slice(0, mostLines),
        moreErrors: Math.max(0, found.length - mostLines),
      },
    };
  },
});

/** What `verify` came to. */
interface Described {
  readonly outcome: 'intact' | 'unverified' | 'modified' | 'rejected' | 'contradicted' | 'not confirmed';
  readonly status: number;
  /** What the run is not that was asked for, or which verdicts its evidence contradicts. */
  readonly rejected: readonly string[];
  /** What judging the evidence again came to, where it agrees. */
  readonly judgedAgain?: string;
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

/** Exchanges, and characters of their bodies, that are judged again unasked: a second or two on an ordinary machine. */
const [mostExchanges, mostJudged] = [1000, 4 * 1024 * 1024];

/** Why evidence is not judged again without `--rejudge`, as a sentence; undefined where it is. */
function whyNotUnasked({ report, exchanges, ours }: Examined): string | undefined {
  if (!report || !exchanges) return 'evidence.har is not in the folder.';
  if (!ours) return 'Another version made the run; `--rejudge` judges it with this one.';
  const size = exchanges.reduce((sum, { response }) => sum + (response?.body.length ?? 0), 0);
  if (exchanges.length <= mostExchanges && size <= mostJudged) return undefined;
  return `The evidence is large (${counted(exchanges.length, 'exchange')}); \`--rejudge\` judges it.`;
}

/**
 * What the evidence says of the verdicts: a contradiction comes before all else. Evidence that is missing makes a run
 * rejected only with `--rejudge`; without it, only what takes little time is judged.
 */
async function judgedAgain({ examined, found }: VerifiedFolder, of: Described, isAsked: boolean): Promise<Described> {
  const { report, exchanges } = examined;
  if (!report || found.length > 0 || (of.outcome === 'rejected' && !isAsked)) return of;
  const not = (why: string) => ({ ...of, lines: [...of.lines, `Not judged again. ${why}`] });
  const unasked = isAsked ? undefined : whyNotUnasked(examined);
  if (unasked !== undefined) return not(unasked);
  const { rejudge, rejudgedLines, rejudgedSentence, rejudgedWord } = await import('../../rejudge/rejudge.js');
  const judged = await rejudge(report, exchanges);
  if (judged.impossible !== undefined && !isAsked) return not(judged.impossible);
  const word = rejudgedWord(judged);
  const differences = judged.impossible === undefined ? rejudgedLines(judged, report) : [judged.impossible];
  if (word === 'CONFIRMED' || (word === 'NOT CONFIRMED' && !isAsked)) {
    const said = `Judged again: ${word === 'CONFIRMED' ? '' : `${word}. `}${rejudgedSentence(judged)}`;
    const named = isAsked ? differences : [];
    return { ...of, judgedAgain: said, lines: [...of.lines, said, ...named] };
  }
  const lines = [`${word}  Run ${report.run.id}: ${rejudgedSentence(judged)}`, ...differences];
  const outcome = word === 'CONTRADICTED' ? 'contradicted' : 'not confirmed';
  return { outcome, status: 1, rejected: differences, lines };
}

function altered({ examined, found }: VerifiedFolder): string[] {
  const more = found.length - mostLines;
  return [
    `MODIFIED  ${counted(found.length, 'integrity error')}.`,
    ...found.slice(0, mostLines).map((one) => `  ${lineOf(one)}`),
    more > 0 && `  and ${grouped(more)} more`,
    !examined.report && 'Its contents were not examined: digests and signature come first.',
    sealLine(examined, true),
    ...notes(examined),
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
function unaltered({ folder, examined }: VerifiedFolder, report: Report, isSigned: boolean): string[] {
  const { manifest, exchanges, rendered, ours } = examined;
  const files = manifest?.files.length ?? 0;
  const match = `${counted(files, 'file')} match${files === 1 ? 'es' : ''} manifest.json`;
  const [word, vouched] = isSigned ? ['INTACT', ''] : ['UNVERIFIED', ', and nobody vouches for it'];
  const digest = report.run.evidence?.sha256 === undefined ? '' : '; evidence.har matches its digest in report.json';
  return [
    `${word}  Run ${manifest?.run}: ${match}${vouched}.`,
    // Intact is no verdict: a failed run is intact, too.
    `Its verdict: ${headline(report).text}. ${lead(report)} Target: ${report.target.baseUrl}, ${report.run.startedAt}.`,
    exchanges
      ? `${counted(exchanges.length, 'exchange')}${digest}.`
      : 'evidence.har is not in the folder; report.json holds its digest.',
    'Verdicts, counts and outcome follow from the checks and decisions in report.json.',
    rendered.same.length > 0 && `Rendered again with identical bytes: ${rendered.same.join(', ')}.`,
    sealLine(examined, false),
    ...notes(examined),
    // The signature does not cover the page that `pack` adds, and a page of another version cannot be compared.
    folder.bundle.files.has(verifyPageFile) &&
      !ours &&
      `${verifyPageFile} is not covered by manifest.json and was not compared: use the page of your own version.`,
  ].filter((line) => line !== false);
}

function sealLine({ seal }: Examined, isAltered: boolean): string {
  if (seal.by === 'digests') return 'Unsigned: anyone who can edit the files can also recompute the digests.';
  if (seal.holds) return `The signature by key ${seal.keyid} is valid.`;
  return isAltered
    ? `The signature names key ${seal.keyid}.`
    : `Signature by key ${seal.keyid} not verified; pass --public-key.`;
}

function notes({ report, manifest, ours, rendered }: Examined): string[] {
  const added = rendered.same.filter((name) => manifest && !manifest.files.some((file) => file.name === name));
  return [
    added.length > 0 && `Added after the run, identical to a rendering of report.json: ${added.join(', ')}.`,
    rendered.left.length > 0 && `Not rendered again (needs evidence.har): ${rendered.left.join(', ')}.`,
    report !== undefined &&
      !ours &&
      `Made by version ${report.run.suiteVersion} (suite digest ${report.run.exam.slice(0, 12)}…); this is version ${suiteVersion} (${suiteDigest().slice(0, 12)}…), so catalogue texts and rendered files were not compared.`,
  ].filter((line) => line !== false);
}
