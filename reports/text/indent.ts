/** Characters: of a longer text a page shows no more than the beginning, whose lines nobody counts. */
const longest = 200_000;

/**
 * JSON with line breaks and indentation, and otherwise letter by letter as it was: parsing and writing it again would
 * round long numbers and drop members that stand twice. What is no JSON, or longer than that, comes back unchanged.
 */
export function indented(text: string): string {
  if (text.length > longest || !/^\s*[[{]/.test(text) || !isJson(text)) return text;
  const pieces: string[] = [];
  let depth = 0;
  let before = '';
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.?[^"\\]*)*(?:"|$)|[[\]{},:]|[^\s"[\]{},:]+/g)) {
    const [isFirst, isEnd] = [opens(before), token === '}' || token === ']'];
    if (isEnd) depth -= 1;
    // An empty object or array stays on its line.
    if (isEnd ? !isFirst : isFirst || before === ',') pieces.push(line(depth));
    pieces.push(token === ':' ? ': ' : token);
    if (opens(token)) depth += 1;
    before = token;
  }
  return pieces.join('');
}

const opens = (token: string) => token === '{' || token === '[';

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
