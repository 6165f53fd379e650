import { grouped } from './printable.js';

const numbers = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** A small number as a word, a larger one in digits: `two`, `13`. */
export function countInWords(count: number): string {
  return numbers[count] ?? String(count);
}

/** `a`; `a, and b`; `a, b, and c`. */
export function enumerated(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')}, and ${items.at(-1)}`;
}

/** A count with its noun: `1 request`, `10,000 requests`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

/** The first of some ids, and how many more there are: `AUTH-01, AUTH-02 and 3 more`. */
export function firstOf(ids: readonly string[], most: number): string {
  return `${ids.slice(0, most).join(', ')}${others(ids.length - most)}`;
}

/** What follows an id that stands for others too: ` and 41 more`. */
export function others(more: number): string {
  return more > 0 ? ` and ${more} more` : '';
}
