import { setTimeout as sleep } from 'node:timers/promises';
import { acquaintance } from '../controls/acquaintance.js';
import { fixture } from '../engine/fixture.js';
import { mayWrite } from '../engine/live.js';
import { Undecided, Withheld } from '../engine/outcome.js';
import { run } from '../engine/run.js';
import { sentTexts } from './correlation.js';
import { type Event, eventsOf } from './events.js';
import { type Kinds, kindsOf } from './kinds.js';
import type { Notification, Receiver } from './receiver.js';

/** How long nothing has to come before no more is waited for, and how long is waited at all, milliseconds. */
const quietMs = 300;
const longestMs = 2000;
const lookMs = 20;

/** What came to the receiver, as it stands at the end of the run. */
export interface Arrivals {
  readonly notifications: readonly Notification[];
  readonly events: readonly Event[];
  readonly kinds: Kinds;
  /** How many notifications came beyond those that were kept. */
  readonly beyond: number;
}

/**
 * What came during the run, late ones waited for. Where nobody else has created a customer, one is created here, so
 * that there is something to be notified of. Ask for it when all else is through.
 * @throws Withheld where no receiver was listening
 */
export const arrivals = fixture('notifications of the run', async (): Promise<Arrivals> => {
  const { receiver } = run();
  if (!receiver) throw new Withheld('No receiver was listening. Give --webhook-port.');
  if (mayWrite(run())) {
    await acquaintance().catch((error: unknown) => {
      // Who cannot create may be notified all the same, of what others do.
      if (!(error instanceof Undecided || error instanceof Withheld)) throw error;
    });
  }
  await quiet(receiver);
  const notifications = [...receiver.notifications];
  const events = notifications.flatMap(eventsOf);
  return { notifications, events, kinds: kindsOf(events, sentTexts()), beyond: receiver.beyond };
});

/** Waits for what comes late: until nothing has come for a while; where nothing came at all, as long as may be. */
async function quiet(receiver: Receiver): Promise<void> {
  const { startedAt, configuration, stopped } = run();
  if (stopped !== undefined) return;
  const began = performance.now();
  const left = startedAt + configuration.deadlineSeconds * 1000 - Date.now();
  const until = began + Math.min(longestMs, left);
  const isQuiet = () =>
    receiver.lastAt !== undefined && performance.now() - Math.max(began, receiver.lastAt) >= quietMs;
  while (!isQuiet() && performance.now() < until) await sleep(lookMs);
}
