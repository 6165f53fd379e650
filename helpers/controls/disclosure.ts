import type { Reply } from '../engine/reply.js';

/** Characters from which on a value is taken for one thing's own: shorter ones turn up by chance. */
export const telling = 6;

/**
 * Those of the values that stand in an answer, as whole words, and did not stand in its request. Values shorter than
 * `telling` are passed over.
 */
export function disclosed(reply: Reply, values: readonly string[]): string[] {
  const { outgoing } = reply.asked;
  const sent = [outgoing.path, outgoing.body ?? '', ...outgoing.headers.map(([, value]) => value)].join('\n');
  const came = [...[...reply.headers].map(([name, value]) => `${name}: ${value}`), reply.text].join('\n');
  return values.filter((value) => value.length >= telling && holdsWord(came, value) && !holdsWord(sent, value));
}

/** Whether a text holds a value that is not a part of a longer word or number. */
export function holdsWord(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + value.length] ?? ' ';
    if (!/[A-Za-z0-9]/.test(before) && !/[A-Za-z0-9]/.test(after)) return true;
  }
  return false;
}
