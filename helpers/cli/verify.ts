import { resolve } from 'node:path';
import type { Examined } from '../../reports/integrity/verify.js';
import { terminalCapabilities } from '../../reports/terminal/capabilities.js';
import { forTerminal } from '../../reports/terminal/sanitise.js';
import { clip, grouped } from '../../reports/text/printable.js';
import { counted } from '../../reports/text/summary-text.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import { readPublicKey } from '../configuration/files.js';
import { suiteDigest, thisSuite } from '../run-folder/digests.js';
import { lineOf, type VerifiedFolder, verifyFolder } from '../run-folder/verify-folder.js';
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
