import { Undecided } from '../engine/outcome.js';
import { isSuccess, type Reply } from '../engine/reply.js';
import { run } from '../engine/run.js';
import { cite } from '../engine/scope.js';
import { isWeather } from '../target/transport-fault.js';

/** Exchanges that an observation names as its evidence: some, since all of the run would name none. */
const cited = 5;

/**
 * The answers of the run that a condition holds for, those left out in which chance or an earlier try has a part.
 * Those few that stand for them become evidence.
 */
export function seen(condition: (reply: Reply) => boolean): Reply[] {
  const replies = run().replies.filter((reply) => reply.alone && condition(reply));
  cite(replies.slice(0, cited).map((reply) => reply.exchange));
  return replies;
}

/** As `seen`. @throws Undecided where there is none */
export function someSeen(condition: (reply: Reply) => boolean, what: string): Reply[] {
  const replies = seen(condition);
  if (replies.length === 0) throw new Undecided(`${what} was not seen in this run.`);
  return replies;
}

/** Any answer that says something: not weather. */
export function isAnswer(reply: Reply): boolean {
  return !isWeather(reply.status);
}

/** Creations that were answered with success. */
export function isCreation(reply: Reply): boolean {
  return isSuccess(reply) && reply.asked.operation.name === 'create customer' && reply.asked.outgoing.method === 'POST';
}

/** Creations that differ from a right one in the customer at most. */
export function isOrdinaryCreation(reply: Reply): boolean {
  return isCreation(reply) && isOrdinary(reply);
}

/** Creations of right customers, in nothing out of the ordinary, each under a key of its own. */
export function rightCreations(): Reply[] {
  return someSeen(isRightCreation, 'A creation');
}

function isRightCreation(reply: Reply): boolean {
  const { customer, text } = reply.asked.change;
  return isOrdinaryCreation(reply) && customer === undefined && text === undefined;
}

/** Listings for the configured tenants that were answered with success. */
export function isListing(reply: Reply): boolean {
  const { operation, outgoing } = reply.asked;
  return isSuccess(reply) && operation.name === 'list accounts' && outgoing.method === 'GET' && isOrdinary(reply);
}

/** Whether a request differs from a right one in nothing that an answer may depend on. */
function isOrdinary({ asked: { change } }: Reply): boolean {
  const { apiKey, tenant, headers, contentType, query, path, method, guess } = change;
  return [apiKey, tenant, headers, contentType, query, path, method, guess].every((bend) => bend === undefined);
}

/** Statuses, each once, in order. */
export function statuses(replies: readonly Reply[]): number[] {
  return [...new Set(replies.map((reply) => reply.status))].sort((a, b) => a - b);
}

/** `201`, `200 or 201`, `400, 409 or 422`; `none` for none. */
export function oneOf(words: readonly (string | number)[]): string {
  if (words.length === 0) return 'none';
  const last = words.at(-1);
  return words.length === 1 ? String(last) : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** Names that stood in all of the samples, and those that stood in some. */
export interface HowOften {
  readonly always: readonly string[];
  readonly sometimes: readonly string[];
}

/** Samples from which on something that stood in all of them is said to stand there always. */
const enough = 3;

/** How often each name stands in the samples. Fewer than three samples say nothing of always. */
export function howOften(samples: readonly Iterable<string>[]): HowOften {
  const counts = new Map<string, number>();
  for (const sample of samples) for (const name of new Set(sample)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts.keys()].sort();
  const isAlways = (name: string) => samples.length >= enough && counts.get(name) === samples.length;
  return { always: names.filter(isAlways), sometimes: names.filter((name) => !isAlways(name)) };
}

/** How often headers stood in answers whose names a pattern matches. Names in lower case. */
export function headersLike(replies: readonly Reply[], pattern: RegExp): HowOften {
  return howOften(replies.map((reply) => [...reply.headers.keys()].filter((name) => pattern.test(name))));
}

/** Kinds of answers, each of which may have headers of its own. */
export const kinds = {
  creations: isRightCreation,
  listings: isListing,
  refusals: (reply: Reply) => reply.status >= 400 && reply.status < 500 && isAnswer(reply),
} as const;

/** The same for each kind of answer that was seen, so that what stands on all of one kind is not lost among others. */
export function headersByKind(pattern: RegExp): Partial<Record<keyof typeof kinds, HowOften>> {
  const told = Object.entries(kinds).map(([kind, isOfIt]) => [kind, seen(isOfIt)] as const);
  const some = told.filter(([, replies]) => replies.length > 0);
  return Object.fromEntries(some.map(([kind, replies]) => [kind, headersLike(replies, pattern)]));
}

/** `sunset on creations and listings, deprecation (sometimes) on refusals`; `none` for none. */
export function namesByKind(byKind: Partial<Record<string, HowOften>>): string {
  const places = new Map<string, string[]>();
  for (const [kind, headers] of Object.entries(byKind)) {
    const names = headers && namesTold(headers);
    if (names !== undefined && names !== 'none') places.set(names, [...(places.get(names) ?? []), kind]);
  }
  return [...places].map(([names, on]) => `${names} on ${on.join(' and ')}`).join('; ') || 'none';
}

/** `a, b (sometimes)`; `none` for none. */
export function namesTold({ always, sometimes }: HowOften): string {
  const names = [...always, ...sometimes.map((name) => `${name} (sometimes)`)];
  return names.length === 0 ? 'none' : names.join(', ');
}
