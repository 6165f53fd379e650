/** Names in sentences stand in backticks. A target's text enters sentences by these functions alone. */

export function code(text: string | number): string {
  const inner = unmarked(String(text));
  return inner === '' ? '""' : `\`${inner}\``;
}

/** Words of another author, such as an error's reason. */
export function unmarked(text: string): string {
  return text.replaceAll('`', "'");
}

/** Brackets a change of a request if a comma or colon hides its end. */
export function bracketed(change: string): string {
  return /, |[^"]: /.test(change) ? `(${change})` : change;
}
