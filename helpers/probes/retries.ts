import { code } from '../../schemas/marked.js';
import { createCustomer } from '../../schemas/operations.js';
import type { Sent } from '../../schemas/types.js';
import { prove } from '../client/context.js';
import type { Response } from '../client/message.js';
import { isRejection, isSuccess } from '../client/response.js';
import { Failed, Inconclusive, Skipped } from '../client/verdicts.js';
import { sameCustomer } from '../identity/customer-identity.js';
import type { CreationBaseline } from './creation-baseline.js';
import { sentence } from './keys/expect-401.js';

/** Retries of one write, all sent in one way. */
export interface Retries {
  /** The way in words that follow "the same again": `after 1.1 s`. */
  readonly how: string;
  readonly responses: readonly Response[];
  /** What a service usually does whose retries of this way create customers: a clause. */
  readonly guess: (differs: readonly boolean[]) => string;
}

/** Whether the retry right after the first customer already returned another one: IDEM-01 fails. */
export function keysTakeNoEffect({ original, repeat, identity }: CreationBaseline): boolean {
  return isSuccess(repeat) && identity !== undefined && sameCustomer(original, repeat, identity) === false;
}

/** @throws Skipped where a plain retry creates a customer, so that whatever else keys do cannot show */
export function requireKeysTakeEffect(known: CreationBaseline): void {
  if (!keysTakeNoEffect(known)) return;
  throw new Skipped(
    'A plain retry, alone, already created another customer (IDEM-01), so this check would add nothing.',
  );
}

/** @throws Failed where a retry returns another customer, Inconclusive where none shows a customer */
export function mustBeSame(known: CreationBaseline, first: Response, retries: Retries): void {
  const { responses } = retries;
  const same = responses.map((retry) =>
    isSuccess(retry) && known.identity ? sameCustomer(first, retry, known.identity) : undefined,
  );
  const second = responses.find((_, at) => same[at] === false);
  if (second)
    throw secondCustomer(
      known,
      second,
      retries,
      same.map((one) => one === false),
    );
  const [retry] = responses;
  if (retry && (same.includes(true) || responses.some((one) => isRejection(one) && one.status !== 403))) {
    const statuses = [...new Set(responses.map(({ status }) => status))].join(', ');
    prove({
      expected: oneCustomer,
      received: `${statuses}, no second customer in ${responses.length} ${responses.length === 1 ? 'retry' : 'retries'}`,
      control: { request: 'one POST under another key', response: known.control, outcome: 'another customer' },
      sent: sentAgain(retries),
      response: retry,
    });
    return;
  }
  throw new Inconclusive(
    `The retry returned ${responses[0]?.status} without a customer id, so a duplicate cannot be detected. Set ${code('CONFORMANCE_CUSTOMER_ID_POINTER')} if the response contains one.`,
  );
}

function secondCustomer(
  known: CreationBaseline,
  response: Response,
  retries: Retries,
  differs: readonly boolean[],
): Failed {
  const { how, guess } = retries;
  const count = differs.filter(Boolean).length;
  return new Failed({
    found: `The service created ${count === 1 ? 'a second customer' : `${count + 1} customers`} under one ${code('Idempotency-Key')}: ${whichOf(differs)} ${how} returned another than the first try.`,
    expected: oneCustomer,
    received: `${response.status}, another customer\n${code(known.identity?.pointers[0] ?? '')} differs from the first response.`,
    control: { request: 'one POST under another key', response: known.control, outcome: 'one customer' },
    sent: sentAgain(retries),
    response,
    repeated: { times: 3, atOnce: false, identity: known.identity?.pointers[0] ?? '' },
    likelyCause: `${sentence(guess(differs))}.`,
  });
}

const oneCustomer = 'one customer, however often the client retries';

function sentAgain({ how }: Retries): Sent {
  return { request: `${createCustomer.method} ${createCustomer.path}`, change: `the same again, same key, ${how}` };
}

/** `the retry`, `every retry`, `every second retry`, `3 of 8 retries`. */
function whichOf(differs: readonly boolean[]): string {
  const count = differs.filter(Boolean).length;
  if (differs.length === 1) return 'the retry';
  if (count === differs.length) return 'every retry';
  return isEverySecond(differs) ? 'every second retry' : `${count} of ${differs.length} retries`;
}

export function isEverySecond(differs: readonly boolean[]): boolean {
  return differs.length > 3 && differs.every((one, at) => one === ((at + differs.indexOf(true)) % 2 === 0));
}
