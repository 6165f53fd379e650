/**
 * Events: the service sends real-time notifications through webhooks. The specification does not define event
 * types, the shape of a webhook, its verification, retries, and which operation emits which event: the suite observes
 * the webhooks that its receiver (--webhook-port) gets, at the end of the run.
 */

import { context } from '../../helpers/client/context.js';
import { Inconclusive, type Observed, Skipped } from '../../helpers/client/verdicts.js';
import { inferSchema, memberList } from '../../helpers/json/infer-schema.js';
import { suite } from '../../helpers/runner/suite.js';
import { eventsByType, sortedSet } from '../../helpers/webhook/event-types.js';
import { mediaTypeOf } from '../../helpers/webhook/events.js';
import { headerNames } from '../../helpers/webhook/headers.js';
import { isRedelivered } from '../../helpers/webhook/redelivery.js';
import { proofsIn } from '../../helpers/webhook/signature.js';
import type { OpenId } from '../../schemas/fsapi/catalogue.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { code } from '../../schemas/marked.js';
import { oneOf } from '../probes/seen-responses.js';
import { type ReceivedEvents, relations, waitForEvents } from './wait-for-events.js';

export const events = suite<typeof fsapi>();
const { check, observe } = events;

check('EVENT-05', 'a notification during the run', { phase: 'end', witnesses: [] }, async () => {
  if (!context().receiver) {
    throw new Skipped(
      'No webhook receiver was running, and the specification names no operation that emits an event. Pass `--webhook-port`.',
    );
  }
  const { notifications } = await waitForEvents();
  if (notifications.length > 0) return { outside: true };
  throw new Skipped(
    `A receiver was listening on port ${context().configuration.webhookPort}, and no webhook was received; the specification names no operation that emits one. The Webhook URL in the dashboard has to lead to that port (${code('--webhook-port')}).`,
  );
});

/** Observes the webhooks that arrived. @throws Inconclusive for none */
function observeEvents(id: OpenId, show: (all: ReceivedEvents) => Observed | Promise<Observed>): void {
  observe(id, 'notifications of the run', { phase: 'end' }, async () => {
    const all = await waitForEvents();
    const { length } = all.notifications;
    if (length === 0) throw new Inconclusive('No webhook was received.');
    const { observation, sentences } = await show(all);
    const beyond = all.beyond > 0 ? [`Only the first ${length} webhooks were inspected.`] : [];
    return { observation, sentences: [...sentences, ...beyond], outside: true };
  });
}

observeEvents('EVENT-01', ({ kinds: { names, at } }) => {
  const named =
    names.length > 0
      ? `${listOf(names.map(code))}, named at ${listOf(at.map(place))}`
      : 'No webhook names its event type';
  return { observation: { at, names }, sentences: [`${named}.`] };
});

observeEvents('EVENT-02', (all) => {
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
  const sentences = kinds.map(
    ([kind, { schema, mediaTypes }]) =>
      `${code(kind)} (${oneOf(mediaTypes.map(code))}) contains ${memberList(schema)}.`,
  );
  return { observation, sentences };
});

observeEvents('EVENT-03', (all) => {
  const proofs = proofsIn(all.notifications, all.events);
  const repeated = isRedelivered(all.notifications, all.events, all.kinds.of);
  const signatures = Object.entries(proofs).map(([at, { forms }]) => `${place(at)} (${forms.join(' or ')})`);
  const verified = signatures.length > 0 ? `Possible signatures: ${listOf(signatures)}` : 'No webhook has a signature';
  const again = `The service sent ${repeated ? 'a' : 'no'} webhook again after a 200.`;
  return { observation: { proofs, repeated }, sentences: [`${verified}.`, again] };
});

observeEvents('EVENT-04', async (all) => {
  const relationOf = await relations();
  const pairs = eventsByType(all.events, all.kinds).map(([kind, own]) => [kind, relationOf(own)] as const);
  const sentences = pairs.map(([kind, relation]) => `${code(kind)} ${relation}.`);
  return { observation: Object.fromEntries(pairs), sentences };
});

/** `header:webhook-signature` for people. */
const place = (at: string) => (at.startsWith('header:') ? `the header ${code(at.slice('header:'.length))}` : code(at));

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, 12).join(', ');
  return names.length > 12 ? `${shown} and ${names.length - 12} more` : shown;
}
