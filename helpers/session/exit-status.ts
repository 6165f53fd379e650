import { dayInFull } from '../../reports/text/dates.js';
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

/** What fails a run beside its verdict. */
export interface Strictness {
  /** Changed observations that nobody accepted. */
  readonly failOnDrift: boolean;
  /** Waivers that cover no failure. */
  readonly strictWaivers: boolean;
}

/**
 * The status that a report gives, once nothing is wrong with the run itself: that of its verdict, unless something else
 * was to count.
 * @param forced the status of a signal, which wins
 */
export function exitOf(report: Report, { failOnDrift, strictWaivers }: Strictness, forced?: number): Exit {
  const status = forced ?? exitStatus[report.summary.verdict];
  const because = [
    ...(failOnDrift ? driftOf(report) : []),
    ...(strictWaivers && report.unusedWaivers
      ? [`the waiver of ${report.unusedWaivers.join(', ')} is unused, and --strict-waivers was given`]
      : []),
  ];
  if (because.length === 0 || (status !== exitStatus.conformant && status !== exitStatus.inconclusive))
    return { status };
  return { status: exitStatus.nonconformant, because: because.join('; ') };
}

function driftOf({ comparison, requirements }: Report): string[] {
  const changed = comparison?.changed.length ?? 0;
  if (changed === 0) return [];
  const [since] = requirements.flatMap(({ drift }) => drift?.since ?? []).sort();
  const counted = changed === 1 ? '1 observation' : `${changed} observations`;
  const when = since === undefined ? '' : `${changed === 1 ? '' : ', the first'} since ${dayInFull(since)}`;
  return [`${counted} changed${when}, and --fail-on-drift was given`];
}
