import { counted } from '../../reports/text/counted.js';
import { dayInFull } from '../../reports/text/dates.js';
import type { Report } from '../../schemas/types.js';
import type { Configuration } from '../settings/settings.js';

/** Exit statuses of `run`, as the interface has them. */
export const exitStatus = {
  conformant: 0,
  'conformant-with-waivers': 0,
  'fit-as-declared': 0,
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

/** What fails a run beside its verdict, as its report keeps it. */
export function strictOf({ failOnDrift }: Pick<Configuration, 'failOnDrift'>): Pick<Report['run'], 'strict'> {
  return failOnDrift ? { strict: ['drift'] } : {};
}

/**
 * The status that a report gives, once nothing is wrong with the run itself: that of its verdict, unless something else
 * was to count (`run.strict`).
 * @param forced the status of a signal, which wins
 */
export function exitOf(report: Report, forced?: number): Exit {
  const { strict = [] } = report.run;
  const status = forced ?? exitStatus[report.summary.verdict];
  const because = strict.includes('drift') ? driftOf(report) : undefined;
  if (because === undefined || (status !== exitStatus.conformant && status !== exitStatus.inconclusive))
    return { status };
  return { status: exitStatus.nonconformant, because };
}

function driftOf({ comparison, requirements }: Report): string | undefined {
  const changed = comparison?.changed.length ?? 0;
  if (changed === 0) return undefined;
  const [other] = comparison?.between ?? [];
  if (other !== undefined)
    return `${counted(changed, 'difference')} from ${other} ${changed === 1 ? 'is' : 'are'} not accepted, and --fail-on-drift was given`;
  const [since] = requirements.flatMap(({ drift }) => drift?.since ?? []).sort();
  const when = since === undefined ? '' : `${changed === 1 ? '' : ', the first'} since ${dayInFull(since)}`;
  return `${changed} ${changed === 1 ? 'observation' : 'observations'} changed${when}, and --fail-on-drift was given`;
}
