import { createHash } from 'node:crypto';

/** Levels of nesting that are read: what this suite writes has a quarter of it. */
const deepest = 200;

/** SHA-256, hexadecimal; of a text, over its UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * A JSON value in its canonical form (RFC 8785): no white space, members in the order of their names by UTF-16 unit,
 * strings and numbers as JSON.stringify writes them. Half of a surrogate pair, which that standard has no form for, is
 * written as its escape. A member without a value counts as absent.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`;
}

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
