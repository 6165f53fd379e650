import { setTimeout as pause } from 'node:timers/promises';
import { created, isRepeated, replayed, reshaped, succeeded, withMembers } from './answers.js';
import type { Middleware } from './changes.js';
import { type Members, membersOf, type Received, type Request } from './request.js';
import { canonical, type Service, wrongMembers } from './service.js';
import { type Answer, type Customer, rejection, type State, type Tenant, withAnswerHeaders } from './state.js';

/** Changes answers of the honest service: `change` applies where `when` holds, or is the answer. */
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

/** Takes a request for one of the found tenant, with its key and id. */
export const takenFor = (
  find: (asked: Request, world: State) => Tenant | false | undefined,
  change: Partial<Received> = {},
): Middleware =>
  beforehand((asked, world) => {
    const tenant = find(asked, world);
    return tenant ? asked.by(tenant).with(change) : asked;
  });

/** Answers some requests, which the honest service never sees. */
export const instead =
  (when: (asked: Request, world: State) => boolean, answer: Answer): Middleware =>
  (honest, world) =>
  async (asked) =>
    when(asked, world) ? answer : honest(asked);

/** From the outside in: each change sees the answers of those after it. */
export const all =
  (...changes: readonly Middleware[]): Middleware =>
  (honest, world) =>
    changes.reduceRight((service, change) => change(service, world), honest);

/** Has a memory for each name, by default the tenant's Idempotency-Key. Requests without a name stay honest. */
export const remembering =
  <Memory extends object>(
    answer: (asked: Request, memory: Partial<Memory>, honest: Service, world: State) => Answer | Promise<Answer>,
    nameOf: (asked: Request) => string | object | undefined = ({ slot }) => slot,
  ): Middleware =>
  (honest, world) => {
    const memories = new Map<string | object, Partial<Memory>>();
    return async (asked) => {
      const name = nameOf(asked);
      if (name === undefined) return honest(asked);
      const memory = memories.get(name) ?? {};
      memories.set(name, memory);
      return answer(asked, memory, honest, world);
    };
  };

/** Caches the first answer of each name that it `keeps`, for requests that it `serves`. */
export const caching = (
  nameOf: (asked: Request) => string | undefined,
  keeps: (asked: Request, answer: Answer) => boolean,
  serves: (asked: Request) => boolean = () => true,
): Middleware =>
  remembering<{ kept: Answer }>(async (asked, memory, honest) => {
    if (memory.kept && serves(asked)) return withAnswerHeaders(memory.kept, { age: '7', via: '1.1 cache' });
    const answer = await honest(asked);
    if (keeps(asked, answer)) memory.kept = answer;
    return answer;
  }, nameOf);

/** Shows a customer in another shape, in first and repeated answers. */
export const creationAs = (shape: (customer: Customer, asked: Request) => unknown): Middleware =>
  afterwards(
    (asked, answer) => created(asked, answer) && answer.body !== undefined,
    (answer, asked) => reshaped(answer, shape(membersOf(answer.body) as Customer, asked)),
  );

/** Accepts customers for processing (202); their repeats show them, and a state. */
export const promised = (state: (asked: Request) => object): Middleware =>
  all(
    afterwards(created, (answer) =>
      isRepeated(answer)
        ? { ...answer, status: 200 }
        : { ...reshaped(answer, { id: membersOf(answer.body)?.id }), status: 202 },
    ),
    afterwards(replayed, (answer, asked) => withMembers(answer, state(asked))),
  );

/** Customers known by a reference alone, which a rejected repeat shows again. */
export const knownByReference = (referenceOf = (id: unknown) => `R-${id}`): Middleware =>
  all(
    afterwards(replayed, ({ body }) => rejection(409, 'repeated', 'Created before.', { ...membersOf(body) })),
    creationAs(({ id }) => ({ reference: referenceOf(id) })),
  );

/**
 * Stores what the honest service rejects: that gets what `mended` makes of it, and the answer shows what was sent. A
 * customer that stays as it is, or gets undefined, stays honest.
 */
export const storingAsSent =
  (mended: (sent: Members) => Members | undefined): Middleware =>
  (honest) =>
  async (asked) => {
    const sent = asked.isCreation ? asked.members : undefined;
    const stored = sent && mended(sent);
    if (!stored || canonical(stored) === canonical(sent)) return honest(asked);
    // The sent values go along under an ignored name, so that two bodies stay two.
    const answer = await honest(asked.withBody({ ...stored, sent }));
    return created(asked, answer) ? withMembers(answer, sent) : answer;
  };

/** Stores whatever is sent, as a store of documents does. */
export const storingAnything: Middleware = storingAsSent((sent) => {
  const isWrong = (customer: Members) => wrongMembers(customer).length > 0;
  const stored = { first_name: 'Any', last_name: 'Any', email: sent.email };
  if (!isWrong(sent)) return sent;
  return isWrong(stored) ? { ...stored, email: 'any@example.com' } : stored;
});

/** Gives a request the answer of another one under way, of the same name, where `joins` holds and it succeeded. */
export const joining = (
  nameOf: (asked: Request) => string | undefined,
  joins: (asked: Request, first: Request) => boolean,
): Middleware =>
  remembering<{ asked: Request; answer: Promise<Answer> }>(async (asked, underWay, honest) => {
    const held = underWay.asked && joins(asked, underWay.asked) ? await underWay.answer : undefined;
    if (held && succeeded(held)) return held;
    const answer = honest(asked).then((given) => pause(100, given));
    Object.assign(underWay, { asked, answer });
    return answer.finally(() => {
      if (underWay.answer === answer) delete underWay.asked;
    });
  }, nameOf);
