/**
 * Events: the service sends real-time notifications through webhooks. Names of event kinds, the shape of a
 * notification, its verification, retries, and which operation emits which event are not shown: what arrives at the
 * receiver of this run (--webhook-port) is observed, at the end, when all else was asked.
 */

import { context } from '../helpers/client/context.js';
import { Inconclusive, Skipped } from '../helpers/client/verdicts.js';
import { inferSchema, memberList } from '../helpers/observation/schema.js';
import { oneOf } from '../helpers/observation/seen-responses.js';
import { suite } from '../helpers/runner/suite.js';
import { relations } from '../helpers/webhook/correlation.js';
import { eventsByType, sortedSet } from '../helpers/webhook/event-types.js';
import { mediaTypeOf } from '../helpers/webhook/events.js';
import { headerNames } from '../helpers/webhook/headers.js';
import { isRedelivered } from '../helpers/webhook/redelivery.js';
import { proofsIn } from '../helpers/webhook/signature.js';
import { type ReceivedEvents, waitForEvents } from '../helpers/webhook/wait-for-events.js';
import { code } from '../schemas/marked.js';

export const events = suite();
const { check, observe } = events;

check(
  'EVENT-05',
  'a notification during the run',
  async () => {
    if (!context().receiver) {
      throw new Skipped(
        'No receiver was listening, and no shown operation is said to emit an event. Give `--webhook-port`.',
      );
    }
    const { notifications } = await waitForEvents();
    if (notifications.length > 0) return;
    throw new Skipped(
      `A receiver was listening on port ${context().configuration.webhookPort}, and no notification arrived; no shown operation is said to emit one. The Webhook URL in the dashboard has to lead to that port (${code('--webhook-port')}).`,
    );
  },
  'end',
);

/** What came, where something came and is to be observed. */
async function arrived(): Promise<ReceivedEvents> {
  const all = await waitForEvents();
  if (all.notifications.length === 0)
    throw new Inconclusive('No notification arrived, though a receiver was listening.');
  return all;
}

/** Said where more came than was looked at. */
function beyond({ notifications, beyond: more }: ReceivedEvents): string[] {
  return more > 0 ? [`Only the first ${notifications.length} notifications were looked at.`] : [];
}

observe(
  'EVENT-01',
  'notifications of the run',
  async () => {
    const all = await arrived();
    const { names, at } = all.kinds;
    const told =
      names.length > 0
        ? `${listOf(names.map(code))}, named at ${listOf(at.map(place))}`
        : 'Nothing in a notification names a kind of event';
    return { observation: { at, names }, sentences: [`${told}.`, ...beyond(all)] };
  },
  { phase: 'end' },
);

observe(
  'EVENT-02',
  'notifications of the run',
  async () => {
    const all = await arrived();
    const { notifications, events } = all;
    const kinds = eventsByType(all.events, all.kinds).map(([kind, own]) => {
      const schema = inferSchema(
        own.flatMap(({ format, value }) => (format === 'JSON' || format === 'form' ? [value] : [])),
      );
      const bodies = sortedSet(own.map(({ format }) => format));
      const mediaTypes = sortedSet(own.map(({ notification }) => mediaTypeOf(notification)));
      return [kind, { bodies, mediaTypes, ...(schema !== undefined && { schema }) }] as const;
    });
    const observation = {
      events: sortedSet(events.map(({ at }) => (at === '' ? 'one in a notification' : `several, at ${at}`))),
      headers: headerNames(notifications),
      kinds: Object.fromEntries(kinds),
      methods: sortedSet(notifications.map(({ method }) => method)),
    };
    const told = kinds.map(([kind, { schema, mediaTypes }]) => {
      return `${code(kind)} (${oneOf(mediaTypes.map(code))}) has ${memberList(schema)}.`;
    });
    return { observation, sentences: [...told, ...beyond(all)] };
  },
  { phase: 'end' },
);

observe(
  'EVENT-03',
  'notifications of the run',
  async () => {
    const all = await arrived();
    const proofs = proofsIn(all.notifications, all.events);
    const repeated = isRedelivered(all.notifications, all.events, all.kinds.of);
    const told = Object.entries(proofs).map(([at, { forms }]) => `${place(at)} (${forms.join(' or ')})`);
    const verified = told.length > 0 ? `To verify by: ${listOf(told)}` : 'Nothing to verify a notification by';
    const again = repeated ? 'A notification came again after a 200.' : 'No notification came again after a 200.';
    return { observation: { proofs, repeated }, sentences: [`${verified}.`, again, ...beyond(all)] };
  },
  { phase: 'end' },
);

observe(
  'EVENT-04',
  'notifications of the run',
  async () => {
    const all = await arrived();
    const relationOf = await relations();
    const pairs = eventsByType(all.events, all.kinds).map(([kind, own]) => [kind, relationOf(own)] as const);
    const told = pairs.map(([kind, relation]) => `${code(kind)} ${relation}.`);
    return { observation: Object.fromEntries(pairs), sentences: [...told, ...beyond(all)] };
  },
  { phase: 'end' },
);

/** `header:webhook-signature` for people. */
const place = (at: string) => (at.startsWith('header:') ? `the header ${code(at.slice('header:'.length))}` : code(at));

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, 12).join(', ');
  return names.length > 12 ? `${shown} and ${names.length - 12} more` : shown;
}
