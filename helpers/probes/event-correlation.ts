import { context } from '../client/context.js';
import { isCreationOfCustomer } from '../client/response.js';
import { Inconclusive, Skipped } from '../client/verdicts.js';
import { identityValues } from '../identity/customer-identity.js';
import { leavesOf, partsOf } from '../json/json-leaves.js';
import type { Event } from '../webhook/events.js';
import { ownHeaders } from '../webhook/headers.js';
import { creationBaseline } from './creation-baseline.js';
import { shortestTrace } from './leak-detection.js';

/** How an event relates to this run's writes: only what can be observed. */
type Relation =
  | 'names a customer that this run created'
  | 'follows a creation'
  | 'came before any creation of this run'
  | 'came while this run created nothing';

/** The texts in customers of this run, in lower case. */
export function sentTexts(): Set<string> {
  const customers = context().responses.flatMap(({ request }) => (request.customer ? leavesOf(request.customer) : []));
  return new Set(customers.map(({ value }) => String(value).toLowerCase()));
}

/** Gives the relation of events of one kind to the creations of this run. */
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
  const identity = await creationBaseline().then(
    (known) => known.identity,
    (error: unknown) => {
      if (error instanceof Inconclusive || error instanceof Skipped) return undefined;
      throw error;
    },
  );
  const identities = identity ? creations.flatMap((response) => identityValues(response, identity)) : [];
  const keys = creations.map(({ request }) => request.idempotencyKey ?? '');
  const emails = new Set(creations.map(({ request }) => String(request.customer?.email ?? '')));
  // One address for all, given by CONFORMANCE_CUSTOMER, may be that of an earlier run's customer.
  const traces = [...identities, ...keys, ...(emails.size > 1 ? emails : [])];
  return new Set(traces.filter((trace) => trace.length >= shortestTrace).map((trace) => trace.toLowerCase()));
}

function textsOf({ leaves, notification }: Event): string[] {
  const texts = [...leaves.map(({ value }) => String(value)), ...ownHeaders(notification).map(([, value]) => value)];
  return texts.flatMap((text) => [text, ...partsOf(text)]).map((text) => text.toLowerCase());
}
