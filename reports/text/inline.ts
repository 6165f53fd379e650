/** A stretch of a sentence: words, or a name, value or piece of code that stands as such. */
export interface Span {
  readonly kind: 'text' | 'code';
  readonly text: string;
}

/**
 * The spans of a sentence in which names stand in backticks: `` `Api-Key` `` is code, a doubled
 * backtick is a literal one, inside code and outside it. A backtick without a partner is itself,
 * so that no sentence loses a character. No span is empty.
 */
export function inline(text: string): readonly Span[] {
  const spans: Span[] = [];
  let rest = '';
  let at = 0;
  while (at < text.length) {
    if (text.startsWith('``', at)) {
      rest += '`';
      at += 2;
    } else if (text[at] === '`') {
      const end = closing(text, at + 1);
      if (end === undefined) {
        rest += '`';
        at += 1;
        continue;
      }
      if (rest) spans.push({ kind: 'text', text: rest });
      rest = '';
      spans.push({ kind: 'code', text: text.slice(at + 1, end).replaceAll('``', '`') });
      at = end + 1;
    } else {
      rest += text[at];
      at += 1;
    }
  }
  if (rest) spans.push({ kind: 'text', text: rest });
  return spans;
}

/** The sentence as plain words, without its marks: for formats that know no code. */
export function plain(text: string): string {
  return inline(text)
    .map((span) => span.text)
    .join('');
}

/** Where the code that begins at `from` ends: at the first backtick that is not doubled. */
function closing(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] !== '`') continue;
    if (text[at + 1] !== '`') return at;
    at += 1;
  }
  return undefined;
}
