import { context, perRun, sleep } from '../../helpers/client/context.js';
import { loseAnswer } from '../../helpers/client/lost-answer.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { describeResponse, inItsWords, isRejection, isSuccess, isUnderWay } from '../../helpers/client/response.js';
import { burst, send } from '../../helpers/client/send.js';
import { TransportError } from '../../helpers/client/transport-error.js';
import { Failed, Inconclusive, type Proof, Skipped, UnclearResponse } from '../../helpers/client/verdicts.js';
import { hasIdentity, identityValues, namesAnother, sameResource } from '../../helpers/identity/resource-identity.js';
import { fixture } from '../../helpers/runner/fixture.js';
import type { Trait } from '../../schemas/finding.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import type { Customer } from '../../schemas/types.js';
import { usualDuration } from '../creation.js';
import { type CreationBaseline, creationBaseline, customerToProbe, requireIdentity } from '../creation-baseline.js';
import { freshCustomer, leaveUsedPhones } from '../customers/customer.js';
import { disclosed } from '../disclosure/search.js';
import { sentence } from '../observing.js';
import { drawnAgain } from '../requests.js';
import { reordered, uuid } from './keys.js';

/** Tries of one write under one Idempotency-Key, and what came of them. */
export interface Tries {
  /** How they were sent, in words that follow "the same again": `after 1.1 s`. */
  readonly how: string;
  readonly responses: readonly Response[];
  /** The first try, where that is none of them: it was accepted. */
  readonly first?: Response;
  readonly atOnce?: true;
  /** Whether the answer of the first try got lost: then each retry may be rejected as a repeat of it. */
  readonly isLost?: true;
  /** What a service usually does where these of the tries show another customer: a clause. */
  readonly guess?: (differs: readonly boolean[]) => string;
  /** More to tell of a pass. */
  readonly note?: string;
}

/** Whether each of eight retries, the first of which the baseline sent, goes over a connection of its own. */
const connections = [false, false, true, true, false, false, true, true];

/** Repeats a write; urgent, since a pause is counted from it. */
function again(of: Response, how: string, change: RequestChange = {}): Promise<Response> {
  return send(createCustomer, { ...againOf(of), purpose: `again, same key${how}`, urgent: true, ...change });
}

/** The change that repeats a write. */
export function againOf({ request: { body, idempotencyKey, change } }: Response): RequestChange {
  const { text } = change;
  return { ...(body === undefined && text !== undefined ? { text } : { body }), idempotencyKey };
}

/** Retries of the first customer, one after another. */
export const plainRetries = fixture('eight retries', async () => {
  const { original, repeat } = await creationBaseline();
  const responses = [repeat];
  for (const fresh of connections.slice(1)) responses.push(await again(original, '', { fresh }));
  return responses;
});

/** Retries of a customer that nobody has asked about for a good second: use may keep a key alive. @param key its key */
export async function triesAfterPause(_: CreationBaseline, key?: string): Promise<Tries> {
  const first = await customerToProbe('for a retry after a pause', undefined, key);
  await sleep(1100);
  const responses = [await again(first, ', after 1.1 s'), await again(first, ', after 1.1 s', { fresh: true })];
  const guess = (differs: readonly boolean[]) =>
    differs.every(Boolean)
      ? 'keys are kept for too short a time, such as a time to live in milliseconds instead of seconds'
      : guessOfMany(differs);
  return { how: 'after 1.1 s', first, responses, guess };
}

export async function triesInAnotherOrder({ original }: CreationBaseline): Promise<Tries> {
  const how = 'with the members in another order and other white space';
  const text = reordered((original.request.body ?? {}) as Customer);
  const guess = () => 'the service looks up the key together with a digest of the body’s bytes';
  const response = await again(original, `, ${how}`, { text, circumstance: how });
  return { how, first: original, responses: [response], guess };
}

/** The responses to tries that were sent at one moment, over the whole run. */
export const triesOfBursts = perRun((): Response[] => []);

/**
 * Sends one write several times at once, and once more after all of them, with another customer where that was rejected.
 * @param starts when each try starts, as a share of the time that a valid response takes
 * @param key of the first write
 * @throws Skipped where the configuration allows no two at once
 */
export async function triesAtOnce(
  known: CreationBaseline,
  starts: readonly number[],
  when: string,
  key = uuid(),
): Promise<Tries> {
  const tries = Math.min(starts.length, context().gate.places);
  if (tries < 2)
    throw new Skipped('A burst needs two concurrent requests. Set `--concurrency` (and `--rate`) to 2 or more.');
  const usual = usualDuration(known.control);
  const how = `${tries} times ${when}`;
  let responses: readonly Response[] = [];
  let idempotencyKey = key;
  await drawnAgain(async () => {
    const write = { idempotencyKey, body: freshCustomer() };
    idempotencyKey = uuid();
    const purpose = `${how}, same key`;
    const answers = await burst(
      createCustomer,
      starts.slice(0, tries).map(() => ({ ...write, purpose })),
      starts.map((share) => share * usual),
    );
    // One more, alone: it shows which customer exists, where the service rejected the others.
    const closing = await send(createCustomer, { ...write, purpose: 'again, same key, after the burst' });
    const isResponse = (answer: Response | TransportError) => !(answer instanceof TransportError);
    const simultaneous = answers.filter(isResponse) as Response[];
    triesOfBursts().push(...simultaneous);
    responses = [...simultaneous, closing];
    return responses.find(isSuccess) ?? responses.find(isRejection) ?? closing;
  });
  return { how, responses, atOnce: true };
}

/** Milliseconds between a break and the first retry, as a client waits, and the most that a first retry may take. */
const [firstPauseMs, mostDelayMs] = [50, 200];
/** Milliseconds before each further retry; the last is for a first try that takes long. */
const pausesMs = [150, 350, 500, 1000, 2000, 3200];
/** How long a first try may be under way, beyond three times the usual. */
const patienceMs = 1000;
/** Retries that are sent whatever they return, the first included: so many that the number seldom depends on times. */
const fewestRetries = 4;

/**
 * Sends a customer, breaks the connection, and retries, with growing pauses, until the first try must have ended.
 * @param share when it breaks, as a share of the time that a valid response takes
 * @param key of the first write
 */
export async function triesAfterBreak(
  known: CreationBaseline,
  moment: string,
  share: number,
  key = uuid(),
): Promise<Tries> {
  const tries = await brokenOnce(known, moment, share, key);
  if (!tries.responses.every((response) => isRejection(response) && !isUnderWay(response))) return tries;
  // An earlier run may have used the number or the address.
  leaveUsedPhones();
  return brokenOnce(known, moment, share, uuid());
}

async function brokenOnce(
  known: CreationBaseline,
  moment: string,
  share: number,
  idempotencyKey: string,
): Promise<Tries> {
  const change = { idempotencyKey, body: freshCustomer(), circumstance: 'after a broken connection' };
  const usualMs = usualDuration(known.control);
  const purposes = [`connection broken ${moment}`, 'again, same key, right after the break'] as const;
  const afterMs = Math.round(Math.min(usualMs * share, 2000));
  const { retry, delayMs } = await loseAnswer(createCustomer, change, purposes, { afterMs, pauseMs: firstPauseMs });
  const responses = retry instanceof TransportError ? [] : [retry];
  /** Milliseconds since the first try left, by what was waited for and by the responses. */
  let sinceMs = afterMs + firstPauseMs;
  /** Retries sent after the first try must have ended. */
  let after = sinceMs > usualMs ? 1 : 0;
  sinceMs += responses[0]?.durationMs ?? 0;
  let pausedMs = 0;
  for (const pause of pausesMs) {
    const last = responses.at(-1);
    const mustHaveEnded = sinceMs > 3 * usualMs + patienceMs || !(last && isUnderWay(last));
    if (responses.length >= fewestRetries && after >= 2 && mustHaveEnded) break;
    await sleep(pause);
    sinceMs += pause;
    if (sinceMs > usualMs) after += 1;
    pausedMs += pause;
    const purpose = `again, same key, ${pausedMs / 1000} s after the first retry`;
    const response = await send(createCustomer, { ...change, purpose, fresh: true, urgent: true });
    responses.push(response);
    sinceMs += response.durationMs;
  }
  const late = delayMs > mostDelayMs ? `, later than the ${mostDelayMs} ms within which it should` : '';
  const note = `\nThe first retry left ${delayMs} ms after the break${late}.`;
  return { how: 'after a broken connection', responses, isLost: true, note };
}

/** Whether a service rejected a repeat as one: a 403 may have another reason. */
export function isRejectedRepeat(response: Response): boolean {
  return isRejection(response) && response.status !== 403;
}

/** Whether a retry shows the customer of the first try, in whatever shape; undefined where it shows none. */
export function isSame(first: Response, retry: Response, { identity }: CreationBaseline): boolean | undefined {
  if (!identity) return undefined;
  const same = isSuccess(retry) ? sameResource(first, retry, identity) : undefined;
  return same ?? (disclosed(retry, identityValues(first, identity)).length > 0 || undefined);
}

/** @throws Skipped where a plain retry already returned another customer: then whatever else keys do cannot show */
export async function requireKeysTakeEffect(known: CreationBaseline): Promise<void> {
  // Where retries broke off, they say nothing against keys.
  const responses = await plainRetries().catch(() => []);
  if (!responses.some((retry) => isSame(known.original, retry, known) === false)) return;
  throw new Skipped(
    'A plain retry, alone, already returned another customer (IDEM-01), so this check would add nothing.',
  );
}

/** @throws Inconclusive where repeats succeed without a customer's identity, which distinguishes one customer from two */
export function requireDistinguishableRepeats(known: CreationBaseline): void {
  if (!isRejectedRepeat(known.repeat)) requireIdentity(known);
}

const expected =
  'one customer, however often the client retries\nEvery success returns it; rejecting the retries is fine too.';

/** @throws Failed where the tries of one write show two customers, Inconclusive where they show none */
export function mustShowOne(known: CreationBaseline, tries: Tries): Proof {
  const { responses, first, how, isLost, note = '' } = tries;
  const { identity, control } = known;
  const successes = responses.filter(isSuccess);
  const shown = first ?? successes.find((one) => identity && hasIdentity(one, identity));
  const same = responses.map((one) => shown && (one === shown || isSame(shown, one, known)));
  if (same.includes(false))
    throw secondCustomer(
      known,
      tries,
      same.map((one) => one === false),
    );
  if (first && !same.includes(true)) {
    // Repeats of another shape than the first try may still name customers of their own.
    const pointers = successes.map((one) => successes[0] && namesAnother(successes[0], one));
    const pointer = pointers.find(Boolean);
    if (pointer) throw secondCustomer(known, { ...tries, responses: successes }, pointers.map(Boolean), pointer);
  }
  // Where all tries but one were rejected there is one customer, whatever identifies it.
  const isAlone = !first && successes.length === 1 && responses.every((one) => isSuccess(one) || isRejectedRepeat(one));
  const isRejected = isLost ? responses.every(isRejection) : first !== undefined && responses.some(isRejectedRepeat);
  const [response = control] = responses;
  if (same.includes(true) || isAlone || isRejected) {
    const unseen = isLost && isRejected ? ': the customer of the lost try was not shown' : '';
    const statuses = [...new Set(responses.map(({ status }) => status))].join(', ');
    return {
      expected,
      received: `${statuses}, no second customer in ${responses.length} ${responses.length === 1 ? 'response' : 'responses'}${unseen}${note}`,
      control: { request: 'one POST under another key', response: control, outcome: 'another customer' },
      sent: { request: `${createCustomer.method} ${createCustomer.path}`, change: `the same again, same key, ${how}` },
      response: successes[0] ?? response,
    };
  }
  if (successes.length > 0) requireIdentity(known);
  throw undetectable(successes[0] ?? responses.find((one) => !isRejection(one)) ?? response);
}

/** A retry that shows no customer. Only of a success can another pointer show one. */
export function undetectable(retry: Response): Inconclusive {
  const detected = `${describeResponse(retry)} returned ${retry.status} without a customer id, so a duplicate cannot be detected.`;
  if (!isSuccess(retry)) return new UnclearResponse(`${detected}${inItsWords(retry)}`, retry);
  return new Inconclusive(`${detected} Set ${code('CONFORMANCE_CUSTOMER_ID_POINTER')} if the response contains one.`);
}

/** @param differs which of the tries shows another customer @param pointer where, unless the identity of the first says */
function secondCustomer(known: CreationBaseline, tries: Tries, differs: readonly boolean[], pointer?: string): Failed {
  const { how, guess, responses, atOnce, first } = tries;
  const at = pointer ?? known.identity?.pointers[0] ?? '';
  const response = responses[differs.indexOf(true)] as Response;
  const isMostly = differs.filter(Boolean).length * 2 > differs.length;
  return new Failed({
    found: `The service created a second customer under one ${code('Idempotency-Key')}: ${whichOf(differs, atOnce ? 'try' : 'retry')} ${how} returned another customer than the first try.`,
    expected,
    received: `${response.status}, another customer\n${code(at)} differs from the first ${pointer === undefined ? 'response' : 'retry'}.`,
    control: { request: 'one POST under another key', response: known.control, outcome: 'one customer' },
    sent: { request: `${createCustomer.method} ${createCustomer.path}`, change: `the same again, same key, ${how}` },
    response,
    repeated: { times: atOnce ? responses.length - 1 : 3, atOnce: atOnce ?? false, identity: at },
    ...(guess && { likelyCause: `${sentence(guess(differs))}.` }),
    // Instances that take turns, each with keys of its own, differ in half of them.
    ...(first && isMostly && { unmet: 'repeats return other customers' satisfies Trait }),
  });
}

/** `the retry`, `every retry`, `every second retry`, `3 of 8 retries`. */
function whichOf(differs: readonly boolean[], one: 'try' | 'retry'): string {
  const count = differs.filter(Boolean).length;
  if (differs.length === 1) return `the ${one}`;
  if (count === differs.length) return `every ${one}`;
  return isEverySecond(differs) ? `every second ${one}` : `${count} of ${differs.length} ${one.replace('y', 'ies')}`;
}

function isEverySecond(differs: readonly boolean[]): boolean {
  return differs.length > 3 && differs.every((one, at) => one === ((at + differs.indexOf(true)) % 2 === 0));
}

/** What usually goes wrong where retries return other customers: a clause. @param differs which of `connections` do */
export function guessOfMany(differs: readonly boolean[]): string {
  if (differs.every(Boolean)) return 'the service ignores the key, or forgets it after the first response';
  if (differs.every((one, at) => one === connections[at])) return 'the service keeps keys for each connection apart';
  return `each instance keeps keys in its own memory${isEverySecond(differs) ? ', and two instances take turns' : ''}`;
}
