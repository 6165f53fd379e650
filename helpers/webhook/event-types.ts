import { byKey } from '../../schemas/by-key.js';
import { isNamedByData } from '../json/json-leaves.js';
import { wordsOf } from '../json/member-names.js';
import type { Event } from './events.js';
import { ownHeaders } from './headers.js';

/** Events with the names of their types, for the observations. */
export type EventTypes = ReturnType<typeof eventTypesOf>;

/** A text that may name an event type, its place, and how clearly the names around it say so. */
type Candidate = ReturnType<typeof candidatesOf>[number];

const mostNames = 100;
const deepest = 3;

/** Objects about the event, not about its subject. */
const aboutTheEvent = /^(event|meta|metadata|header|headers|notification|message|webhook|attributes)$/;
/** Words beside which `event` or `type` names something else. */
const ofOthers = /^(id|uuid|at|on|time|timestamp|date|version|url|source|content|count|number|signature)$/;

/**
 * Finds the event type: a text under `event`, `type`, `kind`, `topic` or `name`, in the body or in a header, that looks
 * like a name and that this run did not send. Of several places the clearest counts, and any other with the same name.
 * @param sent texts that this run sent, in lower case: a customer's type is no event type
 * @returns names by event, every name, and where they stood: `/type`, `/events/[]/type`, `header:x-event`; sorted
 */
export function eventTypesOf(events: readonly Event[], sent: ReadonlySet<string>) {
  const candidates = events.flatMap(candidatesOf).filter(({ name }) => !sent.has(name.toLowerCase()));
  const places = byKey(candidates.map((candidate) => [candidate.at, candidate]));
  const ranked = [...places.values()]
    .filter(isVocabulary)
    .sort((a, b) => rankOf(b) - rankOf(a) || ((a[0]?.at ?? '') < (b[0]?.at ?? '') ? -1 : 1));

  const of = new Map<Event, string>();
  for (const { event, name } of ranked.flat()) if (!of.has(event)) of.set(event, name);
  const at = ranked.filter((place) => place.every(({ event, name }) => of.get(event) === name)).map(([one]) => one?.at);
  return {
    of,
    names: sortedSet([...of.values()]).slice(0, mostNames),
    at: sortedSet(at.filter((one) => one !== undefined)).slice(0, mostNames),
  };
}

/** The name of events without one. */
const unnamed = 'an event without a name';

/** Events by type, in the order of names. */
export function eventsByType(events: readonly Event[], { of, names }: EventTypes): [kind: string, events: Event[]][] {
  const known = new Set(names);
  const kindOf = (event: Event) => {
    const name = of.get(event);
    return name !== undefined && known.has(name) ? name : unnamed;
  };
  return [...byKey(events.map((event) => [kindOf(event), event]))].sort(([a], [b]) => (a < b ? -1 : 1));
}

export function sortedSet(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

function candidatesOf(event: Event) {
  const body = event.leaves.map(({ pointer, names, value }) => ({ at: event.at + pointer, names, value }));
  const headers = ownHeaders(event.notification).map(([name, value]) => {
    return { at: `header:${name}`, names: ['header', name], value };
  });
  return [...body, ...headers].flatMap(({ at, names, value }) => {
    const rank = typeof value === 'string' && looksLikeName(value) ? rankOfNames(names) : 0;
    return rank > 0 ? [{ event, at, name: String(value), rank }] : [];
  });
}

/** Short, of letters and the signs between them: no number, no identifier, no sentence. */
function looksLikeName(text: string): boolean {
  if (text.length < 2 || text.length > 64 || !/^[A-Za-z][A-Za-z0-9 _.:/-]*[A-Za-z0-9]$/.test(text)) return false;
  const words = wordsOf(text);
  return !isNamedByData(words.join('_')) && words.length <= 6 && words.every((word) => word.length <= 24);
}

function rankOfNames(names: readonly string[]): number {
  const [last = '', ...above] = names.toReversed();
  if (above.length >= deepest) return 0;
  const words = wordsOf(last);
  if (words.some((word) => ofOthers.test(word))) return 0;
  const has = (pattern: RegExp, among = words) => among.some((word) => pattern.test(word));
  const isHeader = names[0] === 'header' && names.length === 2;
  const ofEvent = has(/^(event|topic)$/) || (!isHeader && has(/^event$/, wordsOf(above[0] ?? '')));
  const named = ofEvent ? 6 : has(/^(type|kind)$/) ? 4 : has(/^(name|action)$/) ? 2 : 0;
  if (named === 0) return 0;
  if (isHeader) return ofEvent || has(/^(webhook|hook|notification|ce)$/) ? named - 0.5 : 0;
  const belongs = above.every((name) => wordsOf(name).every((word) => aboutTheEvent.test(word)));
  // Below anything else it is about the event's subject, unless it names the event outright.
  return belongs ? named - above.length : ofEvent ? 1 : 0;
}

/** Names recur. A place where nearly every event has another text contains data. */
function isVocabulary(place: readonly Candidate[]): boolean {
  const different = new Set(place.map(({ name }) => name)).size;
  return different <= 3 || (different <= mostNames && different * 2 <= place.length);
}

/** A name of two words or more, `customer.created`, says more than `event` or `CREATE`. */
function rankOf(place: readonly Candidate[]): number {
  const compound = place.every(({ name }) => wordsOf(name).length > 1);
  return (place[0]?.rank ?? 0) + (compound ? 10 : 0);
}
