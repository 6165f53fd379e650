import { setTimeout as wait } from 'node:timers/promises';
import { created, listed, succeeded, withAnswerBody, withMembers } from './answered.js';
import type { Middleware } from './middleware.js';
import { type Members, membersOf, type Received, type Request } from './request.js';
import { canonical, type Service, wrongMembers } from './service.js';
import { type Account, type Answer, openAccount, type State, type Tenant } from './state.js';

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

export const beforehand =
  (change: (asked: Request, world: State) => Request): Middleware =>
  (honest, world) =>
  (asked) =>
    honest(change(asked, world));

/** Takes a request for one that a tenant sends with its own key and id: the tenant that is found, if one is. */
export const takenFor = (
  find: (asked: Request, world: State) => Tenant | false | undefined,
  change: Partial<Received> = {},
): Middleware =>
  beforehand((asked, world) => {
    const tenant = find(asked, world);
    return tenant ? asked.by(tenant).with(change) : asked;
  });

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
export const each = <Of, More extends readonly unknown[] = []>(
  make: (of: Of) => Middleware,
  rows: Readonly<Record<string, readonly [about: string, of: NoInfer<Of>, ...more: More]>>,
): Readonly<Record<string, readonly [about: string, change: Middleware, ...more: More]>> =>
  Object.fromEntries(
    Object.entries(rows).map(([id, [about, of, ...more]]) => [id, [about, make(of), ...more] as const]),
  );

/**
 * A server with a memory for each name: by default the tenant's Idempotency-Key, so that the tries of a creation share it.
 * A request without a name goes to the honest service.
 */
export const remembering =
  <Memory extends object>(
    answer: (asked: Request, memory: Partial<Memory>, honest: Service, world: State) => Answer | Promise<Answer>,
    nameOf: (asked: Request) => string | number | undefined = ({ slot }) => slot,
  ): Middleware =>
  (honest, world) => {
    const memories = new Map<string | number, Partial<Memory>>();
    return async (asked) => {
      const name = nameOf(asked);
      if (name === undefined) return honest(asked);
      const memory = memories.get(name) ?? {};
      memories.set(name, memory);
      return answer(asked, memory, honest, world);
    };
  };

/**
 * Stores customers that the honest service rejects: it is asked with what `mended` makes of one, and the answer shows what
 * was sent. A customer that stays as it is, or gets undefined, is left to the honest service.
 */
export const storingAsSent =
  (mended: (sent: Members) => Members | undefined): Middleware =>
  (honest) =>
  async (asked) => {
    const sent = asked.isCreation ? asked.members : undefined;
    const stored = sent && mended(sent);
    if (!stored || canonical(stored) === canonical(sent)) return honest(asked);
    // The sent values go along under a name that the service ignores, so that two bodies stay two.
    const answer = await honest(asked.withBody({ ...stored, sent }));
    return created(asked, answer) ? withMembers(answer, sent) : answer;
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

/** A server that opens an account for a customer whenever it answers a creation, repeats too, and lists it. */
export const openingAccounts: Middleware = remembering<{ opened: readonly Account[] }>(
  async (asked, memory, honest) => {
    const answer = await honest(asked);
    const { opened = [] } = memory;
    if (created(asked, answer)) memory.opened = [...opened, openAccount(opened.length)];
    const { data } = (listed(asked, answer) && membersOf(answer.body)) || {};
    return Array.isArray(data) ? withAnswerBody(answer, { data: [...data, ...opened] }) : answer;
  },
  (asked) => asked.caller?.id,
);

/**
 * A server that gives a request the answer of another one under way that it takes for the same: the one of the same name,
 * where `joins` holds too and the answer is a success.
 */
export const joining = (
  nameOf: (asked: Request) => string | undefined,
  joins: (asked: Request, first: Request) => boolean,
): Middleware =>
  remembering<{ asked: Request; answer: Promise<Answer> }>(async (asked, underWay, honest) => {
    const held = underWay.asked && joins(asked, underWay.asked) ? await underWay.answer : undefined;
    if (held && succeeded(held)) return held;
    const answer = honest(asked).then((given) => pause(100).then(() => given));
    Object.assign(underWay, { asked, answer });
    return answer.finally(() => {
      if (underWay.answer === answer) delete underWay.asked;
    });
  }, nameOf);

/**
 * Whether the Api-Key alone decides about a request: all the rest is as it should be, and no other part of it holds
 * a key. Faults that ask this leave alone what is wrong in more ways than one.
 */
export function onlyTheKeyDecides(asked: Request, world: State): boolean {
  const rest = [asked.target, asked.body, ...[...asked.headers].filter(([name]) => name !== 'api-key').flat()];
  const decoded = rest.concat(rest.map((text) => Buffer.from(text.replace(/^Basic /i, ''), 'base64').toString()));
  const holdsKey = world.tenants.some(({ apiKey }) => decoded.some((text) => text.includes(apiKey)));
  if (holdsKey || !asked.named || asked.target.includes('?')) return false;
  const isJson = /^application\/json/i.test(asked.header('content-type'));
  const isValid = isJson && wrongMembers(asked.members).length === 0;
  return asked.isListing || (asked.isCreation && isValid && asked.idempotencyKey !== '' && asked.known() === undefined);
}
