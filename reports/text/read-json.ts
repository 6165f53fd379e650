/** Reads JSON that anybody may have written. @throws SyntaxError for what is none; the message is a clause without any value */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What JSON.parse says would repeat the text.
    throw new SyntaxError('is not well-formed JSON');
  }
}
