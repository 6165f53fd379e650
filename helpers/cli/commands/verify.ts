import { resolve } from 'node:path';
import type { Examined } from '../../../reports/integrity/verify.js';
import { counted } from '../../../reports/text/counted.js';
import { clip, printableLine } from '../../../reports/text/printable.js';
import { becauseOf } from '../../../reports/view/summary.js';
import { headline } from '../../../reports/wording/verdict-labels.js';
import type { Report } from '../../../schemas/types.js';
import { type VerifiedFolder, verifyFolder } from '../../run-folder/verify-folder.js';
import { readPublicKey } from '../../settings/access-files.js';
import type { Outcome, Place } from '../place.js';
import { type PolicyOptions, policyOf } from './verify-policy.js';

const mostCharacters = 600;

type VerifyOptions = PolicyOptions & Readonly<{ publicKey?: string; allowUnsigned?: boolean }>;

/** `verify`: whether a run's folder is unmodified, who vouches for it, and whether it is what the recipient wants. */
export function verify(
  { words: [dir = ''], options }: { readonly words: readonly string[]; readonly options: VerifyOptions },
  { cwd }: Place,
): Outcome {
  const { publicKey: keyFile, allowUnsigned: allowsUnsigned = false } = options;
  const policy = policyOf(options);
  const publicKeys = keyFile === undefined ? [] : [readPublicKey(resolve(cwd, keyFile), '--public-key')];
  const verified = verifyFolder(dir, cwd, publicKeys);
  const { report, seal } = verified.examined;
  const isAltered = verified.found.length > 0 || report === undefined;
  const broken = isAltered ? [] : policy(report);
  const isSigned = seal.by === 'signature' && seal.holds;
  const lines = isAltered
    ? altered(verified)
    : broken.length > 0
      ? [`REJECTED  Run ${report.run.id} is unmodified, but the options reject it.`, ...broken.map((one) => `  ${one}`)]
      : unaltered(verified, report);
  return {
    status: !isAltered && broken.length === 0 && (isSigned || allowsUnsigned) ? 0 : 1,
    lines: [...lines, sealLine(seal, isAltered)].map((line) => printableLine(clip(line, mostCharacters))),
  };
}

function altered({ examined, found }: VerifiedFolder): string[] {
  return [
    `MODIFIED  ${counted(found.length, 'integrity error')}.`,
    ...found.map((one) => `  ${one.file} ${one.says}`),
    ...(examined.report ? [] : ['Its contents were not examined, since digests or signature do not match.']),
  ];
}

/** Only a verified signature says who vouches for a folder: without one it is not called intact. */
function unaltered({ files: present, examined: { files, seal } }: VerifiedFolder, report: Report): string[] {
  const match = `${counted(files.length, 'file')} match${files.length === 1 ? 'es' : ''} manifest.json`;
  const isSigned = seal.by === 'signature' && seal.holds;
  const unvouched =
    seal.by === 'signature' ? ', and its signature was not verified' : ', but no signature names its author';
  const { id, startedAt, evidence } = report.run;
  const digest = evidence ? ', and matches its digest in report.json' : '';
  return [
    `${isSigned ? 'INTACT' : 'UNVERIFIED'}  Run ${id}: ${match}${isSigned ? '' : unvouched}.`,
    // A failed run is intact, too.
    `Its verdict: ${headline(report).text}. ${becauseOf(report)} Target: ${report.target.baseUrl}, ${startedAt}.`,
    present.has('evidence.har')
      ? `evidence.har is there${digest}.`
      : 'evidence.har is not in the folder; report.json holds its digest.',
  ];
}

function sealLine(seal: Examined['seal'], isAltered: boolean): string {
  if (seal.by === 'digests') return 'Not signed: anyone who can edit the files can also recompute their digests.';
  if (seal.holds)
    return `The signature by key ${seal.keyid} is valid${isAltered ? ' for manifest.json alone: do not rely on this folder' : ''}.`;
  return isAltered
    ? `The signature names key ${seal.keyid}.`
    : `Signature by key ${seal.keyid} not verified; pass --public-key.`;
}
