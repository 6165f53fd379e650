import { context, now, perRun, sleep } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { isRejection, isSuccess, isUnderWay } from '../../helpers/client/response.js';
import { burst, loseAnswer, send } from '../../helpers/client/send.js';
import { TransportError } from '../../helpers/client/transport-error.js';
import { Failed, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { hasIdentity, namesAnother } from '../../helpers/identity/resource-identity.js';
import { isObject } from '../../schemas/common/is-object.js';
import type { Trait } from '../../schemas/finding.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { type CreationBaseline, customerToProbe, requireIdentity } from '../shared/creation-baseline.js';
import { freshCustomer, leaveUsedPhones } from '../shared/customer.js';
import type { Sameness } from '../shared/customers-by-key.js';
import { again, customerOfRetry, isRejectedRepeat, plainRetries, undetectable } from '../shared/retries.js';
import { drawnAgain, freshKey, isCreationOfCustomer } from '../shared/valid-requests.js';

/** Tries of one write under one Idempotency-Key. */
export interface Tries {
  /** How they were sent, in words that follow "sent again": `after 1.1 s`. */
  readonly how: string;
  readonly responses: readonly Response[];
  /** The response to the first try, which was accepted; unset if it is among the responses. */
  readonly first?: Response;
  readonly atOnce?: true;
  /** How soon the first retry left, as a line: set if the first answer got lost. */
  readonly lost?: string;
  /** If every try shows another customer. */
  readonly likelyCause?: string;
}

/** @param key of the write, if it is not the first customer's */
export type SendTries = (baseline: CreationBaseline, key?: string) => Promise<Tries>;

export const rightAway: SendTries = async ({ original }) => ({
  how: 'right away',
  first: original,
  responses: await plainRetries(),
  likelyCause: 'The service ignores the key, or forgets it after the first response.',
});

/** Nobody asks about the customer before it is retried: use may keep a key alive. */
export const afterPause: SendTries = async (_, key) => {
  const how = 'after 1.1 s';
  const first = await customerToProbe('for a retry after a pause', undefined, key);
  await sleep(1100);
  const responses = [await again(first, `, ${how}`, {}), await again(first, `, ${how}`, { fresh: true })];
  const likelyCause = 'Keys are kept for too short a time, such as a time to live in milliseconds instead of seconds.';
  return { how, first, responses, likelyCause };
};

export const reordered: SendTries = async ({ original }) => {
  const how = 'with the members in another order and other white space';
  const reverse = (_: string, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value;
  const text = JSON.stringify(original.request.body, reverse, 4);
  const responses = [await again(original, `, ${how}`, { text, circumstance: how })];
  const likelyCause = 'The service identifies a retry by the key and the exact bytes of the body.';
  return { how, first: original, responses, likelyCause };
};

/** The lower quartile, since a busy machine delays some. */
function usualDuration(control: Response): number {
  const alone = context().responses.filter((response) => response.alone && isCreationOfCustomer(response));
  const times = alone.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
  return times[Math.floor(times.length / 4)] ?? control.durationMs;
}

/** How many requests may leave at once. @throws Skipped if no two may */
export function placesOfBurst(): number {
  const { places } = context().gate;
  if (places >= 2) return places;
  throw new Skipped('A burst needs two concurrent requests. Set `--concurrency` (and `--rate`) to 2 or more.');
}

/** The responses to tries sent at one moment, over the whole run. */
export const triesOfBursts = perRun((): Response[] => []);

/**
 * Sends one write several times at once, and once more after all; with another customer if all were rejected.
 * @param starts when each leaves, as a share of the usual duration @throws Skipped if no two may be sent at once
 */
export const atOnce =
  (starts: readonly number[]): SendTries =>
  async ({ control }, key = freshKey()) => {
    const count = Math.min(starts.length, placesOfBurst());
    const usualMs = usualDuration(control);
    const delaysMs = starts.map((share) => share * usualMs);
    const how = `${count} times ${starts.some(Boolean) ? 'while the first one is being worked on' : 'at once'}`;
    let idempotencyKey = key;
    let responses: readonly Response[] = [];
    await drawnAgain(async () => {
      const write = { idempotencyKey, body: freshCustomer() };
      idempotencyKey = freshKey();
      const each = { ...write, purpose: `${how}, same key` };
      const answers = await burst(createCustomer, Array(count).fill(each), delaysMs);
      // One more, alone: it shows which customer exists, if the service rejected the others.
      const closing = await send(createCustomer, { ...write, purpose: 'again, same key, after the burst' });
      const simultaneous = answers.filter((answer): answer is Response => !(answer instanceof TransportError));
      triesOfBursts().push(...simultaneous);
      responses = [...simultaneous, closing];
      return responses.find(isSuccess) ?? responses.find(isRejection) ?? closing;
    });
    return { how, responses, atOnce: true };
  };

/** Between a break and the first retry, as a client waits. */
const firstPauseMs = 50;
/** After a break, until the first retry should have left. */
const mostDelayMs = 200;
/** Before each further retry; the last is for a first try that takes long. */
const pausesMs = [150, 350, 500, 1000, 2000, 3200];
/** How long a first try may be under way, beyond three times the usual. */
const patienceMs = 1000;
/** Sent whatever they return: in all, and after the usual duration. */
const fewestRetries = 4;
const fewestAfterUsual = 2;

/**
 * Breaks the connection of a write, and retries; with another customer if all were rejected: its number may be used.
 * @param share when the connection breaks, as a share of the usual duration
 */
export const afterBreak =
  (moment: string, share: number): SendTries =>
  async (baseline, key = freshKey()) => {
    const tries = await breakAndRetry(moment, share, baseline, key);
    if (!tries.responses.every((response) => isRejection(response) && !isUnderWay(response))) return tries;
    leaveUsedPhones();
    return breakAndRetry(moment, share, baseline, freshKey());
  };

/** Retries with growing pauses until the first try must have ended. */
async function breakAndRetry(
  moment: string,
  share: number,
  { control }: CreationBaseline,
  idempotencyKey: string,
): Promise<Tries> {
  const how = 'after a broken connection';
  const change = { idempotencyKey, body: freshCustomer(), circumstance: how };
  const usualMs = usualDuration(control);
  const afterMs = Math.round(Math.min(usualMs * share, 2000));
  const purposes = [`connection broken ${moment}`, 'again, same key, right after the break'] as const;
  const { retry, delayMs } = await loseAnswer(createCustomer, change, purposes, { afterMs, pauseMs: firstPauseMs });
  // At the latest: the time that the first retry took does not count.
  const leftAt = now() - afterMs - firstPauseMs;
  const underWayMs = () => now() - leftAt;
  const responses = retry instanceof TransportError ? [] : [retry];
  let retriesAfterUsual = 0;
  let pausedMs = 0;
  for (const pauseMs of pausesMs) {
    const last = responses.at(-1);
    const needNotWait = underWayMs() > 3 * usualMs + patienceMs || !last || !isUnderWay(last);
    if (responses.length >= fewestRetries && retriesAfterUsual >= fewestAfterUsual && needNotWait) break;
    await sleep(pauseMs);
    pausedMs += pauseMs;
    if (underWayMs() > usualMs) retriesAfterUsual += 1;
    const purpose = `again, same key, ${pausedMs / 1000} s after the first retry`;
    responses.push(await send(createCustomer, { ...change, purpose, fresh: true, urgent: true }));
  }
  const late = delayMs > mostDelayMs ? `, too late: it should leave within ${mostDelayMs} ms` : '';
  return { how, responses, lost: `The first retry left ${delayMs} ms after the break${late}.` };
}

/**
 * @throws Failed if the tries of one write show two customers; Inconclusive if neither a repeat nor its rejection shows
 *   that there is one
 */
export function mustShowOne(baseline: CreationBaseline, tries: Tries): Proof {
  const { responses, first } = tries;
  const { identity, control } = baseline;
  const successes = responses.filter(isSuccess);
  const withCustomer = first ?? successes.find((response) => identity && hasIdentity(response, identity));
  const thatShow = (customer: Sameness) =>
    responses.filter((response) => withCustomer && customerOfRetry(withCustomer, response, baseline) === customer);
  const others = thatShow('other');
  if (others.length > 0) throw secondCustomer(baseline, tries, others, identity?.pointers[0]);
  const isShownAgain = thatShow('same').length > 0;
  if (first && !isShownAgain) mustNotNameOthers(baseline, tries, successes);
  if (isShownAgain || isOnlySuccess(tries) || isRejectedAsRepeat(tries)) return proofOfOne(baseline, tries);
  if (successes.length > 0) requireIdentity(baseline);
  const unclear = successes[0] ?? responses.find((response) => !isRejection(response)) ?? responses[0];
  throw undetectable(unclear ?? control);
}

/** @throws Failed if repeats of another shape than the first try name customers of their own */
function mustNotNameOthers(baseline: CreationBaseline, tries: Tries, repeats: readonly Response[]): void {
  const [repeat] = repeats;
  if (!repeat) return;
  const pointerOf = (response: Response) => namesAnother(repeat, response);
  const others = repeats.filter(pointerOf);
  if (others[0]) throw secondCustomer(baseline, tries, others, pointerOf(others[0]));
}

/** Whether all others were rejected: then there is one customer, whatever identifies it. */
function isOnlySuccess({ responses, first }: Tries) {
  const isJudged = (response: Response) => isSuccess(response) || isRejectedRepeat(response);
  return !first && responses.filter(isSuccess).length === 1 && responses.every(isJudged);
}

/** Whether retries were rejected as such: all if the first answer got lost, else at least one. */
const isRejectedAsRepeat = ({ responses, first, lost }: Tries) =>
  lost ? responses.every(isRejection) : first !== undefined && responses.some(isRejectedRepeat);

function proofOfOne(baseline: CreationBaseline, tries: Tries): Proof {
  const { responses, lost } = tries;
  const unseen = lost && isRejectedAsRepeat(tries) ? ': no response showed the customer of the lost request' : '';
  const statuses = [...new Set(responses.map(({ status }) => status))].join(', ');
  const received = `${statuses}, no second customer (tries: ${responses.length})${unseen}${lost ? `\n${lost}` : ''}`;
  const response = responses.find(isSuccess) ?? responses[0] ?? baseline.control;
  return { ...sidesOf(baseline, tries), received, response };
}

/** @param others the responses that show another customer @param pointer where they show it */
function secondCustomer(baseline: CreationBaseline, tries: Tries, others: readonly Response[], pointer = ''): Failed {
  const { how, responses, first, atOnce = false, likelyCause } = tries;
  const [response] = others as [Response];
  const causeOfSome = likelyCause && 'Each instance keeps keys in its own memory.';
  return new Failed({
    ...sidesOf(baseline, tries),
    found: `The service created a second customer under one ${code('Idempotency-Key')}: sent again ${how}, ${others.length} of ${responses.length} responses show another customer.`,
    received: `${response.status}, another customer\n${code(pointer)} differs.`,
    response,
    repeated: { times: atOnce ? responses.length - 1 : 3, atOnce, identity: pointer },
    likelyCause: others.length === responses.length ? likelyCause : causeOfSome,
    // Instances that take turns, each with keys of its own, differ in half of them.
    ...(first && others.length * 2 > responses.length && { unmet: 'repeats return other customers' satisfies Trait }),
  });
}

const sidesOf = ({ control }: CreationBaseline, { how }: Tries) => ({
  expected: 'one customer, however often the client retries\nRejecting the retries is fine too.',
  control: { request: 'one POST under another key', response: control, outcome: 'another customer' },
  sent: { request: `${createCustomer.method} ${createCustomer.path}`, change: `again, same key, ${how}` },
});
