/** A stretch of a sentence: words, or a name, value or piece of code that stands as such. */
interface Span {
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
  let words = '';
  let at = 0;
  for (;;) {
    const mark = text.indexOf('`', at);
    if (mark < 0) break;
    words += text.slice(at, mark);
    const end = text[mark + 1] === '`' ? undefined : closing(text, mark + 1);
    if (text[mark + 1] === '`') {
      words += '`';
      at = mark + 2;
    } else if (end === undefined) {
      // Nothing that follows can close a mark either.
      words += text.slice(mark).replaceAll('``', '`');
      at = text.length;
    } else {
      if (words) spans.push({ kind: 'text', text: words });
      words = '';
      spans.push({ kind: 'code', text: text.slice(mark + 1, end).replaceAll('``', '`') });
      at = end + 1;
    }
  }
  words += text.slice(at);
  if (words) spans.push({ kind: 'text', text: words });
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
  for (let at = text.indexOf('`', from); at >= 0; at = text.indexOf('`', at + 2)) {
    if (text[at + 1] !== '`') return at;
  }
  return undefined;
}
