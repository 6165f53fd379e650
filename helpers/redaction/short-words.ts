import type { Secret } from './spelling.js';
import { wall } from './spelling.js';
import type { Stretch } from './stretches.js';

interface Needle {
  text: string;
  secret: Secret;
  isLiteral: boolean;
}

/** Characters that a word goes on with, or may: nothing is known of what is behind a wall. */
const wordSign = new RegExp(`[0-9A-Za-z_\\-${wall}]`);

/** Whether the characters on both sides of a place belong to one word. */
function isJoined(text: string, at: number): boolean {
  return at > 0 && at < text.length && wordSign.test(text[at - 1] ?? '') && wordSign.test(text[at] ?? '');
}

/** Secrets too short to be looked for in all spellings: each as a word of its own, letter by letter, or in base64. */
export class ShortWords {
  readonly #needles: Needle[] = [];

  add(secret: Secret): void {
    const { value } = secret;
    const bytes = Buffer.from(value, 'utf8');
    // What percent-encoding leaves of letters outside ASCII is read byte by byte; quotes in JSON are left as they are.
    const inJson = JSON.stringify(value).slice(1, -1);
    const inJsonTwice = JSON.stringify(inJson).slice(1, -1);
    const literals = new Set([value, bytes.toString('latin1'), value.replaceAll('"', '\\"'), inJson, inJsonTwice]);
    const encoded = new Set([bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')]);
    for (const text of literals) this.#needles.push({ text, secret, isLiteral: true });
    for (const text of encoded) this.#needles.push({ text, secret, isLiteral: false });
  }

  /** Every short secret in a text; none that a cut at one of its ends may have made of a longer word. */
  in(text: string, isCut: { start: boolean; end: boolean }): Stretch[] {
    const stretches: Stretch[] = [];
    for (const { text: needle, secret, isLiteral } of this.#needles) {
      for (let start = text.indexOf(needle); start >= 0; start = text.indexOf(needle, start + 1)) {
        const end = start + needle.length;
        if ((start === 0 && isCut.start) || (end === text.length && isCut.end)) continue;
        if (isJoined(text, start) || isJoined(text, end)) continue;
        stretches.push({ start, end, secret, disclosed: secret.value.length, isLiteral, isExact: true });
      }
    }
    return stretches;
  }
}
