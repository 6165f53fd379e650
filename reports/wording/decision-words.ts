/** Decisions in words. */

import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { counted } from '../text/counted.js';
import { dayInFull } from '../text/dates.js';
import { clip } from '../text/printable.js';
import { type Decision, decisionFor, decisionsOf } from './decisions.js';

/** Within how many days the end of a decision stands out. */
const soon = 30;
const kindTitles: Readonly<Record<string, string>> = {
  waive: 'Waivers',
  attest: 'Attestations',
  settle: 'Settlements',
  accept: 'Acceptances',
};

/** The decision behind a requirement's verdict in a few sentences. */
export function decisionInWords(row: ReportedRequirement, report: Report): string | undefined {
  const decision = decisionFor(row, report);
  if (!decision) return undefined;
  const end = decision.expires ? `, until ${dayInFull(decision.expires)}` : '';
  const proof = decision.evidence ? ` Proof: ${decision.evidence}.` : '';
  return `${decision.by}${end}. ${clip(decision.reason, 2_000)}${proof}`;
}

/** Decisions by kind, under the heading of each, waivers first. */
export function decisionsByKind(
  report: Report,
): readonly { readonly title: string; readonly rows: readonly Decision[] }[] {
  const all = decisionsOf(report);
  const kinds = [...new Set([...Object.keys(kindTitles), ...all.map(({ kind }) => kind)])];
  return kinds.flatMap((kind) => {
    const rows = all.filter((entry) => entry.kind === kind);
    return rows.length > 0 ? { title: kindTitles[kind] ?? kind, rows } : [];
  });
}

/** What a reader has to know of the approval of a waiver: request and approval are two people's. */
export function approvalOf({ kind, by, approvedBy }: Waiving): string | undefined {
  if (kind !== 'waive') return undefined;
  if (approvedBy === undefined) return 'No approval is named.';
  return approvedBy.trim() === by.trim() ? 'Requested and approved by the same person.' : undefined;
}

interface Waiving {
  readonly kind: string;
  readonly by: string;
  readonly approvedBy?: string | undefined;
}

/** The expiry of a decision in words; `near` where it expires within thirty days or has expired. */
export function endOf({ expires, left }: Decision): {
  readonly until: string;
  readonly days: string;
  readonly near: boolean;
} {
  if (expires === undefined) return { until: 'Until revoked', days: '', near: false };
  const days =
    left === undefined ? '' : left < 0 ? `expired ${counted(-left, 'day')} ago` : `${counted(left, 'day')} left`;
  return { until: `Until ${dayInFull(expires)}`, days, near: left !== undefined && left <= soon };
}
