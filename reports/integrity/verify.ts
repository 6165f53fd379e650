import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Manifest, Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { readJson } from '../text/read-json.js';
import { clip, printableLine } from '../text/words.js';
import { keyidOf, readEnvelope } from './envelope.js';
import { attestationFile, filesIn, manifestFile, predicateOf } from './manifest.js';

/** `content` is only of files that are examined. */
export type FoundFile = Readonly<{ sha256: string; content?: Uint8Array }>;

/** A clause after the file's name: `is missing`. */
export type IntegrityError = Readonly<{ file: string; says: string }>;

/** `holds`: the signature was verified with a given public key. */
type Seal = Readonly<{ by: 'digests'; holds: false } | { by: 'signature'; keyid: string; holds: boolean }>;

export type Examined = ReturnType<typeof examine>;

/** Verifies files against the manifest, and that against its signature. @param keys one of them, if any, has to have signed */
export function examine(folder: Folder, keys: readonly KeyObject[] = []) {
  const found: IntegrityError[] = [];
  const add: Add = (file, says) => void found.push({ file, says });
  const manifest = read<Manifest>(folder, 'manifest', add);
  const listed = manifest ? filesIn(manifest) : [];
  const files = listed.map(({ name }) => name);
  for (const [at, { name, digest }] of listed.entries()) {
    const present = folder.get(name);
    if (!isRunFile(name)) add(manifestFile, `lists ${quoted(name)}, which is no file of a run`);
    if (files.indexOf(name) < at) add(manifestFile, `lists ${quoted(name)} twice`);
    if (!present) add(name, 'is missing (listed in manifest.json)');
    else if (present.sha256 !== digest.sha256)
      add(name, `was modified: SHA-256 ${present.sha256}, expected ${quoted(digest.sha256)} (per manifest.json)`);
  }
  const expected = [manifestFile, attestationFile, ...files];
  for (const name of folder.keys())
    if (manifest && !expected.includes(name)) add(name, 'is not listed in manifest.json');
  const seal = sealOf(folder, keys, add);
  const report = found.length === 0 ? read<Report>(folder, 'report', add) : undefined;
  if (!report) return { found, seal, files, report };
  const { signingKey, evidence } = report.run;
  if (seal.by === 'digests' && signingKey !== undefined)
    add(attestationFile, `is missing: report.json names key ${signingKey} as the signer`);
  if (!isDeepStrictEqual(manifest?.predicate, JSON.parse(JSON.stringify(predicateOf(report)))))
    add(manifestFile, 'states an outcome that differs from report.json');
  const har = folder.get('evidence.har');
  if (har && evidence?.sha256 !== undefined && har.sha256 !== evidence.sha256)
    add('evidence.har', `is not the evidence of report.json: SHA-256 ${har.sha256}, expected ${evidence.sha256}`);
  return { found, seal, files, report };
}

type Folder = ReadonlyMap<string, FoundFile>;
type Add = (file: string, says: string) => void;

function sealOf(folder: Folder, keys: readonly KeyObject[], add: Add): Seal {
  const content = folder.get(attestationFile)?.content;
  const wanted = keys.map(keyidOf).join(' or ');
  if (!content) {
    if (keys.length > 0) add(attestationFile, `is missing: expected a signature by key ${wanted}`);
    return { by: 'digests', holds: false };
  }
  try {
    const { keyid, payload, isBy } = readEnvelope(decoded(content));
    const signer = keys.find(isBy);
    if (!payload.equals(folder.get(manifestFile)?.content ?? new Uint8Array()))
      add(attestationFile, 'was not made for this manifest.json');
    if (keys.length > 0 && !signer)
      add(attestationFile, `is not signed by key ${wanted}: it names key ${quoted(keyid)}, or was modified`);
    else if (signer && keyidOf(signer) !== keyid)
      add(attestationFile, `names key ${quoted(keyid)}, but key ${keyidOf(signer)} made the signature`);
    return { by: 'signature', keyid: quoted(keyid), holds: signer !== undefined };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    add(attestationFile, error.message);
    return { by: 'digests', holds: false };
  }
}

function read<T>(folder: Folder, schema: 'manifest' | 'report', add: Add): T | undefined {
  const file = `${schema}.json`;
  const content = folder.get(file)?.content;
  if (!content) return void add(file, 'is missing');
  try {
    const value = readJson(decoded(content));
    const valid = validator(schema);
    if (valid(value)) return value as T;
    return void add(file, `does not match its schema: ${printableLine(complaint(valid.errors))}`);
  } catch (error) {
    return void add(file, (error as SyntaxError).message);
  }
}

/** With a byte order mark, which no file of a run has. */
const decoded = (content: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);

/** Whether a run may write the name. Windows reserves names such as `con.json`. */
function isRunFile(name: string) {
  const isData = /^[a-z0-9][a-z0-9.-]{0,99}\.(?:html|md|xml|json|har|log)$/.test(name);
  const isSeal = name === manifestFile || name === attestationFile;
  return isData && !isSeal && !/^(?:con|prn|aux|nul|com\d|lpt\d)\./.test(name);
}

const quoted = (text: string | undefined) => printableLine(clip(String(text), 100));
