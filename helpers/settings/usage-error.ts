/**
 * Something is wrong with how the program was called or configured, and nothing was sent. Its message is one clear
 * sentence for people, free of secrets; the program prints it and ends with status 2.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly status = 2;
}

/** Fewer characters than a key may have, or nothing but words: `single-tennant`. */
const isNoKey = (value: string) => value.length < 12 || /^[a-z]+(?:[-, ]+[a-z]+)*$/i.test(value);

/** As `quote`, for a value that is none of its kind: of what may be a key, nothing but how long it is. */
export function quoteShort(value: string): string {
  return isNoKey(value) ? quote(value) : `a text of ${value.length} characters`;
}

/** Shorter than most keys: one that was pasted into the wrong variable is not printed whole. */
const longest = 20;

/**
 * A short printable piece of a value, in quotes, for a message: at most 20 characters, and none that could move a
 * terminal's cursor or forge a second line. Never for secrets.
 */
export function quote(value: string): string {
  const printable = value.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
  const characters = [...printable];
  return `"${characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : printable}"`;
}
