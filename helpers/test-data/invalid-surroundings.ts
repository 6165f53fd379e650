import { type FastCheck, signs, word } from './arbitraries.js';
import type { Way } from './invalid-form.js';

/**
 * What may stand around a valid value. White space alone is not judged (CUST-21), so each has a semicolon too. Without
 * the white space it would be one word with the value, which widespread patterns of e-mail addresses accept.
 */
type Junk = readonly [front: string, back: string];

const around = (what: string, [front, back]: Junk) => [
  { name: `${what} before it`, change: (value: string) => front + value },
  { name: `${what} after it`, change: (value: string) => value + back },
];

const way = (what: string, gaps: readonly string[], example: Junk): Way => ({
  examples: around(what, example),
  arbitrary: (fc: FastCheck) =>
    fc
      .tuple(fc.nat(2), fc.constantFrom(...gaps), word(fc, 1, 8), signs(fc, ';|<>~^', 1, 3))
      .map(([at, gap, junk, sign]) => {
        const [before, after] = around(what, [`${junk}${sign};${gap}`, `${gap};${sign}${junk}`]);
        const twice = {
          name: `${what} between two`,
          change: (value: string) => `${value}${gap};${sign}${gap}${value}`,
        };
        return [before, after][at] ?? twice;
      }),
});

/**
 * A valid value with something around it: what a pattern without anchors lets pass, one with `m`, a search in place of a
 * match, or a parser that stops early. The same ways for whichever form the schema states, from the form's own valid value.
 */
export const surroundings: readonly Way[] = [
  way('something', [' ', '\t'], ['x; ', ' ;x']),
  way('a line', ['\n', '\n', '\r\n'], ['x;\n', '\n;x']),
];
