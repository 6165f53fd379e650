import { wall } from './spelling.js';

/**
 * How far from what was decoded a text goes on. What is further away was searched before, as it stands; and twenty
 * characters of a key reach less far, each with a line's indentation before it.
 */
const usualReach = 512;

/**
 * A text with what its matches mean in their places, and what is near them; undefined where nothing means anything.
 * @param meaningOf what a match means, from the whole and its first group; undefined for what only looks like one
 */
export function decoded(
  text: string,
  pattern: RegExp,
  meaningOf: (all: string, group: string | undefined) => string | undefined,
  reach = usualReach,
): string | undefined {
  let into = '';
  let done = -1;
  for (const { 0: all, 1: group, index } of text.matchAll(pattern)) {
    const said = meaningOf(all, group);
    if (said === undefined) continue;
    if (done < 0) into = text.slice(Math.max(0, index - reach), index);
    else if (index - done <= 2 * reach) into += text.slice(done, index);
    else into += text.slice(done, done + reach) + wall + text.slice(index - reach, index);
    into += said;
    done = index + all.length;
  }
  return done < 0 ? undefined : into + text.slice(done, done + reach);
}
