import { createHash, randomUUID } from 'node:crypto';
import type { Answer } from '../answer.js';
import { created, replayed, succeeded, withAnswerBody, withMembers, withoutAnswerHeader } from '../answered.js';
import { keyOf, membersOf, withHeader } from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { afterwards, beforehand, both, counter, openingAccounts, pause, remembering } from '../rewrite.js';
import { type Request, refusal, type Service } from '../service.js';

/** The same write under another key, which makes it another write. */
const anew = (asked: Request, mark: string = randomUUID()) =>
  withHeader(asked, 'idempotency-key', `${keyOf(asked)} ${mark}`);

interface First {
  readonly at: number;
  /** Aborted once its client went away before the answer. */
  readonly gone: AbortSignal;
  /** By `performance.now()`. */
  goneAt: number;
  /** Aborted once its connection was closed: whether its answer arrived is then in doubt, which is another matter. */
  readonly closed: AbortSignal;
  /** Settled: another try came while it ran. */
  state: 'running' | 'answered' | 'settled';
  /** How many tries followed, and how many since the client was gone. */
  retries: number;
  sinceGone: number;
}

/** A server whose first tries take a while, milliseconds; tries under a known key are left to `retried`. */
const slowAtFirst = (
  milliseconds: number,
  retried: (asked: Request, honest: Service, first: First) => Promise<Answer>,
): Middleware =>
  remembering<{ first: First }>(async (asked, memory, honest) => {
    const { first } = memory;
    if (first) {
      first.retries += 1;
      first.sinceGone += first.gone.aborted ? 1 : 0;
      return retried(asked, honest, first);
    }
    const { gone, closed } = asked;
    const own: First = { at: Date.now(), gone, goneAt: 0, closed, state: 'running', retries: 0, sinceGone: 0 };
    gone.addEventListener('abort', () => {
      own.goneAt = performance.now();
    });
    memory.first = own;
    const answer = await honest(asked);
    await pause(milliseconds);
    if (own.state === 'running') own.state = 'answered';
    if (!succeeded(answer)) delete memory.first;
    return answer;
  });

/**
 * Tries that come while the first runs, and whatever follows them or a broken connection, are answered rightly; a retry
 * after an answer is left to `late`. So retries are wrong, bursts and breaks are not.
 */
const lateRetries = (late: (asked: Request, honest: Service, first: First) => Promise<Answer>): Middleware =>
  slowAtFirst(40, (asked, honest, first) => {
    if (first.state === 'answered' && !first.closed.aborted) return late(asked, honest, first);
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

/** The try that runs under a key, and the answer that was noted last. */
interface Overlap {
  running: { readonly at: number; readonly gone: AbortSignal; readonly answer: Promise<Answer> };
  noted: Answer;
}

/**
 * A server whose writes take a while, and that forgets a running one `from` milliseconds after its start: tries before
 * that are left to `meanwhile`, tries after it run beside it. The last one that ends is noted.
 */
const overlapping = (from: number, meanwhile: (running: Promise<Answer>) => Answer | Promise<Answer>): Middleware =>
  remembering<Overlap>(async (asked, memory, honest) => {
    if (memory.noted) return memory.noted;
    const first = memory.running;
    // What follows a broken connection is another matter.
    if (first?.gone.aborted) return first.answer;
    if (first && Date.now() - first.at < from) return meanwhile(first.answer);
    const answer = pause(150).then(() => honest(first ? anew(asked) : asked));
    if (!first) memory.running = { at: Date.now(), gone: asked.gone, answer };
    if (succeeded(await answer)) memory.noted = await answer;
    delete memory.running;
    return answer;
  });

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const conflict = refusal(409, 'idempotency_key_used', 'Another try is running.');
const renamed = (answer: Answer): Answer => withMembers(answer, { id: randomUUID() });
/** Without the Location: that one is stored, and would go on telling the right customer. */
const withoutLocation = (answer: Answer) => withoutAnswerHeader(answer, 'location');

/** IDEM-01 to IDEM-03: retries, concurrent tries, and tries after a broken connection. */
export const idempotencyFaults: readonly Fault[] = [
  ...breaking(['IDEM-01'], {
    'duplicate-behind-a-repeated-answer': [
      'The answer is kept under the key and given again, after the handler has run once more.',
      openingAccounts(() => true),
    ],
    'idempotency-key-ignored': [
      'The header is asked for, because the documentation says so, and nothing reads it.',
      beforehand((asked) => (keyOf(asked) ? anew(asked) : asked)),
    ],
    'retry-after-the-answer-creates': [
      'The key is a lock that the first try holds while it runs, and that is gone once it has answered.',
      lateRetries((asked, honest) => honest(anew(asked))),
    ],
    'key-forgotten-after-a-second': [
      'The time to keep a key is written in seconds and read in milliseconds.',
      lateRetries((asked, honest, { at }) => honest(Date.now() - at > 1000 ? anew(asked) : asked)),
    ],
    'keys-in-the-memory-of-two-instances': [
      'Each instance keeps keys in its own memory, and the balancer lets two take turns.',
      (honest, world) => {
        const turns = counter();
        const instances = lateRetries((asked, inner) =>
          inner(turns('instance') % 2 === 0 ? anew(asked, 'other instance') : asked),
        );
        return instances(honest, world);
      },
    ],
    'keys-kept-for-the-connection': [
      'The session of a connection holds its keys, as the tests use one connection.',
      lateRetries((asked, honest) => honest(anew(asked, `connection ${asked.connection}`))),
    ],
    'accepted-at-first-and-another-after-a-second': [
      'A retry finds the finished job at first, and no job at all once the queue has dropped it.',
      both(
        afterwards(created, (answer) => withoutLocation(answer.status === 201 ? { ...answer, status: 202 } : answer)),
        lateRetries(async (asked, honest, { at }) => {
          const answer = await honest(asked);
          return { ...(Date.now() - at > 1000 ? renamed(answer) : answer), status: 200 };
        }),
      ),
    ],
    'key-goes-with-the-order-of-members': [
      'White space is taken out before the digest of the body is made, the order of its members stays.',
      beforehand((asked) => {
        const body = membersOf(asked.body);
        return keyOf(asked) && body ? anew(asked, hash(JSON.stringify(body))) : asked;
      }),
    ],
    'replay-shows-another-customer': [
      'The stored answer is a template that is filled again on replay, with the next number for its id.',
      both(
        afterwards(created, withoutLocation),
        lateRetries(async (asked, honest) => renamed(await honest(asked))),
      ),
    ],
    'repeat-names-another-customer-in-another-shape': [
      'A repeat is a note about the customer, which looks it up by a number that the next one has already.',
      afterwards(replayed, (answer) => ({
        ...withoutAnswerHeader(withAnswerBody(answer, { repeated: true, customer: { id: randomUUID() } }), 'location'),
        status: 200,
      })),
    ],
    'retry-differs-in-its-location-only': [
      'The repeat is found by comparing bodies of answers, which hold a status and nothing else.',
      both(
        afterwards(created, (answer) => withAnswerBody(answer, { status: 'created' })),
        lateRetries((asked, honest) => honest(anew(asked))),
      ),
    ],
  }),
  ...breaking(['IDEM-02'], {
    'race-of-30-milliseconds': [
      'The key is looked up, a provider is asked, and only then the key is noted.',
      looksThenNotes(30),
    ],
    'race-of-5-milliseconds': ['Look-up and insertion are two statements without a unique index.', looksThenNotes(5)],
    'race-once-the-lock-has-expired': [
      'The lock of a key expires sooner than a slow provider answers.',
      overlapping(45, () => conflict),
    ],
    'race-behind-what-arrives-together': [
      'A filter joins what arrives at one moment, and forgets it while the first try still works.',
      overlapping(10, (running) => running),
    ],
    'race-behind-a-conflict': [
      'Tries that lose the race are reported so, after each of them has written; the last one written stays.',
      looksThenNotes(30, (answer, isFirst) => (isFirst ? answer : conflict)),
    ],
  }),
  ...breaking(['IDEM-03'], {
    'retry-beside-a-broken-first-try': [
      'The lock goes with the connection, so a retry runs beside the first try, which notes its answer at the end.',
      afterBreak((asked, { sinceGone }) => (sinceGone === 1 ? anew(asked) : asked)),
    ],
    'replica-lags-behind-a-broken-try': [
      'Retries read a replica that knows the key of a broken try a fifth of a second later.',
      afterBreak((asked, { goneAt }) => (performance.now() - goneAt < 200 ? anew(asked) : asked)),
    ],
    'broken-connection-takes-the-key-back': [
      'A janitor deletes the keys of broken requests a little later, and leaves the customers that they made.',
      afterBreak((asked, { retries }) => (retries === 1 ? asked : anew(asked, 'after the janitor'))),
    ],
  }),
];
