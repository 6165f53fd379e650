import { setTimeout as sleep } from 'node:timers/promises';
import { untilDeadline } from '../../helpers/client/clock.js';
import { context } from '../../helpers/client/context.js';
import { mayWrite } from '../../helpers/client/live-guard.js';
import { Skipped } from '../../helpers/client/verdicts.js';
import { identityValues } from '../../helpers/identity/resource-identity.js';
import { leavesOf, partsOf } from '../../helpers/json/json-leaves.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { type EventTypes, eventTypesOf } from '../../helpers/webhook/event-types.js';
import { type Event, eventsOf } from '../../helpers/webhook/events.js';
import { ownHeaders } from '../../helpers/webhook/headers.js';
import type { Notification, Receiver } from '../../helpers/webhook/receiver.js';
import { creationBaseline, orNone } from '../probes/creation-baseline.js';
import { customerIn, isCreationOfCustomer } from '../probes/customers/creation.js';
import { shortestTrace } from '../probes/leak-detection.js';

/** Milliseconds without a webhook after which the suite stops waiting. */
const quietMs = 300;
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
  // Events of other clients may arrive even if this run cannot create.
  if (mayWrite(context())) await orNone(creationBaseline());
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

/** How an event relates to this run's writes: only what can be observed. */
type Relation =
  | 'names a customer that this run created'
  | 'follows a creation'
  | 'came before any creation of this run'
  | 'came while this run created nothing';

/** The texts in customers of this run, in lower case. */
function sentTexts(): Set<string> {
  const customers = context().responses.flatMap(({ request }) => (request.body ? leavesOf(request.body) : []));
  return new Set(customers.map(({ value }) => String(value).toLowerCase()));
}

export async function relations(): Promise<(events: readonly Event[]) => Relation> {
  const creations = context().responses.filter(isCreationOfCustomer);
  const own = await tracesOfCreations();
  // Exchanges are numbered in the order of sending.
  const first = Math.min(...creations.map(({ exchange }) => Number(exchange.slice(1))));
  return (events) => {
    if (creations.length === 0) return 'came while this run created nothing';
    if (events.some((event) => textsOf(event).some((text) => own.has(text)))) {
      return 'names a customer that this run created';
    }
    const follows = events.some(({ notification }) => notification.afterRequests >= first);
    return follows ? 'follows a creation' : 'came before any creation of this run';
  };
}

/** Identities, Idempotency-Keys and e-mail addresses of the customers that this run created, in lower case. */
async function tracesOfCreations(): Promise<Set<string>> {
  const creations = context().responses.filter(isCreationOfCustomer);
  const { identity } = (await orNone(creationBaseline())) ?? {};
  const identities = identity ? creations.flatMap((response) => identityValues(response, identity)) : [];
  const keys = creations.map(({ request }) => request.idempotencyKey ?? '');
  const emails = new Set(creations.map(({ request }) => String(customerIn(request)?.email ?? '')));
  // One address for all, given by CONFORMANCE_CUSTOMER, may be that of an earlier run's customer.
  const traces = [...identities, ...keys, ...(emails.size > 1 ? emails : [])];
  return new Set(traces.filter((trace) => trace.length >= shortestTrace).map((trace) => trace.toLowerCase()));
}

function textsOf({ leaves, notification }: Event): string[] {
  const texts = [...leaves.map(({ value }) => String(value)), ...ownHeaders(notification).map(([, value]) => value)];
  return texts.flatMap((text) => [text, ...partsOf(text)]).map((text) => text.toLowerCase());
}
