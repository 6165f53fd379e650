/** Levels and values of a body; one that has more has no value. */
const deepest = 256;
const mostValues = 100_000;

/** How deep JSON nests, and about how many values it holds. */
export function extentOf(text: string): { readonly depth: number; readonly values: number } {
  let depth = 0;
  let most = 0;
  let values = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isString && sign === '\\') at += 1;
    else if (sign === '"') isString = !isString;
    else if (isString) continue;
    else if (sign === '[' || sign === '{') {
      depth += 1;
      most = Math.max(most, depth);
      values += 1;
    } else if (sign === ']' || sign === '}') depth -= 1;
    else if (sign === ',') values += 1;
  }
  return { depth: most, values };
}

/** A whole string, or a whole number. A string that does not end is read once. */
const stringsAndNumbers = /"[^"\\]*(?:\\.?[^"\\]*)*(?:"|$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const longInteger = /^-?\d{16,}$/;

/**
 * Reads JSON of a target, without its byte order mark (RFC 8259, 8.1). Integers of 16 digits and more become strings: as
 * numbers they would lose digits, and two identities could become one. JSON that is too deep or too long has no value.
 */
export function parseJson(text: string): { json: unknown; isJson: boolean } {
  const bare = text.startsWith('\u{feff}') ? text.slice(1) : text;
  if (bare.trim() === '') return { json: undefined, isJson: false };
  try {
    const json: unknown = JSON.parse(bare);
    const { depth, values } = extentOf(bare);
    if (depth > deepest || values > mostValues) return { json: undefined, isJson: true };
    if (!/\d{16}/.test(bare)) return { json, isJson: true };
    const exact = bare.replace(stringsAndNumbers, (found) => (longInteger.test(found) ? `"${found}"` : found));
    return { json: JSON.parse(exact), isJson: true };
  } catch {
    return { json: undefined, isJson: false };
  }
}
