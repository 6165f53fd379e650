import type { Manifest } from '../../schemas/types.js';
import { digest, kept, type Unpacked, Unusable, unpack } from './unzip.js';

/** What was found out about a zip; `signer` is the key whose signature holds. */
export type Checked = Awaited<ReturnType<typeof check>>;

/** What `pack` may add to the files of a run: other things vouch for these, or nothing does. */
const added = /^(?:verify\.html|qualification\.(?:json|html|pdf|dsse\.json)|proof-[0-9a-f]{64}(?:\.[a-z]{2,4})?)$/;
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** The manifest, with what is wrong between it and the files. */
function compare(run: string, files: ReadonlyMap<string, Unpacked>): { manifest: Manifest; errors: string[] } {
  const text = files.get('manifest.json')?.text;
  if (text === undefined) throw new Unusable('The zip has no manifest.json, so no digest can be compared.');
  const manifest = JSON.parse(text) as Manifest;
  const listed = new Map(manifest.files.map((one) => [one.name, one]));
  const errors = manifest.files.flatMap(({ name, bytes, sha256 }) => {
    const file = files.get(name);
    if (!file) return [`${name} is missing.`];
    return file.bytes === bytes && file.sha256 === sha256 ? [] : [`${name} was modified.`];
  });
  // A member that stands twice, say, is read once only.
  if (`${JSON.stringify(manifest, null, 2)}\n` !== text || listed.size !== manifest.files.length)
    errors.push('manifest.json is not in the form that the suite writes.');
  if (manifest.run !== run) errors.push('The folder in the zip has another name than the run.');
  for (const name of files.keys())
    if (!listed.has(name) && !kept.slice(0, 2).includes(name) && !added.test(name))
      errors.push(`${name} is not listed in manifest.json.`);
  return { manifest, errors };
}

/** Checks the DSSE envelope: what it is about, and its Ed25519 signature by the key in the manifest. */
async function checkSignature(
  { signedBy, publicKey, files: listed }: Manifest,
  files: ReadonlyMap<string, Unpacked>,
): Promise<{ error?: string; note?: string; signer?: string }> {
  const text = files.get('attestation.dsse.json')?.text;
  if (text === undefined)
    return signedBy === undefined ? {} : { error: 'attestation.dsse.json is missing: manifest.json names a signer.' };
  const { payload, payloadType, signatures } = JSON.parse(text);
  const { subject } = JSON.parse(new TextDecoder().decode(fromBase64(payload)));
  const self = { name: 'manifest.json', sha256: files.get('manifest.json')?.sha256 };
  const subjects = [self, ...listed].map(({ name, sha256 }) => ({ name, digest: { sha256 } }));
  if (payloadType !== 'application/vnd.in-toto+json' || JSON.stringify(subject) !== JSON.stringify(subjects))
    return { error: 'The signed statement is about other files.' };
  if (publicKey === undefined)
    return { note: 'The bundle does not hold the public key, so the signature was not checked.' };
  const key = fromBase64(publicKey);
  const keyid = await digest(key);
  if (keyid !== signedBy || signatures.length !== 1 || signatures[0].keyid !== keyid)
    return { error: 'The public key, the manifest and the signature name different keys.' };
  const head = new TextEncoder().encode(`DSSEv1 ${payloadType.length} ${payloadType} ${fromBase64(payload).length} `);
  const signed = new Uint8Array([...head, ...fromBase64(payload)]);
  try {
    const imported = await crypto.subtle.importKey('spki', key, { name: 'Ed25519' }, false, ['verify']);
    const holds = await crypto.subtle.verify({ name: 'Ed25519' }, imported, fromBase64(signatures[0].sig), signed);
    return holds ? { signer: keyid } : { error: 'The signature is invalid.' };
  } catch (error) {
    if ((error as Error).name !== 'NotSupportedError') return { error: 'The public key is no Ed25519 key.' };
    return { note: 'This browser has no Ed25519, so the signature was not checked.' };
  }
}

export async function check(zip: Uint8Array<ArrayBuffer>) {
  const { run, files } = await unpack(zip);
  const { manifest, errors } = compare(run, files);
  const { error, note, signer } = await checkSignature(manifest, files);
  const report = JSON.parse(files.get('report.json')?.text ?? '{}');
  const evidence = report.run?.evidence?.sha256;
  const har = files.get('evidence.har')?.sha256;
  if (har !== undefined && evidence !== har) errors.push('report.json holds another digest of evidence.har.');
  const listed = new Set(manifest.files.map(({ name }) => name));
  const extra = [...files.keys()].filter((name) => !listed.has(name) && added.test(name));
  const proofs = new Set(report.decisions?.map((one: { evidenceDigest?: string }) => one.evidenceDigest));
  for (const name of extra.filter((one) => one.startsWith('proof-'))) {
    const proof = files.get(name)?.sha256 ?? '';
    if (!name.startsWith(`proof-${proof}`) || !proofs.has(proof))
      errors.push(`${name} is the evidence of no decision in report.json.`);
  }
  if (error !== undefined) errors.push(error);
  const sealed = files.get('report.json')?.sha256 ?? '';
  const packed = await digest(zip);
  const isUnsigned = manifest.signedBy === undefined;
  const notes = [
    note,
    isUnsigned && 'Nobody signed it: anyone who can edit the files can also recompute the digests.',
    extra.length > 0 && `Not covered by manifest.json: ${extra.join(', ')}.`,
  ].filter((one) => typeof one === 'string');
  const ofReport = 'You confirmed report.json, and by it evidence.har. It does not vouch for the other files.';
  // Digests that a reader may have received another way, and what each vouches for.
  const received = [
    { sha256: packed, says: 'You confirmed the whole zip.', isWhole: true },
    { sha256: sealed, says: ofReport, isWhole: false },
  ];
  if (signer !== undefined)
    received.unshift({ sha256: signer, says: 'You confirmed the key that signed all files listed.', isWhole: true });
  return {
    errors,
    notes,
    facts: [
      ['Run', run],
      ['Target', `${report.target?.baseUrl ?? 'none'} (${report.target?.environment ?? 'unknown'})`],
      ['Verdict', report.summary?.demonstration ? 'demonstration: no service was tested' : report.summary?.verdict],
      ['Started', report.run?.startedAt],
      ['Files', `${manifest.files.length} listed in manifest.json`],
      ['Key', signer ?? (isUnsigned ? 'not signed' : `${manifest.signedBy}, signature not confirmed`)],
      ['report.json', sealed],
      ['Zip', packed],
    ],
    digests: received,
    signer,
  };
}
