import { createHash, randomUUID } from 'node:crypto';
import { replayed, reshaped, succeeded } from '../answered.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import type { Request } from '../request.js';
import { afterwards, beforehand, counter, each, openingAccounts, pause, remembering } from '../rewrite.js';
import { rejection, type Service } from '../service.js';
import type { Answer } from '../state.js';

/** The same write under another key, which makes it another write. */
const anew = (asked: Request, mark: string = randomUUID()) =>
  asked.withHeader('idempotency-key', `${asked.idempotencyKey} ${mark}`);

interface First {
  readonly at: number;
  /** Aborted once its client went away before the answer. */
  readonly gone: AbortSignal;
  /** Aborted once its connection was closed: whether its answer arrived is then in doubt, which is another matter. */
  readonly closed: AbortSignal;
  /** Settled: another try came while it ran. */
  state: 'running' | 'answered' | 'settled';
  /** How many tries followed, and how many since the client was gone. */
  retries: number;
  sinceGone: number;
}

type Retried = (asked: Request, honest: Service, first: First) => Promise<Answer>;

/** A server whose first tries take a while, milliseconds; tries under a known key are left to `retried`. */
const slowAtFirst = (milliseconds: number, retried: Retried): Middleware =>
  remembering<{ first: First }>(async (asked, memory, honest) => {
    const { first } = memory;
    if (first) {
      first.retries += 1;
      first.sinceGone += first.gone.aborted ? 1 : 0;
      return retried(asked, honest, first);
    }
    const { gone, closed } = asked;
    const own: First = { at: Date.now(), gone, closed, state: 'running', retries: 0, sinceGone: 0 };
    memory.first = own;
    const answer = await honest(asked);
    await pause(milliseconds);
    if (own.state === 'running') own.state = 'answered';
    if (!succeeded(answer)) delete memory.first;
    return answer;
  });

/**
 * Tries that come while the first runs, and whatever follows them or a broken connection, are answered rightly; a retry
 * after an answer is changed. So retries are wrong, bursts and breaks are not.
 */
const lateRetries = (late: (asked: Request, first: First) => Request): Middleware =>
  slowAtFirst(40, (asked, honest, first) => {
    if (first.state === 'answered' && !first.closed.aborted) return honest(late(asked, first));
    first.state = 'settled';
    return honest(asked);
  });

/** What follows a first try that lost its connection is changed. */
const afterBreak = (retried: (asked: Request, first: First) => Request): Middleware =>
  slowAtFirst(80, (asked, honest, first) => honest(first.gone.aborted ? retried(asked, first) : asked));

/** A server that looks a key up, waits, and only then notes it. The last one that notes it stays. */
const looksThenNotes = (
  milliseconds: number,
  meanwhile: (answer: Answer, isFirst: boolean) => Answer = (answer) => answer,
): Middleware =>
  remembering<{ noted: string; isTried: true }>(async (asked, memory, honest) => {
    if (memory.noted !== undefined) return honest(anew(asked, memory.noted));
    const own = randomUUID();
    const isFirst = !memory.isTried;
    memory.isTried = true;
    await pause(milliseconds);
    const answer = await honest(anew(asked, own));
    if (succeeded(answer)) memory.noted = own;
    return meanwhile(answer, isFirst);
  });

const running = rejection(409, 'idempotency_key_used', 'Another try is running.');

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const timed = [[], { isTimed: true }] as const;

/** IDEM-01 to IDEM-03: retries, concurrent tries, and tries after a broken connection. */
export const idempotencyFaults: readonly Fault[] = [
  ...breaking(['IDEM-01'], {
    'duplicate-behind-a-repeated-answer': [
      'The answer is kept under the key and given again, after the handler has run once more.',
      openingAccounts,
      ['accounts that retries open'],
    ],
    'idempotency-key-ignored': [
      'The header is asked for, because the documentation says so, and nothing reads it.',
      beforehand((asked) => (asked.idempotencyKey ? anew(asked) : asked)),
    ],
    ...each(lateRetries, {
      'retry-after-the-answer-creates': [
        'The key is a lock that the first try holds while it runs, and that is gone once it has answered.',
        (asked) => anew(asked),
        ...timed,
      ],
      'key-forgotten-after-a-second': [
        'The time to keep a key is written in seconds and read in milliseconds.',
        (asked, { at }) => (Date.now() - at > 1000 ? anew(asked) : asked),
        ...timed,
      ],
      'keys-kept-for-the-connection': [
        'The session of a connection holds its keys, as the tests use one connection.',
        (asked) => anew(asked, `connection ${asked.connection}`),
        ...timed,
      ],
    }),
    'keys-in-the-memory-of-two-instances': [
      'Each instance keeps keys in its own memory, and the balancer lets two take turns.',
      (honest, world) => {
        const turns = counter();
        const instances = lateRetries((asked) => (turns('instance') % 2 === 0 ? anew(asked, 'other instance') : asked));
        return instances(honest, world);
      },
      ...timed,
    ],
    'key-goes-with-the-order-of-members': [
      'White space is taken out before the digest of the body is made, the order of its members stays.',
      beforehand((asked) => {
        const body = asked.members;
        return asked.idempotencyKey && body ? anew(asked, hash(JSON.stringify(body))) : asked;
      }),
      ['a retry with the members in another order'],
    ],
    'repeat-names-another-customer-in-another-shape': [
      'A repeat is a note about the customer, which looks it up by a number that the next one has already.',
      afterwards(replayed, (answer) => ({
        ...reshaped(answer, { repeated: true, customer: { id: randomUUID() } }),
        status: 200,
      })),
      ['eight retries, some on connections of their own', 'a retry after a pause'],
    ],
  }),
  ...breaking(['IDEM-02'], {
    'race-of-30-milliseconds': [
      'The key is looked up, a provider is asked, and only then the key is noted.',
      looksThenNotes(30),
      ['burst 1', 'burst 2', 'burst 3', 'tries while the first one is being worked on'],
      { isTimed: true },
    ],
    'race-behind-a-conflict': [
      'Tries that lose the race are reported so, after each of them has written; the last one written stays.',
      looksThenNotes(30, (answer, isFirst) => (isFirst ? answer : running)),
      ...timed,
    ],
  }),
  ...breaking(['IDEM-03'], {
    'retry-beside-a-broken-first-try': [
      'The lock goes with the connection, so a retry runs beside the first try, which notes its answer at the end.',
      afterBreak((asked, { sinceGone }) => (sinceGone === 1 ? anew(asked) : asked)),
      ['as soon as the request had left', 'while it was being worked on', 'shortly before the answer'].map(
        (moment) => `connection broken ${moment}`,
      ),
      { isTimed: true },
    ],
    'broken-connection-takes-the-key-back': [
      'A janitor deletes the keys of broken requests a little later, and leaves the customers that they made.',
      afterBreak((asked, { retries }) => (retries === 1 ? asked : anew(asked, 'after the janitor'))),
      ...timed,
    ],
  }),
];
