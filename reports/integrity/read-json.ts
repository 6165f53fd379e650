/** Levels of nesting that are read: what this suite writes has a quarter of it. */
const deepest = 200;

/**
 * Reads JSON that anybody may have written.
 * @throws SyntaxError for what is none, or is nested deeper than 200 levels; the message is a clause without any value
 */
export function readJson(text: string): unknown {
  const value = parsed(text);
  // Level by level: the stack that a recursion needs is what such a file would exhaust.
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) throw new SyntaxError(`is nested deeper than ${deepest} levels`);
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What JSON.parse says would repeat the text.
    throw new SyntaxError('is not well-formed JSON');
  }
}
