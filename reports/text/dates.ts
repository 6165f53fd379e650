/** Days and times for people, in UTC. What is no date, from a file of people, stays as it is. */

const months = 'January February March April May June July August September October November December'.split(' ');

/** `31 January 2026`. */
export function dayInFull(iso: string): string {
  const date = new Date(iso);
  return isDate(iso) ? `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}` : iso;
}

/** `20 November 2025, 02:00:07 UTC`. */
export function moment(iso: string): string {
  return isDate(iso) ? `${dayInFull(iso)}, ${clock(iso)} UTC` : iso;
}

/** `20 November 2025, 02:00:07 to 02:01:18 UTC`; another second day is named. */
export function span(from: string, to: string): string {
  if (!isDate(from) || !isDate(to)) return `${from} to ${to}`;
  const second = from.slice(0, 10) === to.slice(0, 10) ? clock(to) : `${dayInFull(to)}, ${clock(to)}`;
  return `${dayInFull(from)}, ${clock(from)} to ${second} UTC`;
}

/** Whole days between two days; negative where the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000);
}

/** To a tenth below ten seconds. */
export function seconds(from: string, to: string): string {
  const value = Math.max(0, Date.parse(to) - Date.parse(from)) / 1000;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;
}

function isDate(iso: string): boolean {
  return !Number.isNaN(Date.parse(iso));
}

function clock(iso: string): string {
  return new Date(iso).toISOString().slice(11, 19);
}
