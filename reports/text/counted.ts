import { grouped } from './printable.js';

/** `1 request`, `10,000 requests`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

/** `AUTH-01, AUTH-02 and 3 more`. */
export function firstOf(ids: readonly string[], most = 8): string {
  const more = ids.length - most;
  return `${ids.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** In upper case at its start. */
export function startOf(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
