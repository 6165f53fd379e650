import { context, sleep } from '../../helpers/client/context.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { describeResponse, inItsWords, isRejection, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, Skipped, UnclearResponse } from '../../helpers/client/verdicts.js';
import { byResource, identityValues, namesAnother, sameResource } from '../../helpers/identity/resource-identity.js';
import { fixture } from '../../helpers/runner/fixture.js';
import type { Trait } from '../../schemas/finding.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import type { Sent } from '../../schemas/types.js';
import { type CreationBaseline, creationBaseline, requireIdentity } from './creation-baseline.js';
import { isCreationOfCustomer } from './customers/creation.js';
import { sentence } from './keys/expect-401.js';
import { disclosed } from './leak-detection.js';

/** Retries of one write, all sent in one way. */
export interface Retries {
  /** The way in words that follow "the same again": `after 1.1 s`. */
  readonly how: string;
  readonly responses: readonly Response[];
  /** What a service usually does whose retries of this way create customers: a clause. */
  readonly guess: (differs: readonly boolean[]) => string;
}

/** Whether each of eight retries, the first of which the baseline sent, goes over a connection of its own. */
const connections = [false, false, true, true, false, false, true, true];

/** Retries of the first customer, one after another. Urgent, since the pause of IDEM-01 begins after the last of them. */
export const plainRetries = fixture('eight retries', async () => {
  const { original, repeat } = await creationBaseline();
  const change = { ...againOf(original), purpose: 'again, same key', urgent: true };
  const responses = [repeat];
  for (const fresh of connections.slice(1)) responses.push(await send(createCustomer, { ...change, fresh }));
  return responses;
});

/** Retries of the first customer a good second after it. */
export const retriesAfterPause = fixture('retries after a pause', async () => {
  const { original } = await creationBaseline();
  await sleep(1100);
  const change = { ...againOf(original), purpose: 'again, same key, after 1.1 s', urgent: true };
  return [await send(createCustomer, change), await send(createCustomer, { ...change, fresh: true })];
});

/** The change that repeats a write, whatever it creates. */
export function againOf({ request: { body, idempotencyKey, change } }: Response): RequestChange {
  const { text, parameters } = change;
  return {
    ...(body === undefined && text !== undefined ? { text } : { body }),
    ...(parameters && { parameters }),
    idempotencyKey,
  };
}

/**
 * @param sent the retries, alone and without anything odd about them, that IDEM-01 judges
 * @throws Skipped where one of them already returned another customer, so that whatever else keys do cannot show
 */
export async function requireKeysTakeEffect(known: CreationBaseline, sent = plainRetries): Promise<void> {
  // Where they broke off, they say nothing against keys.
  const responses = await sent().catch(() => []);
  if (!responses.some((retry) => isSame(known.original, retry, known) === false)) return;
  throw new Skipped(
    'A plain retry, alone, already returned another customer (IDEM-01), so this check would add nothing.',
  );
}

/** Milliseconds that a new customer takes: the lower quartile, since a busy machine makes some responses late. */
export function usualDuration(control: Response): number {
  const alone = context().responses.filter((response) => response.alone && isCreationOfCustomer(response));
  const times = alone.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
  return times[Math.floor(times.length / 4)] ?? control.durationMs;
}

/** @throws Failed where a retry of the first customer returns another, Inconclusive where none shows a customer */
export function mustBeSame(known: CreationBaseline, retries: Retries): Proof {
  const { responses } = retries;
  const same = responses.map((retry) => isSame(known.original, retry, known));
  if (same.includes(false))
    throw secondCustomer(
      known,
      retries,
      same.map((one) => one === false),
    );
  const [retry] = responses;
  const shown = same.includes(true) ? [] : responses.filter(isSuccess);
  const pointers = shown.map((response) => shown[0] && namesAnother(shown[0], response));
  const pointer = pointers.find(Boolean);
  if (pointer) throw secondCustomer(known, { ...retries, responses: shown }, pointers.map(Boolean), pointer);
  if (retry && (same.includes(true) || responses.some(isRejectedRepeat))) {
    const statuses = [...new Set(responses.map(({ status }) => status))].join(', ');
    return {
      expected: oneCustomer,
      received: `${statuses}, no second customer in ${responses.length} ${responses.length === 1 ? 'retry' : 'retries'}`,
      control: { request: 'one POST under another key', response: known.control, outcome: 'another customer' },
      sent: sentAgain(retries.how),
      response: retry,
    };
  }
  if (retry && isSuccess(retry)) requireIdentity(known);
  throw undetectable(retry ?? known.original);
}

/** Whether a service rejected a repeat as one: a 403 may have another reason. */
export function isRejectedRepeat(response: Response): boolean {
  return isRejection(response) && response.status !== 403;
}

/** @throws Inconclusive where repeats succeed without a customer's identity, which distinguishes one customer from two */
export function requireDistinguishableRepeats(known: CreationBaseline): void {
  if (!isRejectedRepeat(known.repeat)) requireIdentity(known);
}

/**
 * The customers that the tries of one write show, a group of responses each. Where all tries but one were rejected there
 * is one customer, whatever identifies it.
 * @throws Inconclusive where several succeeded, and the responses show no identity
 */
export function customersMade(responses: readonly Response[], known: CreationBaseline): Response[][] {
  const successes = responses.filter(isSuccess);
  const isAlone = successes.length === 1 && responses.every((one) => isSuccess(one) || isRejectedRepeat(one));
  if (isAlone || successes.length === 0) return isAlone ? [successes] : [];
  return byResource(successes, requireIdentity(known));
}

/** Whether a retry shows the customer of the first try, in whatever shape; undefined where it shows none. */
export function isSame(first: Response, retry: Response, { identity }: CreationBaseline): boolean | undefined {
  if (!identity) return undefined;
  const same = isSuccess(retry) ? sameResource(first, retry, identity) : undefined;
  return same ?? (disclosed(retry, identityValues(first, identity)).length > 0 || undefined);
}

/** A retry that shows no customer. Only of a success can another pointer show one. */
export function undetectable(retry: Response): Inconclusive {
  const detected = `${describeResponse(retry)} returned ${retry.status} without a customer id, so a duplicate cannot be detected.`;
  if (!isSuccess(retry)) return new UnclearResponse(`${detected}${inItsWords(retry)}`, retry);
  return new Inconclusive(`${detected} Set ${code('CONFORMANCE_CUSTOMER_ID_POINTER')} if the response contains one.`);
}

/** @param differs which of the retries shows another customer @param pointer where, unless the identity of the first says */
function secondCustomer(
  known: CreationBaseline,
  { how, guess, responses }: Retries,
  differs: readonly boolean[],
  pointer?: string,
): Failed {
  const response = responses[differs.indexOf(true)] as Response;
  const count = differs.filter(Boolean).length;
  return new Failed({
    found: `The service created ${count === 1 ? 'a second customer' : `${count + 1} customers`} under one ${code('Idempotency-Key')}: ${whichOf(differs)} ${how} returned another than the first ${pointer === undefined ? 'try' : 'retry'}.`,
    expected: oneCustomer,
    received: `${response.status}, another customer\n${code(pointer ?? known.identity?.pointers[0] ?? '')} differs from the first ${pointer === undefined ? 'response' : 'retry'}.`,
    control: { request: 'one POST under another key', response: known.control, outcome: 'one customer' },
    sent: sentAgain(how),
    response,
    repeated: { times: 3, atOnce: false, identity: pointer ?? known.identity?.pointers[0] ?? '' },
    likelyCause: `${sentence(guess(differs))}.`,
    ...(areMostlyOthers(differs) && { unmet: 'repeats return other customers' satisfies Trait }),
  });
}

/** Whether most retries show other customers. Instances that take turns, each with keys of its own, differ in half of them. */
function areMostlyOthers(differs: readonly boolean[]): boolean {
  return differs.filter(Boolean).length * 2 > differs.length;
}

const oneCustomer = 'one customer, however often the client retries';

function sentAgain(how: string): Sent {
  return { request: `${createCustomer.method} ${createCustomer.path}`, change: `the same again, same key, ${how}` };
}

/** `the retry`, `every retry`, `every second retry`, `3 of 8 retries`. */
function whichOf(differs: readonly boolean[]): string {
  const count = differs.filter(Boolean).length;
  if (differs.length === 1) return 'the retry';
  if (count === differs.length) return 'every retry';
  return isEverySecond(differs) ? 'every second retry' : `${count} of ${differs.length} retries`;
}

function isEverySecond(differs: readonly boolean[]): boolean {
  return differs.length > 3 && differs.every((one, at) => one === ((at + differs.indexOf(true)) % 2 === 0));
}

/** What usually goes wrong where retries return other customers: a clause. @param differs which of `connections` do */
export function guessOfMany(differs: readonly boolean[]): string {
  if (differs.every(Boolean)) return 'nothing reads the key, or it is forgotten once the first try has its response';
  if (differs.every((one, at) => one === connections[at])) return 'keys are kept for each connection';
  return `each instance keeps keys in its own memory${isEverySecond(differs) ? ', and two instances take turns' : ''}`;
}
