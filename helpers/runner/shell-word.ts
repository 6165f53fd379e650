/** A value that a shell has in a variable. */
export interface Known {
  readonly variable: string;
  readonly value: string;
}

/** A piece of a word: text as it stands, or what the shell puts there. */
type Piece = { readonly text: string } | { readonly expansion: string };

/** What stands for a known value in a word: its variable, or a command where the word holds it in encoded form. */
type Form = { readonly found: string; readonly expansion: (next: string) => string };

/** Characters that mean something within double quotes; the exclamation mark in an interactive shell. */
const special = /["\\$`!]/;

/**
 * A word for a POSIX shell. Known values in it are written as their variables, so that the word holds none and the shell
 * fills them in: as they stand, percent-encoded, as a JSON text, and in base64.
 */
export function shellWord(text: string, known: readonly Known[]): string {
  const pieces = inBase64(text, known) ?? split(text, known.flatMap(formsOf));
  if (pieces.every((piece) => 'text' in piece)) return quoted(text);
  if (!pieces.some((piece) => 'text' in piece && special.test(piece.text))) return `"${pieces.map(plain).join('')}"`;
  return pieces.map((piece) => ('text' in piece ? quoted(piece.text) : `"${piece.expansion}"`)).join('');
}

/** A text in single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const plain = (piece: Piece) => ('text' in piece ? piece.text : piece.expansion);

/** Braces only where the next character would be read as part of the name. */
const named = (variable: string) => (next: string) => (/^\w/.test(next) ? `\${${variable}}` : `$${variable}`);

function formsOf({ variable, value }: Known): Form[] {
  const by = (code: string) => () => `$(node -p ${quoted(code)} "$${variable}")`;
  return [
    { found: value, expansion: named(variable) },
    { found: encodeURIComponent(value), expansion: by('encodeURIComponent(process.argv[1])') },
    { found: JSON.stringify(value).slice(1, -1), expansion: by('JSON.stringify(process.argv[1]).slice(1, -1)') },
  ];
}

/** A text split where forms of known values stand, the longest first. */
function split(text: string, forms: readonly Form[]): Piece[] {
  const [form, ...others] = [...forms].sort((a, b) => b.found.length - a.found.length);
  if (!form || text === '') return text === '' ? [] : [{ text }];
  const parts = text.split(form.found);
  return parts.flatMap((part, at) => {
    const pieces = split(part, others);
    if (at === parts.length - 1) return pieces;
    return [...pieces, { expansion: form.expansion(parts[at + 1] ?? '') }];
  });
}

/** The pieces of a text that ends with known values in base64, as Basic credentials do; undefined for any other. */
function inBase64(text: string, known: readonly Known[]): Piece[] | undefined {
  const [, before = '', token = ''] = /^(.*\s)([A-Za-z\d+/]{16,}={0,2})$/s.exec(text) ?? [];
  const decoded = Buffer.from(token, 'base64').toString();
  if (token === '' || Buffer.from(decoded).toString('base64') !== token) return undefined;
  if (!known.some(({ value }) => decoded.includes(value))) return undefined;
  const expansion = `$(printf %s ${shellWord(decoded, known)} | base64 | tr -d '\n')`;
  return [{ text: before }, { expansion }];
}
