/** A stretch of a sentence: words, or a name, value or piece of code that stands as such. */
interface Span {
  readonly kind: 'text' | 'code';
  readonly text: string;
}

/**
 * The spans of a sentence in which names stand in backticks: `` `email` `` is code, a doubled
 * backtick is a literal one, inside code and outside it. A backtick without a partner is itself,
 * so that no sentence loses a character. No span is empty.
 */
export function inline(text: string): readonly Span[] {
  // Most texts have no mark, and are many.
  if (!text.includes('`')) return text === '' ? [] : [{ kind: 'text', text }];
  const spans: { kind: Span['kind']; text: string }[] = [];
  for (const [token, code] of text.matchAll(tokens)) {
    const last = spans.at(-1);
    const words = token === '``' ? '`' : token;
    if (code !== undefined) spans.push({ kind: 'code', text: code.replaceAll('``', '`') });
    else if (last?.kind === 'text') last.text += words;
    else spans.push({ kind: 'text', text: words });
  }
  return spans;
}

/** A literal backtick, code between two that are none, words, and a backtick without a partner. */
const tokens = /``|`([^`]+(?:``[^`]*)*)`(?!`)|[^`]+|`/g;

/** The sentence as plain words, without its marks: for formats that know no code. */
export function plain(text: string): string {
  return inline(text)
    .map((span) => span.text)
    .join('');
}
