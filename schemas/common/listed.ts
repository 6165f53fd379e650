/** `a`, `a and b`, `a, b and c`; empty for none. */
export const listed = (words: readonly (string | number)[], conjunction: 'and' | 'or' = 'and') =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
