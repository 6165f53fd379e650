import type { KeyObject } from 'node:crypto';
import type { Qualification, Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { qualificationDocuments, renderQualification } from '../formats/qualification.js';
import { printableLine } from '../text/printable.js';
import { readJson } from '../text/read-json.js';
import { type Bundle, decoded } from './bundle.js';
import { keyidOf, readEnvelope } from './envelope.js';
import { deviations, type IntegrityError, shown } from './integrity-error.js';
import { sha256 } from './sha256.js';

/** The record of a qualification, and the signed statement about it and its documents. */
export const qualificationFile = 'qualification.json';
export const qualificationSeal = 'qualification.dsse.json';
/** The files of a qualification, sorted: no other file of a run has such a name. */
export const qualificationFiles: readonly string[] = [
  qualificationSeal,
  ...Object.keys(qualificationDocuments),
  qualificationFile,
].sort();

/** How a report cites a qualification. @param text qualification.json as it is written */
export function citationOf(
  { finishedAt, totals }: Qualification,
  text: string,
): NonNullable<Report['run']['qualification']> {
  return { on: finishedAt, sha256: sha256(text), ...totals };
}

/**
 * Reads qualification.json.
 * @throws SyntaxError for what is none, or is written otherwise than by this suite; the message is a clause
 */
export function readQualification(text: string): Qualification {
  const value = readJson(text) as Qualification;
  const valid = validator('qualification');
  if (!valid(value)) throw new SyntaxError(`is not a qualification: ${printableLine(complaint(valid.errors))}`);
  if (renderQualification(value) !== text) throw new SyntaxError('is not in the form that this suite writes');
  return value;
}

/** The statement that is signed: the files of a qualification, and what came of it. @param digests SHA-256 by file */
export function qualificationStatement(of: Qualification, digests: ReadonlyMap<string, string>) {
  const cases = [...of.faults, ...of.variants];
  const ids = (asExpected: boolean) => cases.filter((one) => one.asExpected === asExpected).map(({ id }) => id);
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [...digests].map(([name, digest]) => ({ name, digest: { sha256: digest } })),
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: of.qualified ? 'PASSED' : 'FAILED',
      configuration: [{ name: 'exam', digest: { sha256: of.exam } }],
      passedTests: ids(true),
      failedTests: ids(false),
    },
  };
}

/**
 * Checks the qualification in the bundle of a run, where it has one: that it follows from its own cases, that it is of
 * the suite that made the report, that it is the one that the report cites, and that it is signed as it says. What the
 * report cites, the signature of the run covers; else one of the keys has to have signed it, where any is named.
 * @param ours whether this very suite made it: only then its documents can be rendered again
 */
export async function checkQualification(
  { files }: Bundle,
  { run }: Report,
  { publicKeys: keys = [], ours }: { readonly publicKeys?: readonly KeyObject[]; readonly ours: boolean },
): Promise<IntegrityError[]> {
  const present = qualificationFiles.filter((name) => files.has(name));
  const file = qualificationFile;
  const content = files.get(file)?.content;
  if (!content) return present.map((name) => ({ file: name, says: `needs ${file}, which is missing` }));
  try {
    const text = decoded(content);
    const of = readQualification(text);
    const citation = citationOf(of, text);
    const expected = { suiteVersion: run.suiteVersion, exam: run.exam, ...run.qualification };
    const actual = { suiteVersion: of.suiteVersion, exam: of.exam, ...(run.qualification && citation) };
    return [
      ...deviations(file, [expected, actual], 'report.json'),
      ...deviations(file, [{ ...of, ...concluded(of) }, of], 'its cases'),
      ...(ours ? await checkDocuments(of, files) : []),
      ...checkSeal(of, files, run.qualification ? [] : keys),
    ];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [{ file, says: error.message }];
  }
}

/** What follows from the cases of a qualification: which came out as expected, the totals, and the outcome. */
export function concluded(of: Pick<Qualification, 'faults' | 'variants'>) {
  const judged = (cases: Qualification['faults']) =>
    cases.map((one) => ({ ...one, asExpected: one.error === undefined && one.failed.join() === one.breaks.join() }));
  const good = (cases: Qualification['faults']) => cases.filter(({ asExpected }) => asExpected).length;
  const [faults, variants] = [judged(of.faults), judged(of.variants)];
  const totals = { faults: faults.length, found: good(faults), variants: variants.length, clean: good(variants) };
  const qualified = totals.faults > 0 && totals.found === totals.faults && totals.clean === totals.variants;
  return { qualified, totals, faults, variants };
}

/** The documents are what the record renders to. */
async function checkDocuments(of: Qualification, files: Bundle['files']): Promise<IntegrityError[]> {
  const found: IntegrityError[] = [];
  for (const [file, render] of Object.entries(qualificationDocuments)) {
    const content = files.get(file)?.content;
    if (content && !Buffer.from(await render(of)).equals(content))
      found.push({ file, says: `differs from a rendering of ${qualificationFile}` });
  }
  return found;
}

function checkSeal(of: Qualification, files: Bundle['files'], keys: readonly KeyObject[]): IntegrityError[] {
  const file = qualificationSeal;
  const content = files.get(file)?.content;
  if (!content) {
    if (of.signingKey !== undefined)
      return [{ file, says: `is missing: ${qualificationFile} names key ${shown(of.signingKey)} as the signer` }];
    return keys.length === 0
      ? []
      : [{ file, says: 'is missing: nobody signed the qualification, and report.json does not name it' }];
  }
  const { keyid, payload, isBy } = readEnvelope(decoded(content));
  const names = qualificationFiles.filter((name) => name !== file && files.has(name));
  const digests = new Map(names.map((name) => [name, files.get(name)?.sha256 ?? '']));
  const statement = JSON.stringify(qualificationStatement(of, digests));
  const isOurs = keys.some((key) => keyidOf(key) === keyid && isBy(key));
  return [
    ...(keyid === of.signingKey
      ? []
      : [{ file, says: `is by key ${shown(keyid)}, which ${qualificationFile} does not name` }]),
    ...(statement === payload.toString('utf8') ? [] : [{ file, says: 'is about other files, or another outcome' }]),
    ...(keys.length === 0 || isOurs ? [] : [{ file, says: `is not by key ${keys.map(keyidOf).join(' or ')}` }]),
  ];
}
