import type { DecisionEntry, Report } from '../../schemas/types.js';
import { counted, dayInFull, daysBetween } from '../text/words.js';

/** Days before its end at which a decision is announced; a shorter one in its last third. */
const announcedDays = 14;

export const entriesOf = ({ decisions }: Pick<Report, 'decisions'>) => decisions as unknown as readonly DecisionEntry[];

export function isEndingSoon({ on, expires }: Pick<DecisionEntry, 'on' | 'expires'>, day: string) {
  if (expires === undefined || expires < day) return false;
  const length = daysBetween(on, expires);
  return daysBetween(day, expires) <= (length < announcedDays ? length / 3 : announcedDays);
}

/** What is wrong with the approval of a waiver: two people request and approve it. */
export function approvalOf({ kind, by, approvedBy }: DecisionEntry): string | undefined {
  if (kind !== 'waive') return undefined;
  if (approvedBy === undefined) return 'No approval is named.';
  return approvedBy.trim() === by.trim() ? 'Requested and approved by the same person.' : undefined;
}

/** `Until 31 January 2027, 65 days left`, and whether that is soon or over. */
export function endOf({ on, expires }: Pick<DecisionEntry, 'on' | 'expires'>, { run }: Pick<Report, 'run'>) {
  if (expires === undefined) return { when: 'Until revoked', isEnding: false };
  const left = daysBetween(run.startedAt, expires);
  const days = left < 0 ? `expired ${counted(-left, 'day')} ago` : `${counted(left, 'day')} left`;
  const when = `Until ${dayInFull(expires)}${Number.isNaN(left) ? '' : `, ${days}`}`;
  return { when, isEnding: left < 0 || isEndingSoon({ on, expires }, run.startedAt.slice(0, 10)) };
}
