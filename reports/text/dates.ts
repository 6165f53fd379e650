/** Days and times for people, in UTC, built by hand so that every machine writes the same bytes. */

const months = 'January February March April May June July August September October November December'.split(' ');
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** `31 January 2026`. What is no date is given back as it is: it comes from a file that people write. */
export function dayInFull(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : `${dayAndMonth(date)} ${date.getUTCFullYear()}`;
}

/** `17 November`, with the year only where it is not the year of `beside`. */
export function day(iso: string, beside: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return date.getUTCFullYear() === new Date(beside).getUTCFullYear() ? dayAndMonth(date) : dayInFull(iso);
}

/** `Thursday, 20 November 2025, 02:00:07 to 02:01:18 UTC`; the second day is named where it is another one. */
export function span(from: string, to: string): string {
  const [start, end] = [new Date(from), new Date(to)];
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return `${from} to ${to}`;
  const second = sameDay(from, to) ? clock(end) : `${dayInFull(to)}, ${clock(end)}`;
  return `${weekdays[start.getUTCDay()]}, ${dayInFull(from)}, ${clock(start)} to ${second} UTC`;
}

/** `20 November 2025, 02:00:07 UTC`. What is no date is given back as it is. */
export function moment(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : `${dayInFull(iso)}, ${clock(date)} UTC`;
}

/** Whether two moments are on one day, in UTC. */
export function sameDay(one: string, other: string): boolean {
  return one.slice(0, 10) === other.slice(0, 10);
}

/** Whole days from one moment's day to another's; negative where the second is over. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000);
}

/** Seconds between two moments, to a tenth below ten seconds. */
export function seconds(from: string, to: string): string {
  const value = Math.max(0, Date.parse(to) - Date.parse(from)) / 1000;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;
}

function dayAndMonth(date: Date): string {
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
}

function clock(date: Date): string {
  return date.toISOString().slice(11, 19);
}
