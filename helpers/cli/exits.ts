import type { Rows } from './define-command.js';

/** Exit statuses of a command that either does what it says or cannot be used so. */
export const doneOrUnusable: Rows = [
  ['0', 'done'],
  ['2', 'usage or configuration error'],
];

/** Exit statuses of a run. Where several hold: 130/143, 4, 5, 1, 3. */
export const exitsOfRun: Rows = [
  ['0', 'conformant, or partial: nothing failed, and everything that the profile wants was evaluated'],
  ['1', 'nonconformant: a requirement failed and is not waived (or drift, with --fail-on-drift)'],
  ['2', 'usage or configuration error; nothing was sent'],
  ['3', 'inconclusive: no failures, but not every wanted requirement could be evaluated, or none'],
  ['4', 'internal error of this suite; no verdict about the target'],
  ['5', 'withheld: a report would have contained a secret, so nothing was published but created.json'],
  ['130, 143', 'interrupted; the report holds the results so far'],
];
