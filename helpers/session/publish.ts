import { type Format, formats } from '../../reports/formats/formats.js';
import { envelop } from '../../reports/integrity/envelope.js';
import { attestationFile, manifestFile, renderManifest, withEvidence } from '../../reports/integrity/manifest.js';
import { renderJson } from '../../reports/text/report-json.js';
import { sha256 } from '../../schemas/common/sha256.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { createdFileName, renderCreated } from '../evidence/created-file.js';
import { notStored, stored } from '../evidence/storage-error.js';
import type { RunFolder } from '../run-folder/folder.js';
import { WithheldError } from './ending.js';
import type { Prepared } from './prepare.js';

/** `log`: what a started target printed. */
export type Publication = { report: Report; exchanges: readonly Exchange[]; log?: string | undefined };

/**
 * Writes a run's folder: report.json, its formats, created.json, and last the manifest. All is searched for secrets
 * before anything is written: this proves redaction at capture.
 * @returns the report with the digest of its evidence, and a sentence on each file that the file system rejected
 * @throws WithheldError, StorageError where report.json cannot be written, Error where the report breaks its own schema
 */
export function publish(
  { tested, target, redactor, signer }: Prepared,
  folder: RunFolder,
  made: Publication,
): { report: Report; rejected: readonly string[] } {
  const { exchanges, log } = made;
  const { report, har } = withEvidence(made.report, exchanges);
  const valid = validator('report');
  if (!valid(report)) throw new Error(`the report breaks its own schema: ${complaint(valid.errors)}`);
  const text = renderJson(report);
  // What is rendered is what report.json will hold.
  const shown = JSON.parse(text) as Report;
  const wanted: readonly string[] = target.configuration.formats;
  const others = (formats as readonly Format[])
    .filter(({ name }) => name !== 'json' && wanted.includes(name))
    .map(({ name, file, render }) => [file, name === 'har' ? har : render(shown, exchanges, tested)] as const);
  // Some may have come after the evidence was complete.
  const known = new Set(exchanges.map(({ wrote }) => wrote));
  const customers = [...report.created, ...folder.created.customers().filter((one) => !known.has(one))];
  const files = [
    ['report.json', text] as const,
    [createdFileName, renderCreated({ run: report.run.id, target: report.target.baseUrl }, customers)] as const,
    ...(log === undefined ? [] : [['target.log', log] as const]),
    // Small files first, so that a nearly full disk takes as many as it can.
    ...others.sort(([, one], [, other]) => one.length - other.length),
  ];
  const refuseSecrets = ([file, content]: readonly [file: string, content: string]) => {
    const [label] = redactor.finds(content);
    if (label !== undefined)
      throw new WithheldError(`Nothing was published: a secret (${label}) was found in ${file}.`);
  };
  for (const one of files) refuseSecrets(one);
  const digests = new Map<string, string>();
  const write = (file: string, content: string) => {
    folder.write(file, content);
    digests.set(file, sha256(content));
  };
  const must = (file: string, content: string) =>
    stored(`${file} could not be written, so nothing was published`, () => write(file, content));
  must('report.json', text);
  const rejected = files
    .slice(1)
    .flatMap(([file, content]) => notStored(`${file} was left out`, () => write(file, content)) ?? []);
  const manifest = renderManifest(report, digests);
  // The manifest last: with it the folder is whole.
  const seal: (readonly [file: string, content: string])[] = [[manifestFile, manifest]];
  if (signer) seal.unshift([attestationFile, envelop(manifest, signer)]);
  for (const one of seal) {
    refuseSecrets(one);
    must(...one);
  }
  return { report, rejected };
}
