import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { created, replayed, reshaped, stored, succeeded } from '../answers.js';
import { identifiedBy, type Middleware, storiesOf, timed } from '../changes.js';
import { openingAccounts } from '../listings.js';
import {
  afterwards,
  all,
  beforehand,
  creationAs,
  joining,
  knownByReference,
  remembering,
  takenFor,
} from '../middleware.js';
import { membersOf, otherThan, type Request } from '../request.js';
import { canonical, type Service, wrongMembers } from '../service.js';
import { type Answer, hashOf, json, rejection, type Tenant, withAnswerHeaders } from '../state.js';

const anew = (asked: Request, mark: string = randomUUID()) =>
  asked.withHeader('idempotency-key', `${asked.idempotencyKey} ${mark}`);

const ignoringKeys = beforehand((asked) => (asked.idempotencyKey ? anew(asked) : asked));

/** The first try of a key. `broken`: the client went away before the answer. `overtaken`: another try came while it ran. */
type FirstTry = {
  readonly at: number;
  readonly socket: Socket;
  state: 'running' | 'broken' | 'answered' | 'overtaken';
  triesSinceBroken: number;
};

/** First tries take so many milliseconds; later ones go to `retried`. */
const slowAtFirst = (
  milliseconds: number,
  retried: (asked: Request, honest: Service, first: FirstTry) => Promise<Answer>,
): Middleware =>
  remembering<{ first: FirstTry }>(async (asked, memory, honest) => {
    const { first } = memory;
    if (first?.state === 'running' && first.socket.destroyed) first.state = 'broken';
    if (first?.state === 'broken') first.triesSinceBroken += 1;
    if (first) return retried(asked, honest, first);
    const { socket } = asked;
    const own: FirstTry = { at: Date.now(), socket, state: 'running', triesSinceBroken: 0 };
    memory.first = own;
    const answer = await honest(asked);
    await pause(milliseconds);
    if (own.state === 'running' && !socket.destroyed) own.state = 'answered';
    if (!succeeded(answer)) delete memory.first;
    return answer;
  });

/** Leaves retries after concurrent tries or a broken connection. */
const lateRetries = (late: (asked: Request, first: FirstTry) => Request): Middleware =>
  slowAtFirst(40, (asked, honest, first) => {
    if (first.state === 'answered' && !first.socket.destroyed) return honest(late(asked, first));
    first.state = 'overtaken';
    return honest(asked);
  });

const afterBreak = (retried: (asked: Request, isNext: boolean) => Request, milliseconds = 80): Middleware =>
  slowAtFirst(milliseconds, (asked, honest, { state, triesSinceBroken }) =>
    honest(state === 'broken' ? retried(asked, triesSinceBroken === 1) : asked),
  );

/** Notes a key 30 ms after looking it up. The last note stays. */
const looksThenNotes = (meanwhile: (answer: Answer, isFirst: boolean) => Answer = (answer) => answer): Middleware =>
  remembering<{ noted: string; isTried: true }>(async (asked, memory, honest) => {
    if (memory.noted !== undefined) return honest(anew(asked, memory.noted));
    const own = randomUUID();
    const isFirst = !memory.isTried;
    memory.isTried = true;
    await pause(30);
    const answer = await honest(anew(asked, own));
    if (succeeded(answer)) memory.noted = own;
    return meanwhile(answer, isFirst);
  });

/** Shows the first customer. */
const insertedAgain = (asked: Request) => asked.withHeader('inserted', 'again');
/** Each customer that is inserted opens an account. */
const inserting = (retries: Middleware): Middleware =>
  all(
    retries,
    openingAccounts((asked, answer) => stored(asked, answer) || (asked.headers.has('inserted') && succeeded(answer))),
  );

const running = rejection(409, 'idempotency_key_used', 'Another try is running.');

/** Compares a part of keys: the first write under it answers for all valid ones. */
const takesForOne = (part: (key: string) => string): Middleware =>
  remembering<{ first: Request }>(
    async (asked, memory, honest) => {
      if (memory.first && memory.first.idempotencyKey !== asked.idempotencyKey)
        return honest(wrongMembers(asked.members).length === 0 ? memory.first : asked);
      const answer = await honest(asked);
      if (succeeded(answer)) memory.first = asked;
      return answer;
    },
    (asked) => asked.withHeader('idempotency-key', part(asked.idempotencyKey)).slot,
  );

/** Believes a tenant's id in a creation, with any tenant's key. */
const believes = (idIn: (asked: Request) => unknown): Middleware =>
  takenFor((asked, world) => asked.isCreation && asked.owner && world.tenants.find(({ id }) => id === idIn(asked)));

const replayedAcross: Middleware = (honest, world) => async (asked) => {
  const write = asked.slot && asked.earlierWrite(otherThan(asked.caller, world));
  const isOwn = asked.earlierWrite()?.body === canonical(asked.members);
  return write && !isOwn ? write.answer : honest(asked);
};

/** Keys are unique among all tenants. */
const onAnothersKey =
  (conflict: (answer: Answer, asked: Request, other: Tenant) => Answer): Middleware =>
  (honest, world) =>
  async (asked) => {
    const other = otherThan(asked.caller, world);
    const write = asked.slot ? asked.earlierWrite(other) : undefined;
    return write ? conflict(await write.answer, asked, other) : honest(asked);
  };

/** Customers are counted over all tenants. */
const countedIn = (middleware: Middleware) => ({
  ...identifiedBy(({ tenant, count }) => 100 + 2 * count + tenant),
  middleware,
});

const sentByTheSecond = (how: string) => `a key of the first tenant, sent by the second with ${how}`;

const withAnyBody = ['the same body', 'another body'].map(sentByTheSecond);

export const idempotencyFaults = storiesOf({
  'IDEM-01 duplicate-behind-a-repeated-answer': [
    'The first response is kept and repeated, but the handler runs again.',
    openingAccounts(created),
    ['accounts that retries open'],
  ],
  'IDEM-01 idempotency-key-ignored': ['The header is required, and nothing reads it.', ignoringKeys],
  'IDEM-01 key-ignored-behind-a-link-in-an-envelope': [
    'Customers are known by their link.',
    all(
      creationAs(({ id }) => ({ payload: { _links: { self: { href: `/v1/customers/${id}` } } } })),
      ignoringKeys,
    ),
  ],
  'IDEM-01 key-ignored-behind-a-number-within-a-name': [
    'Customers are counted within the names of things.',
    {
      ...identifiedBy(({ count }) => count),
      middleware: all(
        creationAs(({ id }, { tenantId }) => ({ ref: `cus:${id}:${tenantId}` })),
        ignoringKeys,
      ),
    },
  ],
  'IDEM-01 retry-after-the-answer-creates': [
    'The key is a lock, released when the first try has answered.',
    lateRetries((asked) => anew(asked)),
    ...timed,
  ],
  'IDEM-01 key-forgotten-after-a-second': [
    'The lifetime of a key is written in seconds and read in milliseconds.',
    lateRetries((asked, { at }) => (Date.now() - at > 1000 ? anew(asked) : asked)),
    ...timed,
  ],
  'IDEM-01 keys-kept-for-the-connection': [
    'The session of a connection holds its keys.',
    lateRetries((asked) => anew(asked, `connection ${asked.socket.remotePort}`)),
    ...timed,
  ],
  'IDEM-01 keys-in-the-memory-of-two-instances': [
    'A balancer takes the instances in turn.',
    (honest, world) => {
      let turns = 0;
      return lateRetries((asked) => {
        turns += 1;
        return turns % 2 === 0 ? anew(asked, 'other instance') : asked;
      })(honest, world);
    },
    ...timed,
  ],
  'IDEM-01 key-goes-with-the-order-of-members': [
    'The digest of the body ignores white space, but not the order of members.',
    beforehand((asked) => {
      const { idempotencyKey, members } = asked;
      return idempotencyKey && members ? anew(asked, JSON.stringify(members)) : asked;
    }),
    ['a retry with the members in another order'],
  ],
  'IDEM-01 repeat-names-another-customer-in-another-shape': [
    'A repeat looks the customer up by a number that the next one has already.',
    afterwards(replayed, (answer) => ({
      ...reshaped(answer, { repeated: true, customer: { id: randomUUID() } }),
      status: 200,
    })),
    ['eight retries, some on connections of their own', 'a retry after a pause'],
  ],
  'IDEM-02 race-of-30-milliseconds': [
    'The key is looked up, a provider is called, and only then the key is noted.',
    looksThenNotes(),
    ['burst 1', 'burst 2', 'burst 3', 'tries while the first one is being worked on'],
    { isTimed: true },
  ],
  'IDEM-02 race-behind-a-conflict': [
    'Tries that lose the race write, and then report a conflict; the last one stays.',
    looksThenNotes((answer, isFirst) => (isFirst ? answer : running)),
    ...timed,
  ],
  'IDEM-02 race-behind-the-first-answer': [
    'Each try inserts its customer; a unique key then makes all answer with the first.',
    inserting(
      slowAtFirst(40, (asked, honest, { state }) => honest(state === 'running' ? insertedAgain(asked) : asked)),
    ),
    ['accounts that a burst opens'],
    { isTimed: true },
  ],
  'IDEM-03 retry-beside-a-broken-first-try': [
    'The lock ends with the connection, so a retry runs beside the first try.',
    afterBreak((asked, isNext) => (isNext ? anew(asked) : asked)),
    ['as soon as the request had left', 'while it was being worked on', 'shortly before the answer'].map(
      (moment) => `connection broken ${moment}`,
    ),
    { isTimed: true },
  ],
  'IDEM-03 broken-connection-takes-the-key-back': [
    'A janitor deletes the keys of broken requests, but not their customers.',
    afterBreak((asked, isNext) => (isNext ? asked : anew(asked, 'after the janitor'))),
    ...timed,
  ],
  'IDEM-03 retry-after-a-break-inserts-again': [
    'Nothing is rolled back; the retry writes anew, and is answered from the store of keys.',
    inserting(afterBreak((asked, isNext) => (isNext ? insertedAgain(asked) : asked), 200)),
    ['accounts that a broken connection opens'],
    { isTimed: true },
  ],
  'IDEM-04 key-cut-to-36-characters': ['The column was made for a UUID.', takesForOne((key) => key.slice(0, 36))],
  'IDEM-04 key-kept-as-a-short-digest': [
    'The digest of the key is cut to six bits, to save memory.',
    // So few that a run of some fifty customers meets a digest twice.
    takesForOne((key) => String(hashOf(key).readUInt32BE() % 64)),
    ['keys of the whole run'],
  ],
  'IDEM-04 long-keys-have-no-effect': [
    'Keys too long for the column are silently not stored.',
    beforehand((asked) => (asked.idempotencyKey.length > 64 ? anew(asked) : asked)),
  ],
  'IDEM-05 replay-across-tenants': [
    'The Idempotency-Key alone is the key of the cache.',
    replayedAcross,
    [...withAnyBody, 'a key that both tenants send at the same time'],
  ],
  'IDEM-05 conflict-names-the-tenant-of-the-key': [
    'An Idempotency-Key is unique among all tenants.',
    onAnothersKey((_, __, { id }) => rejection(409, 'key_taken', `This key was used by ${id}.`)),
    withAnyBody,
  ],
  'IDEM-05 conflict-repeats-what-came-beside-the-others-id': [
    'A conflict has its own time, and the id of the customer that has the key.',
    onAnothersKey(({ body }, { members }) =>
      json(409, { ...members, id: membersOf(body)?.id, created_at: new Date().toISOString() }),
    ),
    [sentByTheSecond('another body')],
  ],
  'IDEM-05 conflict-leads-to-the-others-counted-customer': [
    'An Idempotency-Key is unique among all tenants.',
    countedIn(onAnothersKey(({ headers }) => withAnswerHeaders(running, { location: `${headers?.location}` }))),
    withAnyBody,
  ],
  'IDEM-05 conflict-tells-the-others-counted-customer': [
    'The same, with the customer in the body.',
    countedIn(onAnothersKey(({ body }) => json(409, { error: 'taken', customer: membersOf(body)?.id }))),
    withAnyBody,
  ],
  'IDEM-05 replay-across-tenants-of-a-counted-reference': [
    'The Idempotency-Key alone is the key of the cache.',
    countedIn(all(knownByReference(), replayedAcross)),
    [sentByTheSecond('the same body')],
  ],
  'IDEM-05 tenant-of-the-body-believed-in-creations': [
    'The body is spread over the guard’s result, and has a member of the same name.',
    believes(({ body }) => membersOf(body)?.tenant_id),
    [sentByTheSecond('the first one’s tenant id in the query and the body')],
  ],
  'IDEM-05 second-tenant-header-believed-in-creations': [
    'The gateway checks the first header of the name, the service reads the last.',
    believes(({ rawHeaders }) =>
      rawHeaders.findLast((_, at) => at % 2 === 1 && /^x-tenant-id$/i.test(rawHeaders[at - 1] ?? '')),
    ),
    ['the first one’s tenant id in a second header', 'the first one’s tenant id'].map(sentByTheSecond),
  ],
  'IDEM-05 tries-under-way-are-joined-by-their-key-alone': [
    'Responses alone are kept by tenant.',
    joining((asked) => (asked.slot ? asked.idempotencyKey : undefined)),
    ...timed,
  ],
});
