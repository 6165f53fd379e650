/** `a`, `a and b`, `a, b and c`; empty for none. */
export function listed(words: readonly (string | number)[], conjunction: 'and' | 'or' = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}
