import { setTimeout as pause } from 'node:timers/promises';
import { created, type Kind, replayed, reshaped, stored, succeeded, withMembers } from './answers.js';
import type { Middleware } from './changes.js';
import { type Members, membersOf, type Received, type Request } from './request.js';
import { anyone, canonical, type Service, wrongMembers } from './service.js';
import { type Answer, type Customer, rejection, type State, type Tenant, withAnswerHeaders } from './state.js';

/** Changes honest answers; `change` may be the answer itself. */
export function afterwards(
  when: (asked: Request, answer: Answer, world: State) => boolean,
  change: Answer | ((answer: Answer, asked: Request, world: State) => Answer | Promise<Answer>),
): Middleware {
  return (honest, world) => async (asked) => {
    const answer = await honest(asked);
    if (!when(asked, answer, world)) return answer;
    return typeof change === 'function' ? change(answer, asked, world) : change;
  };
}

export function beforehand(change: (asked: Request, world: State) => Request): Middleware {
  return (honest, world) => (asked) => honest(change(asked, world));
}

/** Takes a request for one of the tenant that is found. */
export const takenFor = (
  find: (asked: Request, world: State) => Tenant | false | undefined,
  change: Partial<Received> = {},
): Middleware =>
  beforehand((asked, world) => {
    const tenant = find(asked, world);
    return tenant ? asked.by(tenant).with(change) : asked;
  });

/** The honest service never sees these requests. */
export function instead(when: (asked: Request, world: State) => boolean, answer: Answer): Middleware {
  return (honest, world) => async (asked) => (when(asked, world) ? answer : honest(asked));
}

/** Each change sees the answers of those after it. */
export function all(...changes: readonly Middleware[]): Middleware {
  return (honest, world) => changes.reduceRight((service, change) => change(service, world), honest);
}

/** A memory for each name, by default the tenant's Idempotency-Key. Without a name requests stay honest. */
export function remembering<Memory extends object>(
  answer: (asked: Request, memory: Partial<Memory>, honest: Service) => Answer | Promise<Answer>,
  nameOf: (asked: Request) => string | object | undefined = ({ slot }) => slot,
): Middleware {
  return (honest) => {
    const memories = new Map<string | object, Partial<Memory>>();
    return async (asked) => {
      const name = nameOf(asked);
      if (name === undefined) return honest(asked);
      const memory = memories.get(name) ?? {};
      memories.set(name, memory);
      return answer(asked, memory, honest);
    };
  };
}

/** Caches the first answer of a name that it `keeps`, for requests that it `serves`. */
export const caching = (
  nameOf: (asked: Request) => string | undefined,
  keeps: Kind,
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
    afterwards(stored, (answer) => ({ ...reshaped(answer, { id: membersOf(answer.body)?.id }), status: 202 })),
    afterwards(replayed, (answer, asked) => ({ ...withMembers(answer, state(asked)), status: 200 })),
  );

/** Shows a reference alone, also in the rejection of a repeat. */
export const knownByReference = (referenceOf = (id: unknown) => `R-${id}`): Middleware =>
  all(
    afterwards(replayed, ({ body }) => rejection(409, 'repeated', 'Created before.', { ...membersOf(body) })),
    creationAs(({ id }) => ({ reference: referenceOf(id) })),
  );

/** Stores what `mended` makes of a customer, if anything, and shows what was sent. */
export function storingAsSent(mended: (sent: Members) => Members | undefined): Middleware {
  return (honest) => async (asked) => {
    const sent = asked.isCreation ? asked.members : undefined;
    const valid = sent && mended(sent);
    if (!valid || canonical(valid) === canonical(sent)) return honest(asked);
    // The sent values go along under an ignored name, so that two bodies stay two.
    const answer = await honest(asked.withBody({ ...valid, sent }));
    return created(asked, answer) ? withMembers(answer, sent) : answer;
  };
}

export const storingAnything: Middleware = storingAsSent((sent) => {
  const wrong = wrongMembers(sent);
  if (wrong.length === 0) return sent;
  return wrong.includes('email') ? anyone : { ...anyone, email: sent.email };
});

/** Gives a request the successful answer of one under way with the same name, and another key unless `joins` is given. */
export const joining = (
  nameOf: (asked: Request) => string | undefined,
  joins = (asked: Request, first: Request): boolean => asked.apiKey !== first.apiKey,
): Middleware =>
  remembering<{ asked: Request; answer: Promise<Answer> }>(async (asked, underWay, honest) => {
    const shared = underWay.asked && joins(asked, underWay.asked) ? await underWay.answer : undefined;
    if (shared && succeeded(shared)) return shared;
    const answer = honest(asked).then((given) => pause(100, given));
    Object.assign(underWay, { asked, answer });
    return answer.finally(() => {
      if (underWay.answer === answer) delete underWay.asked;
    });
  }, nameOf);
