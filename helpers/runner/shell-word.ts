/** Values that a shell has, by the names of the variables that hold them. */
export type Known = ReadonlyMap<string, string>;

/** Characters that mean something within double quotes; the exclamation mark in an interactive shell. */
const special = /["\\$`!]/;

/**
 * A word for a POSIX shell. Known values in it are written as their variables, so that the word holds none and the shell
 * fills them in: as they stand, percent-encoded, as a JSON text, and in base64, as Basic credentials are.
 */
export function shellWord(text: string, known: Known): string {
  const forms = formsOf(text, known);
  // A part at an odd place is a form that stood in the text.
  const parts = text.split(new RegExp(`(${[...forms.keys()].map(pattern).join('|') || '(?!)'})`));
  if (parts.length === 1) return quoted(text);
  const isPlain = (at: number) => at % 2 === 0;
  const words = parts.map((part, at) => (isPlain(at) ? part : (forms.get(part)?.(parts[at + 1] ?? '') ?? '')));
  if (!parts.some((part, at) => isPlain(at) && special.test(part))) return `"${words.join('')}"`;
  return words.map((word, at) => (word === '' ? '' : isPlain(at) ? quoted(word) : `"${word}"`)).join('');
}

/** A text in single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** An expression that matches a text, the whole of it. */
const pattern = (text: string) => text.replace(/[^\w\s]/g, '\\$&');

/** What the shell puts in the place of a form of a known value. @param next what follows there */
type Expansion = (next: string) => string;

/** The forms in which a text may hold known values, the longest first. */
function formsOf(text: string, known: Known): ReadonlyMap<string, Expansion> {
  const forms = [...known].flatMap(([variable, value]): [string, Expansion][] => {
    const by = (code: string) => () => `$(node -p ${quoted(code)} "$${variable}")`;
    return [
      [JSON.stringify(value).slice(1, -1), by('JSON.stringify(process.argv[1]).slice(1, -1)')],
      [encodeURIComponent(value), by('encodeURIComponent(process.argv[1])')],
      // Braces only where the next character would be read as part of the name.
      [value, (next) => (/^\w/.test(next) ? `\${${variable}}` : `$${variable}`)],
    ];
  });
  const [, token = ''] = /\s([A-Za-z\d+/]{16,}={0,2})$/.exec(text) ?? [];
  const decoded = Buffer.from(token, 'base64').toString();
  const isBase64 = Buffer.from(decoded).toString('base64') === token;
  if (isBase64 && [...known.values()].some((value) => decoded.includes(value)))
    forms.push([token, () => `$(printf %s ${shellWord(decoded, known)} | base64 | tr -d '\n')`]);
  return new Map(forms.sort(([one], [other]) => other.length - one.length));
}
