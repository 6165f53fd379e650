import { resolve } from 'node:path';
import { nearest } from '../nearest.js';
import { quoteShort, UsageError } from '../usage-error.js';

/**
 * A setting's text as its value. Keys and ids are taken as they are: what they begin or end with is judged, not mended.
 * @param texts one, or several for a list; none of them empty
 * @param sourceName the option or variable that gave it, for messages
 * @param cwd where paths begin
 * @throws UsageError for a text that is no value of this kind
 */
export function parseValue<T>(
  { kind, parse }: { readonly kind: string; parse(text: string, sourceName: string, cwd: string): T },
  texts: readonly string[],
  sourceName: string,
  cwd: string,
): T {
  const text = texts.join(',');
  if (['secret', 'header', 'passphrase'].includes(kind)) return parse(text, sourceName, cwd);
  if (text.trim() === '') throw new UsageError(`${sourceName} contains only white space.`);
  return parse(text.trim(), sourceName, cwd);
}

/** What travels in a request header: printable ASCII, without white space around it. Never echoed. */
export function headerValue(text: string, sourceName: string): string {
  if (text !== text.trim())
    throw new UsageError(`${sourceName} begins or ends with white space (perhaps a line break).`);
  const at = [...text].findIndex((character) => !/^[ -~]$/.test(character));
  if (at >= 0)
    throw new UsageError(`${sourceName} cannot be sent in a header: character ${at + 1} is not printable ASCII.`);
  return text;
}

/** true, yes, 1 and false, no, 0. A switch that is misspelt must not count as either. */
export function flag(text: string, sourceName: string): boolean {
  if (/^(?:true|yes|1)$/i.test(text)) return true;
  if (/^(?:false|no|0)$/i.test(text)) return false;
  throw new UsageError(`${sourceName} is ${quoteShort(text)}; it must be true or false.`);
}

/**
 * The digest of what is tested, as attestations have it: `sha256:` and 64 digits, also at the end of an image's name; 40
 * digits are a commit, `gitCommit:` and these.
 */
export function digest(text: string, sourceName: string): string {
  const [, of, commit] = /^(?:(?:[^@]*@)?(?:sha256:)?([0-9a-f]{64})|(?:gitCommit:)?([0-9a-f]{40}))$/i.exec(text) ?? [];
  if (of ?? commit) return of ? `sha256:${of.toLowerCase()}` : `gitCommit:${commit?.toLowerCase()}`;
  throw new UsageError(
    `${sourceName} is ${quoteShort(text)}; it must be sha256: and 64 hexadecimal digits, as of an image, or the 40 of a commit.`,
  );
}

/** Decimal digits only: no sign, no exponent, no separators. Where the range begins within 1, fractions are allowed. */
export function number(text: string, sourceName: string, least: number, most: number): number {
  const value = Number(text);
  const isWhole = Number.isInteger(least);
  const formed = isWhole ? /^\d+$/ : /^\d+(?:\.\d+)?$/;
  if (formed.test(text) && value >= least && value <= most) return value;
  const wanted = `${isWhole ? 'whole number' : 'number'} from ${least} to ${most}`;
  throw new UsageError(`${sourceName} is ${quoteShort(text)}; it must be a ${wanted}.`);
}

/** One of a few words, letter case aside. */
export function choice<Choice extends string>(text: string, sourceName: string, choices: readonly Choice[]): Choice {
  const found = choices.find((each) => each === text.toLowerCase());
  if (found) return found;
  throw new UsageError(
    `${sourceName} is ${quoteShort(text)}; it must be one of ${choices.join(', ')}${nearest(text, choices)}.`,
  );
}

/** Names between commas. A list of nothing is a filter whose variable was lost, so it is refused. */
export function list(text: string, sourceName: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  const given = names.filter((name) => name !== '');
  if (given.length === 0) throw new UsageError(`${sourceName} is empty.`);
  return given;
}

/** The path of a file. The file's text in its place is a common slip, and with a private key it must not be echoed. */
export function path(text: string, sourceName: string, cwd: string): string {
  if (text.includes('-----BEGIN') || /[\r\n\0]/.test(text))
    throw new UsageError(`${sourceName} takes the path of a file, not its content.`);
  return resolve(cwd, text);
}

/** A JSON Pointer, RFC 6901, to something below the root. */
export function pointer(text: string, sourceName: string): string {
  if (/^(?:\/(?:[^~/]|~[01])*)+$/.test(text)) return text;
  throw new UsageError(`${sourceName} is ${quoteShort(text)}, which is not a JSON Pointer such as /data/id.`);
}

/** One line. */
export function line(text: string, sourceName: string): string {
  if (/\p{Cc}/u.test(text)) throw new UsageError(`${sourceName} contains a line break or another control character.`);
  return text;
}
