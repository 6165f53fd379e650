import { byKey } from '../../schemas/by-key.js';
import { wordsOf } from '../json/member-names.js';
import type { Event } from './events.js';
import { ownHeaders } from './headers.js';
import type { Notification } from './receiver.js';

/** Words for the webhook itself, not for its subject. */
const ofTheWebhook = /^(event|notification|webhook|message|delivery|svix|hook)$/;
const isId = /^(id|uuid)$/;

/**
 * Whether the service sent one webhook more than once, although the receiver returned 200: two have the same body, or the
 * same id of an event. A bare `id` counts only with the same event type: it may be that of a customer.
 */
export function isRedelivered(
  notifications: readonly Notification[],
  events: readonly Event[],
  kinds: ReadonlyMap<Event, string>,
): boolean {
  const bodies = notifications.map(({ body }) => body).filter((body) => body !== '');
  if (new Set(bodies).size < bodies.length) return true;
  const inHeaders = notifications.flatMap(ownHeaders).filter(([name]) => namesEvent(name));
  const inBodies = events.flatMap((event) =>
    event.leaves
      .filter(({ names, value }) => names.length <= 2 && value !== null && value !== '' && hasEventId(names))
      .map(({ pointer, value }) => [event.at + pointer, `${kinds.get(event) ?? ''} ${value}`] as const),
  );
  return [...byKey([...inHeaders, ...inBodies]).values()].some(hasRepeat);
}

/** Whether a value repeats. If all or most are equal, it is the id of the webhook's registration, not of an event. */
function hasRepeat(values: readonly string[]): boolean {
  const different = new Set(values).size;
  return different < values.length && different > 1 && different * 4 >= values.length;
}

function namesEvent(name: string): boolean {
  const words = wordsOf(name);
  return isId.test(words.at(-1) ?? '') && words.some((word) => ofTheWebhook.test(word));
}

function hasEventId(names: readonly string[]): boolean {
  const [first = '', second] = names;
  if (second === undefined) return namesEvent(first) || isId.test(first);
  return (ofTheWebhook.test(first) && isId.test(second)) || namesEvent(second);
}
