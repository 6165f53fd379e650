import type { Report } from '../../schemas/types.js';

/** Exit statuses of `run`, as the interface has them. */
export const exitStatus = {
  conformant: 0,
  partial: 0,
  nonconformant: 1,
  usage: 2,
  inconclusive: 3,
  internal: 4,
  withheld: 5,
  SIGINT: 130,
  SIGTERM: 143,
} as const;

/** What a run ends with, and why where the verdict does not say it. */
interface Exit {
  readonly status: number;
  /** A phrase without a full stop. */
  readonly because?: string;
}

/**
 * The status that a report gives, once nothing is wrong with the run itself: that of its verdict, unless observations
 * changed and that was to count.
 * @param forced the status of a signal, which wins
 */
export function exitOf(report: Report, failOnDrift: boolean, forced?: number): Exit {
  const status = forced ?? exitStatus[report.summary.verdict];
  const changed = report.comparison?.changed.length ?? 0;
  if (!failOnDrift || changed === 0 || (status !== exitStatus.conformant && status !== exitStatus.inconclusive))
    return { status };
  const counted = changed === 1 ? '1 observation' : `${changed} observations`;
  return { status: exitStatus.nonconformant, because: `${counted} changed, and --fail-on-drift was given` };
}
