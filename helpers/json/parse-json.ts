/** A whole string, or a whole number with its fraction and exponent. */
const stringsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const longInteger = /^-?\d{16,}$/;

/**
 * Reads JSON of a target. Integers of 16 digits and more become strings: as numbers they would lose their last
 * digits, and two identities could become one. A byte order mark is passed over (RFC 8259, 8.1 lets parsers do so).
 */
export function parseJson(text: string): { json: unknown; isJson: boolean } {
  const bare = text.startsWith('\u{feff}') ? text.slice(1) : text;
  if (bare.trim() === '') return { json: undefined, isJson: false };
  try {
    const json: unknown = JSON.parse(bare);
    if (!/\d{16}/.test(bare)) return { json, isJson: true };
    // Only now that every string is known to end: in what is no JSON, looking for ends could take for ever.
    const exact = bare.replace(stringsAndNumbers, (found) => (longInteger.test(found) ? `"${found}"` : found));
    return { json: JSON.parse(exact), isJson: true };
  } catch {
    return { json: undefined, isJson: false };
  }
}
