import type { DecisionEntry, Report } from '../../schemas/types.js';
import { counted, dayInFull, daysBetween } from '../text/words.js';

/** Days before its end at which a decision stands out. */
const soon = 30;

/** What is wrong with the approval of a waiver: two people request and approve it. */
export function approvalOf({ kind, by, approvedBy }: DecisionEntry): string | undefined {
  if (kind !== 'waive') return undefined;
  if (approvedBy === undefined) return 'No approval is named.';
  return approvedBy.trim() === by.trim() ? 'Requested and approved by the same person.' : undefined;
}

/** When a decision ends, `Until 31 January 2027, 65 days left`, and whether that is soon or over. */
export function endOf({ expires }: { readonly expires?: unknown }, { run }: Pick<Report, 'run'>) {
  if (expires === undefined) return { when: 'Until revoked', isEnding: false };
  const end = String(expires);
  const left = daysBetween(run.startedAt, end);
  const days = left < 0 ? `expired ${counted(-left, 'day')} ago` : `${counted(left, 'day')} left`;
  return { when: `Until ${dayInFull(end)}${Number.isNaN(left) ? '' : `, ${days}`}`, isEnding: left <= soon };
}
