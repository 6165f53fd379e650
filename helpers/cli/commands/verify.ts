import { resolve } from 'node:path';
import type { Examined } from '../../../reports/integrity/verify.js';
import { clip, counted, printableLine } from '../../../reports/text/words.js';
import { becauseOf } from '../../../reports/view/summary.js';
import { headline, headlineFor } from '../../../reports/wording/verdict-labels.js';
import { listed } from '../../../schemas/common/listed.js';
import { profileNames } from '../../../schemas/profiles.js';
import type { Report } from '../../../schemas/types.js';
import { type VerifiedFolder, verifyFolder } from '../../run-folder/verify-folder.js';
import { readPublicKey } from '../../settings/access-files.js';
import { baseAddress } from '../../settings/base-address.js';
import { digestOf } from '../../settings/sources.js';
import { quote, quoteShort, UsageError } from '../../settings/usage-error.js';
import type { Given, Outcome, Place } from '../place.js';

const mostCharacters = 600;

type VerifyOptions = PolicyOptions & Readonly<{ publicKey?: string; allowUnsigned?: boolean }>;

/** `verify`: whether a run's folder is unmodified and signed, and satisfies the options. */
export function verify({ words: [dir = ''], options }: Given<VerifyOptions>, { cwd }: Place): Outcome {
  const { publicKey: keyFile, allowUnsigned: allowsUnsigned = false } = options;
  const policy = policyOf(options);
  const publicKeys = keyFile === undefined ? [] : [readPublicKey(resolve(cwd, keyFile), '--public-key')];
  const verified = verifyFolder(dir, cwd, publicKeys);
  const { report, seal } = verified.examined;
  const isAltered = verified.found.length > 0 || report === undefined;
  const broken = isAltered ? [] : policy(report);
  const isAccepted = !isAltered && broken.length === 0 && (seal.holds || allowsUnsigned);
  const lines = isAltered ? altered(verified) : unaltered(verified, report, broken);
  return {
    status: isAccepted ? 0 : 1,
    lines: [...lines, sealLine(seal, isAltered)].map((line) => printableLine(clip(line, mostCharacters))),
  };
}

function altered({ examined, found }: VerifiedFolder) {
  return [
    `MODIFIED  ${counted(found.length, 'integrity error')}.`,
    ...found.map(({ file, says }) => `  ${file} ${says}`),
    ...(examined.report ? [] : ['Its contents were not examined, since digests or signature do not match.']),
  ];
}

/** Without a verified signature a folder is not called intact. */
function unaltered({ files: present, examined }: VerifiedFolder, report: Report, broken: readonly string[]) {
  const { files, seal } = examined;
  const { id, startedAt, evidence } = report.run;
  if (broken.length > 0)
    return [`REJECTED  Run ${id} is unmodified, but the options reject it.`, ...broken.map((clause) => `  ${clause}`)];
  const match = `${counted(files.length, 'file')} match${files.length === 1 ? 'es' : ''} manifest.json`;
  const unvouched =
    seal.by === 'signature' ? ', and its signature was not verified' : ', but no signature names its author';
  const digest = evidence ? ', and matches its digest in report.json' : '';
  return [
    `${seal.holds ? 'INTACT' : 'UNVERIFIED'}  Run ${id}: ${match}${seal.holds ? '' : unvouched}.`,
    `Its verdict: ${headline(report).text}. ${becauseOf(report)} Target: ${report.target.baseUrl}, ${startedAt}.`,
    present.has('evidence.har')
      ? `evidence.har is there${digest}.`
      : 'evidence.har is not in the folder; report.json holds its digest.',
  ];
}

function sealLine(seal: Examined['seal'], isAltered: boolean) {
  if (seal.by === 'digests') return 'Not signed: anyone who can edit the files can also recompute their digests.';
  if (seal.holds)
    return `The signature by key ${seal.keyid} is valid${isAltered ? ' for manifest.json alone: do not rely on this folder' : ''}.`;
  return isAltered
    ? `The signature names key ${seal.keyid}.`
    : `Signature by key ${seal.keyid} not verified; pass --public-key.`;
}

/** A clause for each broken rule. */
type Policy = (report: Report) => readonly string[];

/** Verdicts that can be required, best first. */
const required: readonly string[] = ['conformant', 'conformant-with-waivers', 'fit-as-declared'];

const rules = {
  notBefore: (text: string): Policy => {
    const earliest = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(earliest))
      throw new UsageError(`--not-before is ${quote(text)}, not a date such as 2026-11-22 or 2026-11-22T02:17:00Z.`);
    return ({ run }) =>
      Date.parse(run.startedAt) >= earliest ? [] : [`the run began at ${run.startedAt}, before ${text} (--not-before)`];
  },
  target: (text: string): Policy => {
    const wanted = baseAddress(text, '--target');
    return ({ target: { embedded, baseUrl } }) => {
      if (embedded) return ['the run tested the embedded reference server, no target (--target)'];
      return baseUrl === wanted ? [] : [`the run tested ${clip(baseUrl, 200)}, not ${clip(wanted, 200)} (--target)`];
    };
  },
  /** Accepts the verdict and better ones, of the profile `full` unless another is named. */
  require: (text: string): Policy => {
    const profiles: readonly string[] = profileNames;
    const [verdict = '', profile = 'full'] = /^(\S+)(?: \((\S+)\))?$/.exec(text)?.slice(1) ?? [];
    const lowest = required.indexOf(verdict);
    const wanted = profiles.indexOf(profile);
    if (lowest < 0 || wanted < 0)
      throw new UsageError(
        `--require is ${quote(text)}; what can be required is ${listed(required, 'or')}, for the profiles that test less with their name: "conformant (single-tenant)", "conformant (read-only)".`,
      );
    return ({ summary, target: { embedded }, run }) => {
      const rank = required.indexOf(summary.verdict);
      const isMet = rank >= 0 && rank <= lowest && profiles.indexOf(summary.profile ?? 'full') <= wanted;
      const found = headlineFor(summary).text.toLowerCase();
      return [
        ...(isMet ? [] : [`the run is ${embedded ? summary.verdict : found}, not ${text} (--require)`]),
        ...(run.complete ? [] : ['the run is incomplete (--require)']),
        ...(embedded ? ['the run is a demonstration with the embedded reference server (--require)'] : []),
      ];
    };
  },
  subject: (text: string): Policy => {
    const wanted = digestOf(text);
    if (wanted === undefined)
      throw new UsageError(
        `--subject is ${quoteShort(text)}, which is not sha256: and 64 hexadecimal digits, or the 40 of a commit.`,
      );
    return ({ run: { subject = 'a build of unknown digest' } }) =>
      subject === wanted ? [] : [`the run tested ${subject}, not ${wanted} (--subject)`];
  },
};

type PolicyOptions = { readonly [Name in keyof typeof rules]?: string };

/** @throws UsageError for an invalid value */
export function policyOf(options: PolicyOptions): Policy {
  const policies = (Object.keys(rules) as (keyof typeof rules)[]).flatMap((name) => {
    const text = options[name];
    return text === undefined ? [] : [rules[name](text)];
  });
  return (report) => policies.flatMap((policy) => policy(report));
}
