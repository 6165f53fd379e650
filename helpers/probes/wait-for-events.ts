import { setTimeout as sleep } from 'node:timers/promises';
import { context } from '../client/context.js';
import { mayWrite } from '../client/live-guard.js';
import { Inconclusive, Skipped } from '../client/verdicts.js';
import { fixture } from '../runner/fixture.js';
import { type EventTypes, eventTypesOf } from '../webhook/event-types.js';
import { type Event, eventsOf } from '../webhook/events.js';
import type { Notification, Receiver } from '../webhook/receiver.js';
import { creationBaseline } from './creation-baseline.js';
import { sentTexts } from './event-correlation.js';

/** How long nothing has to come before no more is waited for, and how long is waited at all, milliseconds. */
const quietMs = 300;
const longestMs = 2000;
const lookMs = 20;

/** The webhooks that the receiver got, at the end of the run. */
export interface ReceivedEvents {
  readonly notifications: readonly Notification[];
  readonly events: readonly Event[];
  readonly kinds: EventTypes;
  /** How many notifications came beyond those that were kept. */
  readonly beyond: number;
}

/**
 * What came during the run, late ones waited for. Where nobody else has created a customer, one is created here, so
 * that there is something to be notified of. Ask for it when all else is through.
 * @throws Skipped where no receiver was listening
 */
export const waitForEvents = fixture('notifications of the run', async (): Promise<ReceivedEvents> => {
  const { receiver } = context();
  if (!receiver) throw new Skipped('No webhook receiver was running. Pass `--webhook-port`.');
  if (mayWrite(context())) {
    await creationBaseline().catch((error: unknown) => {
      // Who cannot create may be notified all the same, of what others do.
      if (!(error instanceof Inconclusive || error instanceof Skipped)) throw error;
    });
  }
  await quiet(receiver);
  const notifications = [...receiver.notifications];
  const events = notifications.flatMap(eventsOf);
  return { notifications, events, kinds: eventTypesOf(events, sentTexts()), beyond: receiver.beyond };
});

/** Waits for what comes late: until nothing has come for a while; where nothing came at all, as long as may be. */
async function quiet(receiver: Receiver): Promise<void> {
  const { startedAt, configuration, stopped } = context();
  if (stopped !== undefined) return;
  const began = performance.now();
  const left = startedAt + configuration.deadlineSeconds * 1000 - Date.now();
  const until = began + Math.min(longestMs, left);
  const isQuiet = () =>
    receiver.lastAt !== undefined && performance.now() - Math.max(began, receiver.lastAt) >= quietMs;
  while (!isQuiet() && performance.now() < until) await sleep(lookMs);
}
