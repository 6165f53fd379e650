import { generateKeyPairSync, sign } from 'node:crypto';
import { attempt } from '../../helpers/settings/usage-error.js';
import { sha256 } from '../../schemas/common/sha256.js';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { Manifest, Report } from '../../schemas/types.js';
import { type Format, type FormatName, formats } from '../formats/formats.js';
import { type Sample, sample } from '../testing/sample.js';
import { envelop, keyidOf, type Signer } from './envelope.js';
import { attestationFile, manifestFile, renderManifest, withEvidence } from './manifest.js';
import { examine } from './verify.js';

export type Files = Map<string, Buffer>;

export function newSigner(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { keyid: keyidOf(publicKey), publicKey, sign: (bytes) => sign(null, bytes, privateKey) };
}

/** The sample run with the digest of its evidence. */
export function consistent(run: Partial<Report['run']> = {}): Sample {
  const { report, evidence } = sample();
  return { report: withEvidence({ ...report, run: { ...report.run, ...run } }, evidence).report, evidence };
}

/** @param names formats beside report.json */
export async function sealed(
  { names = ['json', 'md', 'har'], signer }: { names?: readonly FormatName[]; signer?: Signer },
  run: Partial<Report['run']> = {},
): Promise<Files> {
  const { report, evidence } = consistent(run);
  const files: Files = new Map();
  for (const { name, file, render } of formats as readonly Format[])
    if (names.some((one) => one === name)) files.set(file, Buffer.from(await render(report, evidence, fsapi)));
  reseal(files, signer);
  return files;
}

/** Seals what is there anew, as somebody would who has the files, and perhaps a key. */
export function reseal(files: Files, signer?: Signer, change: (manifest: Manifest) => void = () => {}): void {
  files.delete(manifestFile);
  files.delete(attestationFile);
  const report = attempt(() => JSON.parse(String(files.get('report.json'))) as Report) ?? consistent().report;
  const digests = new Map([...files].map(([name, content]) => [name, sha256(content)]));
  const manifest = JSON.parse(renderManifest(report, digests)) as Manifest;
  change(manifest);
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  files.set(manifestFile, Buffer.from(text));
  if (signer) files.set(attestationFile, Buffer.from(envelop(text, signer)));
}

// biome-ignore lint/suspicious/noExplicitAny: whoever tampers with a file keeps to no type
export function edit(files: Files, file: string, change: (value: any) => void): void {
  const value = JSON.parse(String(files.get(file)));
  change(value);
  files.set(file, Buffer.from(`${JSON.stringify(value, null, file === 'evidence.har' ? 1 : 2)}\n`));
}

export function at(place: string, value: unknown, file = 'report.json'): (files: Files) => void {
  return (files) =>
    edit(files, file, (whole) => {
      const path = place.split('/').slice(1);
      const name = path.pop() as string;
      path.reduce((inner, step) => inner[step], whole)[name] = value;
    });
}

export const write = (file: string, change: (text: string) => string) => (files: Files) =>
  void files.set(file, Buffer.from(change(String(files.get(file)))));

export function tampered(files: Files, tamper: (files: Files) => void): Files {
  const copy: Files = new Map([...files].map(([name, content]) => [name, Buffer.from(content)]));
  tamper(copy);
  return copy;
}

export function examined(files: Files, ...signers: readonly Signer[]): ReturnType<typeof examine> {
  const keys = signers.map(({ publicKey }) => publicKey);
  return examine(new Map([...files].map(([name, content]) => [name, { sha256: sha256(content), content }])), keys);
}

export function foundIn(files: Files, ...signers: readonly Signer[]): string[] {
  return examined(files, ...signers).found.map(({ file, says }) => `${file} ${says}`);
}
