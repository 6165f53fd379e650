/** JSON from anybody. @throws SyntaxError, with a clause that repeats none of it */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError('is not well-formed JSON');
  }
}
