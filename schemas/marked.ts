/**
 * How a sentence marks the names in it, in backticks, as Markdown does.
 * `inline()` of reports/text reads the marks. All text of a target goes into a sentence through one of these functions,
 * so that no target can end a mark or begin one.
 */

/** A name, value, path or piece of code within a sentence. */
export function code(text: string | number): string {
  const inner = unmarked(String(text));
  return inner === '' ? '""' : `\`${inner}\``;
}

/** Words of another author, such as the reason of an error: they stay words. */
export function unmarked(text: string): string {
  return text.replaceAll('`', "'");
}

/** A change of a request within a sentence: in brackets where a comma or a colon hides where it ends. */
export function bracketed(change: string): string {
  return /, |[^"]: /.test(change) ? `(${change})` : change;
}
