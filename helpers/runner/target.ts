import { now, type Scope, sleep } from '../client/context.js';
import type { Response } from '../client/message.js';
import { burst, send } from '../client/send.js';
import type { Configuration } from '../settings/settings.js';

/** What a check or an observation works with: the target of its run, and the ways to ask it. */
export interface Target {
  readonly configuration: Configuration;
  /** Every response of the run so far. */
  readonly responses: readonly Response[];
  readonly send: typeof send;
  readonly burst: typeof burst;
  /** Waits, in milliseconds by the clock of the run. */
  readonly sleep: typeof sleep;
  /** Milliseconds by the clock of the run. */
  readonly now: typeof now;
}

/** The target of a check, observation or fact: what is sent counts as its own. */
export function targetOf({ run: { configuration, responses } }: Scope): Target {
  return { configuration, responses, send, burst, sleep, now };
}
