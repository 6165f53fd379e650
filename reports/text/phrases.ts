/** A text in which no number stays behind at the end of a line, away from what it counts. */
export function unbroken(text: string): string {
  return text.replace(/(\d) (?=\p{L})/gu, '$1\u{a0}');
}

/** A phrase for the start of a line: `embedded reference server` as `Embedded reference server`. */
export function startOf(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A phrase for the middle of a line: `Since 2 November` as `since 2 November`. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
