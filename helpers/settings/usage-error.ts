/** A wrong call or configuration, in a sentence for people without secrets. Nothing was sent; the status is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly status = 2;
}

/** Shorter than any key, or nothing but words: `single-tennant`. */
const isNoKey = (value: string) => value.length < 12 || /^[a-z]+(?:[-, ]+[a-z]+)*$/i.test(value);

/** As `quote`; of what may be a key only its length. */
export function quoteShort(value: string): string {
  return isNoKey(value) ? quote(value) : `a text of ${value.length} characters`;
}

/** Shorter than most keys, so that none is printed whole. */
const longest = 20;

/** A value in quotes: at most 20 characters, none that moves a cursor or forges a line. Never for secrets. */
export function quote(value: string): string {
  const printable = value.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
  const characters = [...printable];
  return `"${characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : printable}"`;
}
