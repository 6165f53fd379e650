import { resolve } from 'node:path';
import type { Examined } from '../../reports/integrity/verify.js';
import { terminalCapabilities } from '../../reports/terminal/capabilities.js';
import { forTerminal } from '../../reports/terminal/sanitise.js';
import { clip, grouped } from '../../reports/text/printable.js';
import { counted } from '../../reports/text/summary-text.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import { readPublicKey } from '../configuration/files.js';
import { lineOf, type VerifiedFolder, verifyFolder } from '../run-folder/verify-folder.js';
import { suiteDigest, thisSuite } from '../session/digests.js';
import { defineCommand } from './define-command.js';

/** Lines that are printed of a folder that is altered all over, and characters of each. */
const mostLines = 1000;
const mostCharacters = 600;

/** `verify`: whether a run's folder is as it was sealed. */
export const command = defineCommand({
  positionals: ['DIR'],
  options: { 'public-key': { value: 'FILE', help: 'the key that must have signed the folder' } },
  exits: [
    ['0', 'intact'],
    ['1', 'modified'],
    ['2', 'unusable'],
  ],
  run: async ({ values, words: [dir] }, { env, cwd }) => {
    const keyFile = values['public-key'];
    const publicKey = keyFile === undefined ? undefined : readPublicKey(resolve(cwd, keyFile), '--public-key');
    const verified = await verifyFolder(dir, cwd, { ...thisSuite(), ...(publicKey && { publicKey }) });
    const { unicode } = terminalCapabilities(process.stdout, env);
    const isAltered = verified.found.length > 0;
    const lines = isAltered ? altered(verified) : intact(verified);
    process.stdout.write(`${lines.map((line) => forTerminal(clip(line, mostCharacters), unicode)).join('\n')}\n`);
    return isAltered ? 1 : 0;
  },
});

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
  const { manifest, evidence, rendered } = examined;
  const files = manifest?.files.length ?? 0;
  return [
    `INTACT  Run ${manifest?.run}: ${counted(files, 'file')} as sealed.`,
    ...(evidence
      ? [`${counted(evidence.exchanges, 'exchange')} in one chain that ends with ${evidence.head}.`]
      : ['The exchanges are not in the folder (evidence.har); the head of their chain is in report.json.']),
    'Verdicts, counts and outcome follow from the checks and decisions of report.json.',
    ...(rendered.same.length > 0 ? [`Rendered again, with identical bytes: ${rendered.same.join(', ')}.`] : []),
    ...sealLines(examined, false),
    ...notes(examined),
  ];
}

function sealLines({ seal }: Examined, isAltered: boolean): string[] {
  if (seal.by === 'digests') return ['Unsigned: anyone who can edit the files can also recompute the digests.'];
  if (seal.holds) return [`Signed by key ${seal.keyid}; the signature is valid.`];
  return isAltered
    ? [`It names key ${seal.keyid} as its signer.`]
    : [`Signature by key ${seal.keyid} not verified; pass --public-key.`];
}

function notes({ report, manifest, ours, rendered }: Examined): string[] {
  const added = rendered.same.filter((name) => manifest && !manifest.files.some((file) => file.name === name));
  return [
    ...(added.length > 0
      ? [`Added after sealing, and equal to what report.json renders to: ${added.join(', ')}.`]
      : []),
    ...(rendered.left.length > 0
      ? [`Not rendered again, because evidence.har is missing: ${rendered.left.join(', ')}.`]
      : []),
    ...(report && !ours
      ? [
          `Made by version ${report.run.suiteVersion} with suite digest ${report.run.exam.slice(0, 12)}…, and this is ${suiteVersion} with ${suiteDigest().slice(0, 12)}…: the words of the catalogue and the rendered files were not compared.`,
        ]
      : []),
  ];
}
