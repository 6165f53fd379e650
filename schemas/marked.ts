/** Names in sentences stand in backticks. A target's text enters sentences by these functions alone. */

export function code(text: string | number) {
  const inner = unmarked(String(text));
  return inner === '' ? '""' : `\`${inner}\``;
}

/** Words of another author, such as an error's reason. */
export const unmarked = (text: string) => text.replaceAll('`', "'");

/** Brackets a change of a request if a comma or colon hides its end. */
export const bracketed = (change: string) => (/, |[^"]: /.test(change) ? `(${change})` : change);
