import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { qualificationDocuments, renderQualification } from '../../reports/formats/qualification.js';
import { envelop, type Signer } from '../../reports/integrity/envelope.js';
import {
  citationOf,
  concluded,
  qualificationFile,
  qualificationFiles,
  qualificationSeal,
  qualificationStatement,
  readQualification,
} from '../../reports/integrity/qualification.js';
import { sha256 } from '../../reports/integrity/sha256.js';
import type { Qualification, Report } from '../../schemas/types.js';
import { attempt } from '../configuration/attempt.js';
import { quote, UsageError } from '../configuration/usage-error.js';
import { stored } from '../evidence/storage-error.js';
import { mostOf, readLimited } from './read-limited.js';

/** Where `qualify` writes and a run looks, below the working folder. */
export const qualificationFolder = join('reports', 'qualification');

/** Writes a qualification with its documents, in place of an earlier one, and signs them where there is a key. @throws StorageError */
export async function writeQualification(folder: string, of: Qualification, signer: Signer | undefined): Promise<void> {
  const files = new Map<string, string | Uint8Array>([[qualificationFile, renderQualification(of)]]);
  for (const [name, render] of Object.entries(qualificationDocuments)) files.set(name, await render(of));
  const digests = new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, it]) => [name, sha256(it)]));
  if (signer) files.set(qualificationSeal, envelop(JSON.stringify(qualificationStatement(of, digests)), signer));
  stored('The qualification could not be written', () => {
    mkdirSync(folder, { recursive: true });
    for (const name of qualificationFiles) rmSync(join(folder, name), { force: true });
    for (const [name, content] of files) writeFileSync(join(folder, name), content);
  });
}

/** How a run of this suite cites the qualification below `cwd`: not one of another suite, that failed, or that cannot be read. */
export function qualificationBelow(cwd: string, exam: string): Report['run']['qualification'] {
  const file = join(cwd, qualificationFolder, qualificationFile);
  return attempt(() => {
    const text = readLimited(file, mostOf(qualificationFile))?.toString() ?? '';
    const of = readQualification(text);
    // What the record says of itself may have been edited: its cases decide.
    const isQualified = of.qualified && isDeepStrictEqual({ ...of, ...concluded(of) }, of);
    return isQualified && of.exam === exam ? citationOf(of, text) : undefined;
  });
}

/**
 * The files of a qualification, for a bundle: FILE and what stands beside it.
 * @throws UsageError where it is none
 */
export function qualificationAt(file: string, cwd: string): ReadonlyMap<string, Buffer> {
  const path = resolve(cwd, file);
  if (basename(path) !== qualificationFile || !existsSync(path))
    throw new UsageError(`--with-qualification needs a ${qualificationFile}; ${quote(basename(path))} is none.`);
  const beside = qualificationFiles.filter((name) => existsSync(join(dirname(path), name)));
  return new Map(beside.map((name) => [name, readFileSync(join(dirname(path), name))]));
}
