import { attempt } from './attempt.js';
import { UsageError } from './usage-error.js';

/**
 * What a JSON file of a person holds, a byte order mark aside.
 * @param subject how a message names the file
 * @throws UsageError for an empty text, and for one that is not well-formed, with its line: the parser's own words repeat the text
 */
export function parsedJson(text: string, subject: string): unknown {
  const own = text.replace(/^\uFEFF/, '');
  if (own.trim() === '') throw new UsageError(`${subject} is empty.`);
  // No JSON value is `undefined`.
  const value: unknown = attempt(() => JSON.parse(own));
  if (value !== undefined) return value;
  throw new UsageError(`${subject} is not well-formed JSON: see line ${lineOfSyntaxError(own)}.`);
}

/** The line in which a text stops being JSON: the shortest beginning with an error other than that it ends too early. */
function lineOfSyntaxError(text: string): number {
  const isBroken = (length: number) => {
    try {
      JSON.parse(text.slice(0, length));
      return false;
    } catch (error) {
      const { message } = error as Error;
      const [, position] = /at position (\d+)/.exec(message) ?? [];
      return !message.includes('end of JSON') && (position === undefined || Number(position) < length);
    }
  };
  let [whole, broken] = [0, text.length + 1];
  while (broken - whole > 1) {
    const middle = (whole + broken) >> 1;
    if (isBroken(middle)) broken = middle;
    else whole = middle;
  }
  return text.slice(0, broken - 1).split('\n').length;
}
