import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { isObject } from '../../schemas/is-object.js';
import { creates } from '../../schemas/operation.js';
import type { Specification } from '../../schemas/specification.js';
import { complaint, validatorOf } from '../../schemas/validate.js';
import { whyNotStored } from '../evidence/storage-error.js';
import { attempt } from './attempt.js';
import { parsedJson } from './json-text.js';
import { nearest } from './nearest.js';
import { quote, UsageError } from './usage-error.js';

/**
 * What is wrong with a configured file, or with something in it: `which is a folder`.
 * @param path absolute; the message names its last part only
 * @param sourceName the option or variable that named it
 */
export function unusable(path: string, sourceName: string, what: string): UsageError {
  return new UsageError(`${sourceName} names ${quote(basename(path))}, ${what}.`);
}

/**
 * Work on files, whose rejection by the file system is the user's to mend.
 * @param sentence what cannot be done, without a full stop: the code of the error follows
 * @param known whole sentences for some codes
 */
export function usable<T>(sentence: string, work: () => T, known: Readonly<Record<string, string>> = {}): T {
  try {
    return work();
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    if (error instanceof UsageError) throw error;
    throw new UsageError(known[code] ?? `${sentence} (${code}).`);
  }
}

/**
 * Work on files that takes nothing from a run where the file system rejects it.
 * @returns why it was rejected, as a sentence that begins with `what`; undefined where it was not
 */
export function notStored(what: string, work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    const why = whyNotStored(error);
    if (why === undefined) throw error;
    return `${what}: ${why}.`;
  }
}

/** The text of a configured file. @throws UsageError where it cannot be read */
export function readText(path: string, sourceName: string): string {
  const named = `${sourceName} names ${quote(basename(path))}, which`;
  return usable(
    `${named} cannot be read`,
    () =>
      readPlain(path, named)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    {
      ENOENT: `${named} does not exist.`,
      ENOTDIR: `${named} does not exist.`,
      EISDIR: `${named} is a folder, not a file.`,
    },
  );
}

/** Bytes of a configured file that are read: a bundle of all public certificate authorities has a quarter of them. */
const mostBytes = 1024 * 1024;

/**
 * The bytes of a configured file, behind links perhaps: a pipe may never end to be waited for, and a device never ends.
 * @throws UsageError that begins with `subject`, for what is no plain file or has more than 1 MiB; else what the file system says
 */
export function readPlain(path: string, subject: string): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile() && !stat.isDirectory()) throw new UsageError(`${subject} is no plain file.`);
    const bytes = Buffer.alloc(mostBytes + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(descriptor, bytes, length, bytes.length - length, null);
    if (length > mostBytes) throw new UsageError(`${subject} has more than 1 MiB, which is the most that is read.`);
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

/** The certificates of a PEM file, without whatever else stands in it. @throws UsageError for none, or a bad one */
export function readCertificates(path: string, sourceName: string): string {
  const found = readText(path, sourceName).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (found.length === 0) throw unusable(path, sourceName, 'which contains no PEM certificate');
  const broken = found.findIndex((pem) => !attempt(() => new X509Certificate(pem)));
  if (broken >= 0) throw unusable(path, sourceName, `whose certificate ${broken + 1} cannot be read`);
  return `${found.join('\n')}\n`;
}

/** In a value of CONFORMANCE_CUSTOMER: `{fresh}` stands for seven digits, `{fresh:N}` for N of them, up to seven. */
export const freshPart = /\{fresh(?::([1-7]))?\}/g;

/** Members that are merged over each body that creates. @throws UsageError for anything but a JSON object */
export function readPart(
  path: string,
  sourceName: string,
  { operations, schemas }: Pick<Specification, 'operations' | 'schemas'>,
): Record<string, unknown> {
  const value = parsedJson(readText(path, sourceName), `${sourceName} names ${quote(basename(path))}, which`);
  if (!isObject(value)) throw unusable(path, sourceName, 'which is not a JSON object');
  // What is merged over a made-up body must be well-formed, or every control would be refused for it.
  const schema = schemas[operations.find(creates)?.body ?? ''];
  if (!schema) return value;
  const valid = validatorOf(schema);
  const sample: unknown = JSON.parse(
    JSON.stringify(value).replace(freshPart, (_, digits = '7') => '0'.repeat(Number(digits))),
  );
  if (!valid(sample)) throw unusable(path, sourceName, `in which ${complaint(valid.errors)}`);
  return value;
}

/** Sentences about members that are probably misspelt: a target may want some that the specification does not name. */
export function misspeltMembers(
  part: Readonly<Record<string, unknown>>,
  sourceName: string,
  { members = [] }: Pick<Specification, 'members'>,
): string[] {
  const known = members.map(({ name }) => name);
  const own = Object.entries(part).flatMap(([name, value]) => [
    name,
    ...Object.keys(isObject(value) ? value : {}).map((inner) => `${name}.${inner}`),
  ]);
  return own.flatMap((name) => {
    const near = known.includes(name) ? '' : nearest(name, known, quote, 2);
    return near === '' ? [] : [`${sourceName} sets ${quote(name)}, which the specification does not name${near}.`];
  });
}

/**
 * The key that signs the bundle; read before a run begins, so that it can be signed at the end.
 * @throws UsageError for any other key, and for a file that others than its owner may read: with it they could sign too
 */
export function readSigningKey(path: string, sourceName: string): KeyObject {
  const text = readText(path, sourceName);
  rejectReadableByOthers(path, sourceName);
  if (text.includes('ENCRYPTED')) throw unusable(path, sourceName, 'which is protected by a passphrase');
  const key = attempt(() => createPrivateKey(text));
  if (key?.asymmetricKeyType !== 'ed25519') throw unusable(path, sourceName, 'which is not an Ed25519 private key');
  return key;
}

/** @throws UsageError for a private key that others than its owner may read */
export function rejectReadableByOthers(path: string, sourceName: string): void {
  const what = readableByOthers(path);
  if (what !== undefined) throw unusable(path, sourceName, what);
}

/**
 * A sentence about a file of keys that others than its owner may read. A link says nothing: platforms mount secrets as
 * links, of mode 644, into a container that has one user.
 */
export function warningAbout(path: string): string | undefined {
  const what = lstatSync(path).isSymbolicLink() ? undefined : readableByOthers(path);
  return what && `${quote(basename(path))} holds secrets, ${what}.`;
}

function readableByOthers(path: string): string | undefined {
  const mode = statSync(path).mode & 0o777;
  // Windows has no such modes, and tells of one that says nothing.
  if ((mode & 0o077) === 0 || process.platform === 'win32') return undefined;
  return `which other users can read (mode ${mode.toString(8)}): run chmod 600 on it`;
}

/** The key that a bundle has to be signed by. @throws UsageError for any other, and for a private one */
export function readPublicKey(path: string, sourceName: string): KeyObject {
  const text = readText(path, sourceName);
  // It would do, but whoever passes it around has mistaken the one file for the other.
  if (text.includes('PRIVATE KEY')) throw unusable(path, sourceName, 'which is a private key');
  const key = attempt(() => createPublicKey(text));
  if (!key) throw unusable(path, sourceName, 'which is not a public key in PEM');
  if (key.asymmetricKeyType === 'ed25519') return key;
  const kind = key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType;
  throw unusable(path, sourceName, `a key of type ${kind}; runs are signed with Ed25519 keys, which keygen makes`);
}

/** A folder with files in it may be an earlier run: two in one folder would prove neither. @throws UsageError */
export function rejectUsedFolder(path: string, sourceName: string): void {
  if (!existsSync(path)) return;
  const named = `${sourceName} names ${quote(basename(path))}, which`;
  const entries = usable(`${named} cannot be read`, () => readdirSync(path), { ENOTDIR: `${named} is not a folder.` });
  if (entries.length > 0) throw unusable(path, sourceName, 'which is not empty; choose a new or empty folder');
}

/** decisions.json of the working folder, where it is there. */
export function usualDecisions(cwd: string): string | undefined {
  const path = join(cwd, 'decisions.json');
  return existsSync(path) ? path : undefined;
}
