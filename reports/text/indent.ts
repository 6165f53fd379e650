/**
 * JSON with line breaks and indentation, and otherwise letter by letter as it was: parsing and writing it again would
 * round long numbers and drop members that stand twice. What is no JSON comes back unchanged.
 */
export function indented(text: string): string {
  if (!/^\s*[[{]/.test(text) || !isJson(text)) return text;
  let depth = 0;
  let result = '';
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g)) {
    if (token === '}' || token === ']') {
      depth -= 1;
      // An empty object or array stays on its line.
      const opener = token === '}' ? '{' : '[';
      result = result.endsWith(`${opener}${line(depth + 1)}`)
        ? result.slice(0, -line(depth + 1).length) + token
        : result + line(depth) + token;
    } else if (token === '{' || token === '[') {
      depth += 1;
      result += token + line(depth);
    } else if (token === ',') result += token + line(depth);
    else result += token === ':' ? ': ' : token;
  }
  return result;
}

function line(depth: number): string {
  // Something nested a thousand deep would otherwise be mostly white space.
  return `\n${'  '.repeat(Math.min(depth, 20))}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
