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
type Publication = { report: Report; exchanges: readonly Exchange[]; log?: string };

type RunFile = readonly [name: string, content: string];

/**
 * Writes a run's folder, the manifest last, once every file was searched for secrets: this proves redaction at capture.
 * @returns the report with the digest of its evidence, and a sentence on each file that the file system rejected
 * @throws WithheldError, StorageError if report.json cannot be written, Error if the report breaks its own schema
 */
export function publish(
  prepared: Prepared,
  folder: RunFolder,
  publication: Publication,
): { report: Report; rejected: readonly string[] } {
  const { redactor, signer } = prepared;
  const { report, har } = withEvidence(publication.report, publication.exchanges);
  const valid = validator('report');
  if (!valid(report)) throw new Error(`the report breaks its own schema: ${complaint(valid.errors)}`);
  const text = renderJson(report);
  const otherFiles = [createdFile(report, folder, publication), ...renderedFiles(prepared, text, har, publication)];
  const refuseSecrets = ([file, content]: RunFile) => {
    const [label] = redactor.finds(content);
    if (label !== undefined)
      throw new WithheldError(`Nothing was published: a secret (${label}) was found in ${file}.`);
  };
  const main: RunFile = ['report.json', text];
  for (const file of [main, ...otherFiles]) refuseSecrets(file);
  const digests = new Map<string, string>();
  const write = ([file, content]: RunFile) => {
    folder.write(file, content);
    digests.set(file, sha256(content));
  };
  const must = (file: RunFile) =>
    stored(`${file[0]} could not be written, so nothing was published`, () => write(file));
  must(main);
  const rejected = otherFiles.flatMap((file) => notStored(`${file[0]} was left out`, () => write(file)) ?? []);
  const manifest = renderManifest(report, digests);
  const seal: RunFile[] = [[manifestFile, manifest]];
  if (signer) seal.unshift([attestationFile, envelop(manifest, signer)]);
  for (const file of seal) {
    refuseSecrets(file);
    must(file);
  }
  return { report, rejected };
}

/** created.json, with customers that came after the evidence was complete. */
function createdFile(report: Report, { created }: RunFolder, { exchanges }: Publication): RunFile {
  const inEvidence = new Set(exchanges.map(({ wrote }) => wrote));
  const customers = [...report.created, ...created.customers().filter((customer) => !inEvidence.has(customer))];
  return [createdFileName, renderCreated({ run: report.run.id, target: report.target.baseUrl }, customers)];
}

/** All but report.json, small ones first: a nearly full disk takes as many as it can. */
function renderedFiles({ tested, target }: Prepared, text: string, har: string, { exchanges, log }: Publication) {
  // Formats show what report.json will hold.
  const published = JSON.parse(text) as Report;
  const names: readonly string[] = target.configuration.formats;
  const files = (formats as readonly Format[])
    .filter(({ name }) => name !== 'json' && names.includes(name))
    .map(({ name, file, render }): RunFile => [file, name === 'har' ? har : render(published, exchanges, tested)])
    .sort(([, a], [, b]) => a.length - b.length);
  return log === undefined ? files : [['target.log', log] as const, ...files];
}
