/** A stretch of a sentence: words, or a name, value or piece of code that stands as such. */
interface Span {
  readonly kind: 'text' | 'code';
  readonly text: string;
}

/** The spans of a sentence in which names stand in backticks. A backtick without a partner is itself. No span is empty. */
export function inline(text: string): readonly Span[] {
  return text
    .split(/`([^`]+)`/)
    .map((part, at): Span => ({ kind: at % 2 === 1 ? 'code' : 'text', text: part }))
    .filter((span) => span.text !== '');
}

/** The sentence as plain words, without its marks: for formats that know no code. */
export function plain(text: string): string {
  return inline(text)
    .map((span) => span.text)
    .join('');
}
