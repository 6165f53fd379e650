import type { Report } from '../../schemas/types.js';
import type { Verdict } from '../../schemas/verdict.js';

/** Verdicts of a requirement that is in the same state, and those that say nothing about it. */
const failing = { same: ['fail', 'waived'], silent: ['inconclusive', 'skipped', 'pending'] };
const undecided = { same: ['inconclusive'], silent: ['skipped', 'pending'] };
const states: Partial<Record<Verdict, typeof failing>> = { fail: failing, waived: failing, inconclusive: undecided };

/**
 * The runs in a row, up to the last, in which a requirement failed, waived or not, or in which it was inconclusive. A
 * run that did not decide it (an outage, a filter) is passed over. `undefined` for any other verdict.
 * @param history oldest first
 * @returns the place of the first of them, and whether an earlier run shows another state: else it may have begun before
 */
export function streakOf(
  id: string,
  history: Report['history'],
): { readonly first: number; readonly isWhole: boolean } | undefined {
  const verdict = history.at(-1)?.verdicts[id];
  const state = verdict && states[verdict];
  if (!state) return undefined;
  let first = history.length - 1;
  for (let at = first - 1; at >= 0; at -= 1) {
    const { verdicts, unreached } = history[at] as Report['history'][number];
    const then = verdicts[id];
    if (then === undefined || state.silent.includes(then) || (unreached && !state.same.includes(then))) continue;
    if (!state.same.includes(then)) return { first, isWhole: true };
    first = at;
  }
  return { first, isWhole: false };
}
