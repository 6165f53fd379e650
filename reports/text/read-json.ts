/** Levels of nesting that are read: what this suite writes has a quarter of it. */
const deepest = 200;
/** Values that are read, if nothing else is said: 100 times what report.json has. */
const usual = 1_000_000;

/**
 * Reads JSON that anybody may have written.
 * @throws SyntaxError for what is none, is nested deeper than 200 levels, or holds more values than `mostValues`; the
 * message is a clause without any value
 */
export function readJson(text: string, mostValues = usual): unknown {
  refuseHuge(text, mostValues);
  try {
    return JSON.parse(text);
  } catch {
    // What JSON.parse says would repeat the text.
    throw new SyntaxError('is not well-formed JSON');
  }
}

/** Before it is parsed, which takes twenty times the memory of a text such as `[{},{},…`, and a stack as deep as the text. */
function refuseHuge(text: string, mostValues: number): void {
  let [depth, values, isString] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (isString && sign === backslash) at += 1;
    else if (sign === quotationMark) isString = !isString;
    else if (isString) continue;
    else if (sign === bracket || sign === brace) depth += 1;
    else if (sign === bracketEnd || sign === braceEnd) depth -= 1;
    if (!isString && (sign === comma || sign === bracket || sign === brace)) values += 1;
    if (depth > deepest) throw new SyntaxError(`is nested deeper than ${deepest} levels`);
    if (values > mostValues) throw new SyntaxError(`holds more than ${mostValues} values`);
  }
}

const [quotationMark, backslash, comma] = [0x22, 0x5c, 0x2c];
const [bracket, bracketEnd, brace, braceEnd] = [0x5b, 0x5d, 0x7b, 0x7d];
