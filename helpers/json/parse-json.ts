/** Levels and values of a body that are looked into; one with more is kept as text. */
const [deepest, mostValues] = [256, 100_000];

/** How deep JSON nests, and about how many values it holds. */
export function extentOf(text: string): { readonly depth: number; readonly values: number } {
  let [depth, most, values, isString] = [0, 0, 0, false];
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

/** A whole string, or a whole number with its fraction and exponent. A string ends somewhere, so that each is read once. */
const stringsAndNumbers = /"[^"\\]*(?:\\.?[^"\\]*)*(?:"|$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const longInteger = /^-?\d{16,}$/;

/**
 * Reads JSON of a target. Integers of 16 digits and more become strings: as numbers they would lose their last
 * digits, and two identities could become one. A byte order mark is passed over (RFC 8259, 8.1 lets parsers do so).
 * JSON that is nested deeper than 256 levels, or holds more than 100,000 values, has no value here.
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
