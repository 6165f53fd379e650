/** Words, and names in backticks, which are code. A single backtick is itself; no part is empty. */
export function inline(text: string) {
  const parts = text
    .split(/`([^`]+)`/)
    .map((part, at) => ({ kind: at % 2 === 1 ? 'code' : 'text', text: part }) as const);
  return parts.filter((part) => part.text !== '');
}

/** A sentence without its marks. */
export function plain(text: string): string {
  return text.replace(/`([^`]+)`/g, '$1');
}
