import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../reports/integrity/canonical.js';
import { envelop, type Signer } from '../../reports/integrity/envelope.js';
import { attestationFile, manifestFile, manifestOf, renderManifest } from '../../reports/integrity/manifest.js';
import { statementOf } from '../../reports/integrity/statement.js';
import type { Report } from '../../schemas/types.js';

/**
 * What seals a folder, by file: the manifest of everything in it, and the attestation where somebody signs.
 * @throws Error where the report does not seal its evidence, and what the file system says
 */
export function sealOfFolder(folder: string, report: Report, signer: Signer | undefined): Map<string, string> {
  const { evidence } = report.run;
  if (!evidence) throw new Error('the report does not seal its evidence');
  const files = readdirSync(folder).map((name) => {
    const content = readFileSync(join(folder, name));
    return { name, bytes: content.length, sha256: sha256(content) };
  });
  const manifest = manifestOf(report, evidence, files, signer?.keyid);
  const text = renderManifest(manifest);
  const statement = JSON.stringify(statementOf(report, manifest, sha256(text)));
  return new Map([[manifestFile, text], ...(signer ? [[attestationFile, envelop(statement, signer)] as const] : [])]);
}
