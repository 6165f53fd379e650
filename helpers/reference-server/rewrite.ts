import { setTimeout as wait } from 'node:timers/promises';
import { created, listed, succeeded, withAnswerBody, withAnswerHeaders } from './answered.js';
import { caller, membersOf, namedTenant, owner, slotOf, withHeader } from './asked.js';
import type { Middleware } from './middleware.js';
import type { Answer, Request, Service } from './service.js';
import { type Account, openAccount, type State } from './state.js';

/** Changes answers after the honest service gave them: where `when` holds, `change` applies, or is the answer. */
export const afterwards =
  (
    when: (asked: Request, answer: Answer, world: State) => boolean,
    change: Answer | ((answer: Answer, asked: Request, world: State) => Answer | Promise<Answer>),
  ): Middleware =>
  (honest, world) =>
  async (asked) => {
    const answer = await honest(asked);
    if (!when(asked, answer, world)) return answer;
    return typeof change === 'function' ? change(answer, asked, world) : change;
  };

/** Changes the text of a body, whatever it holds, where `when` holds. */
export const bodyRewritten = (
  when: (asked: Request, answer: Answer) => boolean,
  change: (body: string) => string,
): Middleware => afterwards(when, ({ body = '', ...answer }) => ({ ...answer, body: change(body) }));

export const everyHeader = (headers: (answer: Answer) => Record<string, string>): Middleware =>
  afterwards(
    () => true,
    (answer) => withAnswerHeaders(answer, headers(answer)),
  );

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

/** Changes one behind another: each sees the answers of those after it, which see the requests that it hands on. */
export const all =
  (...changes: readonly Middleware[]): Middleware =>
  (honest, world) =>
    changes.reduceRight((service, change) => change(service, world), honest);

/** Rows of a table whose changes are of one kind: what `make` makes of each. */
export const each = <Of, More = never>(
  make: (of: Of) => Middleware,
  rows: Readonly<Record<string, readonly [about: string, of: NoInfer<Of>, more?: More]>>,
): Readonly<Record<string, readonly [about: string, change: Middleware, more?: More]>> =>
  Object.fromEntries(
    Object.entries(rows).map(([id, [about, of, ...more]]) => [id, [about, make(of), ...more] as const]),
  );

/**
 * A server with a memory of its own for each tenant's Idempotency-Key: the tries of a creation share it. Every other
 * request goes to the honest service.
 */
export const remembering =
  <Memory extends object>(
    creation: (asked: Request, memory: Partial<Memory>, honest: Service, world: State) => Answer | Promise<Answer>,
  ): Middleware =>
  (honest, world) => {
    const memories = new Map<string, Partial<Memory>>();
    return async (asked) => {
      const name = slotOf(asked, world);
      if (!name) return honest(asked);
      const memory = memories.get(name) ?? {};
      memories.set(name, memory);
      return creation(asked, memory, honest, world);
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

export const pause = (milliseconds: number): Promise<void> => wait(milliseconds);

/** Where `when` holds, takes the tenant from its header, and asks of the key only that it is somebody's. */
export const believingTheHeader = (when: (asked: Request, world: State) => boolean): Middleware =>
  beforehand((asked, world) => {
    const named = when(asked, world) && owner(asked, world) ? namedTenant(asked, world) : undefined;
    return named ? withHeader(asked, 'api-key', named.apiKey) : asked;
  });

/** A server that opens an account for a customer whenever `when` holds of the answer to its creation, and lists it. */
export const openingAccounts =
  (when: (asked: Request, answer: Answer) => boolean): Middleware =>
  (honest, world) => {
    const opened = new Map<string, Account[]>();
    return async (asked) => {
      const answer = await honest(asked);
      const own = caller(asked, world);
      const accounts = opened.get(own?.id ?? '') ?? [];
      if (own && created(asked, answer) && when(asked, answer))
        opened.set(own.id, [...accounts, openAccount(accounts.length)]);
      const { data } = (own && listed(asked, answer) && membersOf(answer.body)) || {};
      return Array.isArray(data) ? withAnswerBody(answer, { data: [...data, ...accounts] }) : answer;
    };
  };

/** A request under way, and the answer that it will get. */
interface UnderWay {
  readonly asked: Request;
  readonly answer: Promise<Answer>;
}

/**
 * A server that gives a request the answer of another one under way that it takes for the same: the one of the same name,
 * where `joins` holds too and the answer is a success.
 */
export const joining =
  (
    nameOf: (asked: Request, world: State) => string | undefined,
    joins: (asked: Request, first: Request) => boolean,
  ): Middleware =>
  (honest, world) => {
    const underWay = new Map<string, UnderWay>();
    return async (asked) => {
      const name = nameOf(asked, world);
      if (name === undefined) return honest(asked);
      const first = underWay.get(name);
      const held = first && joins(asked, first.asked) ? await first.answer : undefined;
      if (held && succeeded(held)) return held;
      const answer = honest(asked).then((given) => pause(40).then(() => given));
      const own = { asked, answer };
      underWay.set(name, own);
      return answer.finally(() => underWay.get(name) === own && underWay.delete(name));
    };
  };
