import type { RunVerdict } from '../../schemas/verdict.js';

/** Exit statuses of `run`, as the interface has them. */
export const exitStatus = {
  conformant: 0,
  nonconformant: 1,
  usage: 2,
  inconclusive: 3,
  internal: 4,
  withheld: 5,
  SIGINT: 130,
  SIGTERM: 143,
} as const;

/** The status that a verdict about the target gives. */
export function statusOf(verdict: RunVerdict): number {
  return exitStatus[verdict];
}
