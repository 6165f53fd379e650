import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { checkAttestation } from '../../reports/integrity/attestation.js';
import { decoded } from '../../reports/integrity/bundle.js';
import type { Signer } from '../../reports/integrity/envelope.js';
import { attestationFile, manifestFile, readManifest } from '../../reports/integrity/manifest.js';
import { sha256 } from '../../reports/integrity/sha256.js';
import type { Report } from '../../schemas/types.js';
import type { Verdict } from '../../schemas/verdict.js';
import { attempt } from '../configuration/attempt.js';
import { mostOf, readLimited } from './read-limited.js';

/** What a row of the history says of a run. */
interface Said {
  readonly id: string;
  readonly startedAt: string;
  readonly target: string;
  /** SHA-256 of its report.json, and where that is. */
  readonly report: string;
  readonly folder: string;
  readonly verdicts: Readonly<Record<string, Verdict>>;
  readonly partial?: true;
  readonly unreached?: true;
}

/**
 * Whether the sealed report that a row of the history names is where it says, and says the same.
 * @param cwd from where folders are named
 * @param signer of this run, who has to have signed that one too
 */
export function isVouchedFor(row: Said, cwd: string, signer: Signer | undefined): boolean {
  const folder = resolve(cwd, row.folder);
  const files = new Map(
    [manifestFile, attestationFile, 'report.json'].flatMap((name) => {
      const content = attempt(() => readLimited(resolve(folder, name), mostOf(name)));
      return content ? [[name, { name, content, bytes: content.length, sha256: sha256(content) }] as const] : [];
    }),
  );
  const bundle = { files };
  const { manifest, found } = readManifest(bundle);
  const keys = signer ? [signer.publicKey] : [];
  const seal = checkAttestation({ bundle, manifest, keys, allowsUnsigned: false });
  const sealed = manifest?.files.find(({ name }) => name === 'report.json')?.sha256;
  const content = files.get('report.json');
  if (
    found.length + seal.found.length > 0 ||
    manifest?.run !== row.id ||
    sealed !== row.report ||
    content?.sha256 !== row.report
  )
    return false;
  return attempt(() => agrees(row, JSON.parse(decoded(content.content)) as Report)) === true;
}

/** Whether a row says what a report says. */
function agrees(row: Said, { run, target, requirements, history }: Report): boolean {
  const { unreached, partial } = history.at(-1) ?? {};
  const where = target.embedded ? 'embedded' : `${target.environment} ${target.baseUrl}`;
  const said = [run.id, run.startedAt, where, unreached, partial];
  const verdicts = Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]));
  return (
    isDeepStrictEqual(said, [row.id, row.startedAt, row.target, row.unreached, row.partial]) &&
    isDeepStrictEqual(verdicts, { ...row.verdicts })
  );
}
