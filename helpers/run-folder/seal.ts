import { envelop, type Signer } from '../../reports/integrity/envelope.js';
import { attestationFile, manifestFile, renderManifest } from '../../reports/integrity/manifest.js';
import { sha256 } from '../../reports/integrity/sha256.js';
import type { Report } from '../../schemas/types.js';

/**
 * What seals a folder, by file, the manifest last: it lists the files and, where somebody signs, the attestation is the
 * same bytes. @throws Error where evidence.har is another than the report says
 */
export function sealOf(
  files: ReadonlyMap<string, string>,
  report: Report,
  signer: Signer | undefined,
): readonly (readonly [file: string, content: string])[] {
  const digests = new Map([...files].map(([name, content]) => [name, sha256(content)]));
  const har = digests.get('evidence.har');
  if (har !== undefined && har !== report.run.evidence?.sha256)
    throw new Error('the report does not hold the digest of the evidence that is published with it');
  const manifest = renderManifest(report, digests);
  return [...(signer ? [[attestationFile, envelop(manifest, signer)] as const] : []), [manifestFile, manifest]];
}
