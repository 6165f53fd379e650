/** The parts of a sentence: words, and names in backticks, which are code. A backtick without a partner is itself. No part is empty. */
export function inline(text: string) {
  const parts = text
    .split(/`([^`]+)`/)
    .map((part, at) => ({ kind: at % 2 === 1 ? 'code' : 'text', text: part }) as const);
  return parts.filter((part) => part.text !== '');
}

/** The sentence as plain words, without its marks: for formats that know no code. */
export function plain(text: string): string {
  return text.replace(/`([^`]+)`/g, '$1');
}
