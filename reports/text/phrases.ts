/** A phrase for the start of a line: `embedded reference server` as `Embedded reference server`. */
export function startOf(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
