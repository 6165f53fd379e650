import type { Reading } from './reading.js';
import type { Secret } from './spelling.js';
import type { Stretch } from './stretches.js';

interface Needle {
  text: string;
  secret: Secret;
}

/** What a word goes on with, or may: nothing is known of what is behind a wall. */
const wordSign = /[0-9A-Za-z_\-\uffff]/;

/** Secrets too short to be looked for in all spellings: each as a word of its own, letter by letter, or in base64. */
export class ShortWords {
  readonly #needles: Needle[] = [];

  add(secret: Secret): void {
    const bytes = Buffer.from(secret.value, 'utf8');
    const texts = [
      secret.value,
      // What percent-encoding leaves of letters outside ASCII is read byte by byte.
      bytes.toString('latin1'),
      bytes.toString('base64').replace(/=+$/, ''),
      bytes.toString('base64url'),
    ];
    for (const text of new Set(texts)) this.#needles.push({ text, secret });
  }

  /** Every short secret in a reading of the part of a text between two positions. */
  in(reading: Reading, text: string, from: number, to: number): Stretch[] {
    if (this.#needles.length === 0) return [];
    const read = reading.toString();
    const stretches: Stretch[] = [];
    for (const needle of this.#needles) {
      const size = needle.text.length;
      for (let at = read.indexOf(needle.text); at >= 0; at = read.indexOf(needle.text, at + 1)) {
        const start = reading.starts[at] ?? 0;
        const end = reading.ends[at + size - 1] ?? 0;
        // Where the text goes on beyond this part, the next part tells whether the word ends.
        if ((start === from && from > 0) || (end === to && to < text.length)) continue;
        if (isJoined(read, at) || isJoined(read, at + size)) continue;
        const { secret } = needle;
        stretches.push({ start, end, secret, told: secret.value.length, isExact: true });
      }
    }
    return stretches;
  }
}

/** Whether the characters on both sides of a place belong to one word. */
function isJoined(text: string, at: number): boolean {
  return at > 0 && at < text.length && wordSign.test(text[at - 1] ?? '') && wordSign.test(text[at] ?? '');
}
