import { replaceUnseen } from '../../schemas/escaped-json.js';

/** `1 request`, `10,000 requests`. */
export const counted = (count: number, noun: string, plural = `${noun}s`) =>
  `${grouped(count)} ${count === 1 ? noun : plural}`;

/** `AUTH-01, AUTH-02 and 3 more`. */
export function firstOf(ids: readonly string[], most = 8) {
  const more = ids.length - most;
  return `${ids.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export const startOf = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `31 January 2026`, in UTC. A text that is no date stays as it is. */
export const dayInFull = (iso: string) =>
  isDate(iso) ? new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' }) : iso;

/** `20 November 2025, 02:00:07 UTC`. */
export const moment = (iso: string) => (isDate(iso) ? `${dayInFull(iso)}, ${clock(iso)} UTC` : iso);

/** `20 November 2025, 02:00:07 to 02:01:18 UTC`. */
export function span(from: string, to: string) {
  if (!isDate(from) || !isDate(to)) return `${from} to ${to}`;
  const second = from.slice(0, 10) === to.slice(0, 10) ? clock(to) : `${dayInFull(to)}, ${clock(to)}`;
  return `${dayInFull(from)}, ${clock(from)} to ${second} UTC`;
}

/** Whole days between two days; negative where the second is earlier. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000);

export function seconds(from: string, to: string) {
  const value = Math.max(0, Date.parse(to) - Date.parse(from)) / 1000;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;
}

const isDate = (iso: string) => !Number.isNaN(Date.parse(iso));

const clock = (iso: string) => new Date(iso).toISOString().slice(11, 19);

/** Divides a text into words and code, which stands in backticks. */
export function inline(text: string) {
  const parts = text.split(/`([^`]+)`/).map((part, at) => ({ kind: at % 2 === 1 ? 'code' : 'text', text: part }));
  return parts.filter((part) => part.text !== '');
}

export const plain = (text: string) => text.replace(/`([^`]+)`/g, '$1');

/** `[U+202E]`. */
function codePoint(character: string) {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `[U+${hex.padStart(4, '0')}]`;
}

/** Shows characters that a reader's tools obey, such as escape sequences, but not newlines and tabs. CRLF becomes LF. */
export const printable = (text: string) => replaceUnseen(text.replaceAll('\r\n', '\n'), codePoint);

/** Makes newlines and tabs visible too. */
export const printableLine = (text: string) => printable(text).replace(/[\n\t]/g, codePoint);

/** The first `most` UTF-16 units, never half a character, and the length of the whole. */
export function clip(text: string, most: number) {
  if (text.length <= most) return text;
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${kept}… (${grouped(text.length)} characters in all)`;
}

export const grouped = (count: number) => Math.round(count).toLocaleString('en');
