import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './answer.js';
import { isCreation, isListing, membersOf, namedTenant, owner, slotOf, withHeader } from './asked.js';
import type { Middleware } from './middleware.js';
import { type Request, refusal, type Service } from './service.js';
import type { State } from './state.js';

export const succeeded = ({ status }: Answer): boolean => status >= 200 && status < 300;
/** Whether the honest service rejected for a reason of which the specification states no status. */
export const refused = ({ unstated }: Answer): boolean => unstated === true;
/** Whether the honest service had stored the answer under its Idempotency-Key. */
export const isRepeated = ({ headers }: Answer): boolean => headers?.['idempotency-replayed'] !== undefined;

/** When a customer was created, or its creation answered again. */
export const created = (asked: Request, answer: Answer): boolean => isCreation(asked) && succeeded(answer);
/** When a creation was answered again. */
export const replayed = (asked: Request, answer: Answer): boolean => created(asked, answer) && isRepeated(answer);
/** When accounts were listed. */
export const listed = (asked: Request, answer: Answer): boolean => isListing(asked) && succeeded(answer);
/** When the key was rejected. */
export const unauthorized = (_: Request, answer: Answer): boolean => answer.status === 401;
/** When the accounts of a tenant were asked for that the key does not act for. */
export const listingForbidden = (asked: Request, { status }: Answer): boolean => isListing(asked) && status === 403;

export const crash = refusal(500, 'internal', 'Something went wrong here.');
export const notFound = refusal(404, 'not_found', 'There is nothing at this address.');
export const keyNeeded = refusal(401, 'unauthorized', 'A valid Api-Key is needed.');

/** The same answer with headers added. */
export const withAnswerHeaders = (answer: Answer, headers: Record<string, string>): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
});

/** The same answer without one of its headers. */
export function withoutAnswerHeader({ headers = {}, ...answer }: Answer, name: string): Answer {
  return { ...answer, headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)) };
}

/** The same answer with another JSON body. */
export const withAnswerBody = (answer: Answer, body: unknown): Answer => ({ ...answer, body: JSON.stringify(body) });

/** The same answer with members added to its JSON object, or set in it. */
export const withMembers = (answer: Answer, members: object): Answer =>
  withAnswerBody(answer, { ...membersOf(answer.body), ...members });

/** Changes the text of a body, whatever it holds. */
export const rewritten =
  (change: (body: string) => string) =>
  ({ body = '', ...answer }: Answer): Answer => ({ ...answer, body: change(body) });

/** Changes answers after the honest service gave them: where `when` holds, `change` applies, or is the answer. */
export const afterwards =
  (
    when: (asked: Request, answer: Answer) => boolean,
    change: Answer | ((answer: Answer, asked: Request, world: State) => Answer),
  ): Middleware =>
  (honest, world) =>
  async (asked) => {
    const answer = await honest(asked);
    if (!when(asked, answer)) return answer;
    return typeof change === 'function' ? change(answer, asked, world) : change;
  };

/** Changes requests before the honest service sees them. */
export const beforehand =
  (change: (asked: Request, world: State) => Request): Middleware =>
  (honest, world) =>
  (asked) =>
    honest(change(asked, world));

/** Answers some requests in the place of the honest service, which never sees them. */
export const instead =
  (when: (asked: Request, world: State) => boolean, answer: Answer): Middleware =>
  (honest, world) =>
  async (asked) =>
    when(asked, world) ? answer : honest(asked);

/** One change behind another: `outer` sees the answers of `inner`, and `inner` the requests of `outer`. */
export const both =
  (outer: Middleware, inner: Middleware): Middleware =>
  (honest, world) =>
    outer(inner(honest, world), world);

/**
 * A server with a memory of its own for each tenant's Idempotency-Key: the tries of a creation share it. Every other
 * request goes to the honest service.
 * @param blank the memory of a key that is new
 */
export const remembering =
  <Memory extends object>(
    blank: () => Memory,
    creation: (asked: Request, memory: Memory, honest: Service) => Answer | Promise<Answer>,
  ): Middleware =>
  (honest, world) => {
    const memories = new Map<string, Memory>();
    return async (asked) => {
      const name = slotOf(asked, world);
      if (!name) return honest(asked);
      const memory = memories.get(name) ?? blank();
      memories.set(name, memory);
      return creation(asked, memory, honest);
    };
  };

/** Counts how often it is called with the same value, from 1. */
export function counter(): (counted: unknown) => number {
  const counts = new Map<unknown, number>();
  return (counted) => {
    const count = (counts.get(counted) ?? 0) + 1;
    counts.set(counted, count);
    return count;
  };
}

/** Milliseconds. */
export const pause = (milliseconds: number): Promise<void> => wait(milliseconds);

/** Where `when` holds, takes the tenant from its header, and asks of the key only that it is somebody's. */
export const believingTheHeader = (when: (asked: Request, world: State) => boolean): Middleware =>
  beforehand((asked, world) => {
    const named = when(asked, world) && owner(asked, world) ? namedTenant(asked, world) : undefined;
    return named ? withHeader(asked, 'api-key', named.apiKey) : asked;
  });
