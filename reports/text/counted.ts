const numbers = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** A small number as a word, a larger one in digits: `two`, `13`. */
export function countInWords(count: number): string {
  return numbers[count] ?? String(count);
}

/** `a`; `a, and b`; `a, b, and c`. */
export function enumerated(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')}, and ${items.at(-1)}`;
}
