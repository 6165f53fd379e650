import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { envelop, type Signer } from '../../reports/integrity/envelope.js';
import { attestationFile, manifestFile, manifestOf, renderManifest } from '../../reports/integrity/manifest.js';
import { sha256 } from '../../reports/integrity/sha256.js';
import { statementOf } from '../../reports/integrity/statement.js';
import type { Report } from '../../schemas/types.js';
import { piecesOf } from '../evidence/lines-of.js';

/**
 * What seals a folder, by file: the manifest of everything in it, and the attestation where somebody signs.
 * @throws Error where evidence.har is another than the report says, and what the file system says
 */
export function sealOfFolder(folder: string, report: Report, signer: Signer | undefined): Map<string, string> {
  const files = readdirSync(folder).map((name) => {
    const hash = createHash('sha256');
    let bytes = 0;
    for (const piece of piecesOf(join(folder, name))) {
      hash.update(piece);
      bytes += piece.length;
    }
    return { name, bytes, sha256: hash.digest('hex') };
  });
  const har = files.find(({ name }) => name === 'evidence.har');
  if (har && har.sha256 !== report.run.evidence?.sha256)
    throw new Error('the report does not hold the digest of the evidence that is published with it');
  const manifest = manifestOf(report, files, signer);
  const text = renderManifest(manifest);
  const statement = JSON.stringify(statementOf(report, manifest, sha256(text)));
  return new Map([[manifestFile, text], ...(signer ? [[attestationFile, envelop(statement, signer)] as const] : [])]);
}
