import type { Report } from '../../schemas/types.js';
import type { Verdict } from '../../schemas/verdict.js';

/** Verdicts of a requirement that is in the same state, and those that say nothing about it. */
const failing = { same: ['fail', 'waived'], silent: ['inconclusive', 'skipped', 'pending'] };
const undecided = { same: ['inconclusive'], silent: ['skipped', 'pending'] };
const states: Partial<Record<Verdict, typeof failing>> = { fail: failing, waived: failing, inconclusive: undecided };

/**
 * The first of the runs in a row, up to the last, in which a requirement failed, waived or not, or in which it was
 * inconclusive. A run that did not decide it (an outage, a filter) is passed over. `undefined` for any other verdict.
 * @param history oldest first
 */
export function firstInARow(id: string, history: Report['history']): Report['history'][number] | undefined {
  const state = states[history.at(-1)?.verdicts[id] ?? 'pass'];
  if (!state) return undefined;
  const isSame = ({ verdicts }: Report['history'][number]) => state.same.includes(verdicts[id] ?? '');
  const telling = history.filter((run) => {
    const then = run.verdicts[id];
    return isSame(run) || (then !== undefined && !run.unreached && !state.silent.includes(then));
  });
  return telling[telling.findLastIndex((run) => !isSame(run)) + 1];
}
