/** A long integer outside of a string, or a whole string, which is left alone. */
const stringsAndLongIntegers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d{16,}(?![\d.eE])/gs;

/**
 * Reads JSON of a target. Integers of 16 digits and more become strings: as numbers they would lose their last
 * digits, and two identities could become one. A byte order mark is passed over (RFC 8259, 8.1 lets parsers do so).
 */
export function parseJson(text: string): { json: unknown; isJson: boolean } {
  const bare = text.startsWith('\u{feff}') ? text.slice(1) : text;
  if (bare.trim() === '') return { json: undefined, isJson: false };
  const exact = /\d{16}/.test(bare)
    ? bare.replace(stringsAndLongIntegers, (found) => (found.startsWith('"') ? found : `"${found}"`))
    : bare;
  try {
    return { json: JSON.parse(exact), isJson: true };
  } catch {
    return { json: undefined, isJson: false };
  }
}
