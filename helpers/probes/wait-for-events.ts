import { setTimeout as sleep } from 'node:timers/promises';
import { untilDeadline } from '../client/clock.js';
import { context } from '../client/context.js';
import { mayWrite } from '../client/live-guard.js';
import { Inconclusive, Skipped } from '../client/verdicts.js';
import { fixture } from '../runner/fixture.js';
import { type EventTypes, eventTypesOf } from '../webhook/event-types.js';
import { type Event, eventsOf } from '../webhook/events.js';
import type { Notification, Receiver } from '../webhook/receiver.js';
import { creationBaseline } from './creation-baseline.js';
import { sentTexts } from './event-correlation.js';

/** Milliseconds without a webhook after which the suite stops waiting. */
const quietMs = 300;
/** Milliseconds that it waits at most. */
const longestMs = 2000;
const lookMs = 20;

/** The webhooks that the receiver got, at the end of the run. */
export interface ReceivedEvents {
  readonly notifications: readonly Notification[];
  readonly events: readonly Event[];
  readonly kinds: EventTypes;
  /** How many more arrived than the receiver keeps. */
  readonly beyond: number;
}

/**
 * The webhooks of the run, late ones included. Creates a customer if no check has, so that there is an event. For the last
 * phase.
 * @throws Skipped without a receiver
 */
export const waitForEvents = fixture('notifications of the run', async (): Promise<ReceivedEvents> => {
  const { receiver } = context();
  if (!receiver) throw new Skipped('No webhook receiver was running. Pass `--webhook-port`.');
  if (mayWrite(context())) {
    await creationBaseline().catch((error: unknown) => {
      // Events of other clients may arrive even if this run cannot create.
      if (!(error instanceof Inconclusive || error instanceof Skipped)) throw error;
    });
  }
  await quiet(receiver);
  const notifications = [...receiver.notifications];
  const events = notifications.flatMap(eventsOf);
  return { notifications, events, kinds: eventTypesOf(events, sentTexts()), beyond: receiver.beyond };
});

/** Waits until no webhook has arrived for a while; without any, as long as allowed. */
async function quiet(receiver: Receiver): Promise<void> {
  const run = context();
  if (run.stopped !== undefined) return;
  const began = performance.now();
  const until = began + Math.min(longestMs, untilDeadline(run));
  const isQuiet = () =>
    receiver.lastAt !== undefined && performance.now() - Math.max(began, receiver.lastAt) >= quietMs;
  while (!isQuiet() && performance.now() < until) await sleep(lookMs);
}
