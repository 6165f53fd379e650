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
import { isObject } from '../../schemas/is-object.js';
import { code } from '../../schemas/marked.js';
import { type CreationBaseline, creationBaseline, customerToProbe, requireIdentity } from '../creation-baseline.js';
import { freshCustomer, leaveUsedPhones } from '../customers/customer.js';
import { againOf, drawnAgain, isCreationOfCustomer, uuid } from '../requests.js';
import { disclosed } from '../traces.js';

/** Tries of one write under one Idempotency-Key: retries of the first customer, one after another, unless it says otherwise. */
export interface Plan {
  readonly name: string;
  /** How they are sent, in words that follow "the same again": `after 1.1 s`. */
  readonly how: string;
  /** Milliseconds in which nobody asks about a customer of its own before it is retried: use may keep a key alive. */
  readonly pauseMs?: number;
  readonly inAnotherOrder?: true;
  /** When each of several at once leaves, as a share of the time that a valid response takes. */
  readonly atOnce?: readonly number[];
  /** When the connection of the first one breaks, as such a share: its answer is lost. */
  readonly cutAt?: number;
  /** What a service usually does where every try shows another customer. */
  readonly likelyCause?: string;
}

/** What came of the tries of a plan. */
export interface Tries {
  readonly plan: Plan;
  readonly how: string;
  readonly responses: readonly Response[];
  /** The first try, where that is none of them: it was accepted. */
  readonly first?: Response;
  /** More to tell of a pass. */
  readonly note?: string;
}

/** Repeats a write; urgent, since a pause is counted from it. */
const again = (of: Response, how: string, change: RequestChange): Promise<Response> =>
  send(createCustomer, { ...againOf(of), purpose: `again, same key${how}`, urgent: true, ...change });

/** Whether each of eight retries, the first of which the baseline sent, goes over a connection of its own. */
const connections = [false, false, true, true, false, false, true, true];

/** Retries of the first customer, one after another. */
export const plainRetries = fixture('eight retries', async () => {
  const { original, repeat } = await creationBaseline();
  const responses = [repeat];
  for (const fresh of connections.slice(1)) responses.push(await again(original, '', { fresh }));
  return responses;
});

/** A customer's JSON text with its members in reverse order, those of the address too, and generous white space. */
function reordered(customer: object | undefined): string {
  const turn = (value: unknown): unknown => {
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([name, item]) => [name, turn(item)] as const);
    return Object.fromEntries(entries.toReversed());
  };
  return JSON.stringify(turn(customer ?? {}), undefined, 4);
}

/** Sends the tries of a plan. @param key of the write, where it is not the first customer's @throws Skipped as `atOnce` */
export function triesOf(plan: Plan, known: CreationBaseline, key?: string): Promise<Tries> {
  if (plan.atOnce) return atOnce(plan, known, plan.atOnce, key);
  return plan.cutAt === undefined ? inTurn(plan, known, key) : afterBreak(plan, known, plan.cutAt, key);
}

async function inTurn(plan: Plan, { original }: CreationBaseline, key?: string): Promise<Tries> {
  const { how, pauseMs, inAnotherOrder } = plan;
  if (inAnotherOrder) {
    const change = { text: reordered(original.request.body), circumstance: how };
    return { plan, how, first: original, responses: [await again(original, `, ${how}`, change)] };
  }
  if (pauseMs === undefined) return { plan, how, first: original, responses: await plainRetries() };
  const first = await customerToProbe('for a retry after a pause', undefined, key);
  await sleep(pauseMs);
  const responses = [await again(first, `, ${how}`, {}), await again(first, `, ${how}`, { fresh: true })];
  return { plan, how, first, responses };
}

/** The responses to tries that were sent at one moment, over the whole run. */
export const triesOfBursts = perRun((): Response[] => []);

/**
 * Milliseconds that a new customer takes: the lower quartile, since a busy machine makes some responses late. Repeats may be
 * faster than what they repeat.
 */
function usualDuration(control: Response): number {
  const firsts = new Map<unknown, Response>();
  for (const response of context().responses.filter(isCreationOfCustomer)) {
    const { idempotencyKey } = response.request;
    firsts.set(idempotencyKey, firsts.get(idempotencyKey) ?? response);
  }
  const alone = [...firsts.values()].filter((response) => response.alone);
  const times = alone.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
  return times[Math.floor(times.length / 4)] ?? control.durationMs;
}

/**
 * Sends one write several times at once, and once more after all of them, with another customer where that was rejected.
 * @throws Skipped where the configuration allows no two at once
 */
async function atOnce(plan: Plan, known: CreationBaseline, starts: readonly number[], key = uuid()): Promise<Tries> {
  const tries = Math.min(starts.length, context().gate.places);
  if (tries < 2)
    throw new Skipped('A burst needs two concurrent requests. Set `--concurrency` (and `--rate`) to 2 or more.');
  const usualMs = usualDuration(known.control);
  const how = `${tries} times ${plan.how}`;
  let responses: readonly Response[] = [];
  let idempotencyKey = key;
  await drawnAgain(async () => {
    const write = { idempotencyKey, body: freshCustomer() };
    idempotencyKey = uuid();
    const answers = await burst(
      createCustomer,
      starts.slice(0, tries).map(() => ({ ...write, purpose: `${how}, same key` })),
      starts.map((share) => share * usualMs),
    );
    // One more, alone: it shows which customer exists, where the service rejected the others.
    const closing = await send(createCustomer, { ...write, purpose: 'again, same key, after the burst' });
    const simultaneous = answers.filter((answer): answer is Response => !(answer instanceof TransportError));
    triesOfBursts().push(...simultaneous);
    responses = [...simultaneous, closing];
    return responses.find(isSuccess) ?? responses.find(isRejection) ?? closing;
  });
  return { plan, how, responses };
}

/** Milliseconds between a break and the first retry, as a client waits, and the most that a first retry may take. */
const [firstPauseMs, mostDelayMs] = [50, 200];
/** Milliseconds before each further retry; the last is for a first try that takes long. */
const pausesMs = [150, 350, 500, 1000, 2000, 3200];
/** How long a first try may be under way, beyond three times the usual. */
const patienceMs = 1000;
/** Retries that are sent whatever they return, the first included: so many that the number seldom depends on times. */
const fewestRetries = 4;

/** Sends a customer, breaks the connection, and retries, with growing pauses, until the first try must have ended. */
async function afterBreak(plan: Plan, known: CreationBaseline, share: number, key = uuid()): Promise<Tries> {
  const tries = await brokenOnce(plan, known, share, key);
  if (!tries.responses.every((response) => isRejection(response) && !isUnderWay(response))) return tries;
  // An earlier run may have used the number or the address.
  leaveUsedPhones();
  return brokenOnce(plan, known, share, uuid());
}

async function brokenOnce(plan: Plan, { control }: CreationBaseline, share: number, key: string): Promise<Tries> {
  const { how } = plan;
  const change = { idempotencyKey: key, body: freshCustomer(), circumstance: how };
  const usualMs = usualDuration(control);
  const purposes = [plan.name, 'again, same key, right after the break'] as const;
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
  const late = delayMs > mostDelayMs ? `, too late: it should leave within ${mostDelayMs} ms` : '';
  return { plan, how, responses, note: `\nThe first retry left ${delayMs} ms after the break${late}.` };
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
  if (responses.some((retry) => isSame(known.original, retry, known) === false))
    throw new Skipped(
      'A single retry already returned another customer (IDEM-01), so this check would show nothing new.',
    );
}

const expected =
  'one customer, however often the client retries\nEvery success returns it; rejecting the retries is fine too.';

/** @throws Failed where the tries of one write show two customers, Inconclusive where they show none */
export function mustShowOne(known: CreationBaseline, tries: Tries): Proof {
  const { plan, responses, first, how, note = '' } = tries;
  const { identity, control } = known;
  const successes = responses.filter(isSuccess);
  const shown = first ?? successes.find((one) => identity && hasIdentity(one, identity));
  const same = responses.map((one) => shown && (one === shown || isSame(shown, one, known)));
  const differs = same.map((one) => one === false);
  if (differs.includes(true)) throw secondCustomer(known, tries, differs);
  if (first && !same.includes(true)) {
    // Repeats of another shape than the first try may still name customers of their own.
    const pointers = successes.map((one) => successes[0] && namesAnother(successes[0], one));
    const pointer = pointers.find(Boolean);
    if (pointer) throw secondCustomer(known, { ...tries, responses: successes }, pointers.map(Boolean), pointer);
  }
  // Where all tries but one were rejected there is one customer, whatever identifies it.
  const isAlone = !first && successes.length === 1 && responses.every((one) => isSuccess(one) || isRejectedRepeat(one));
  // Where the answer of the first try got lost, each retry may be rejected as a repeat of it.
  const isLost = plan.cutAt !== undefined;
  const isRejected = isLost ? responses.every(isRejection) : first !== undefined && responses.some(isRejectedRepeat);
  const [response = control] = responses;
  if (same.includes(true) || isAlone || isRejected) {
    const unseen = isLost && isRejected ? ': no response showed the customer of the lost request' : '';
    const statuses = [...new Set(responses.map(({ status }) => status))].join(', ');
    return {
      expected,
      received: `${statuses}, no second customer in ${responses.length} ${responses.length === 1 ? 'response' : 'responses'}${unseen}${note}`,
      control: { request: 'one POST under another key', response: control, outcome: 'another customer' },
      sent: sentAgain(how),
      response: successes[0] ?? response,
    };
  }
  if (successes.length > 0) requireIdentity(known);
  throw undetectable(successes[0] ?? responses.find((one) => !isRejection(one)) ?? response);
}

const sentAgain = (how: string) => ({
  request: `${createCustomer.method} ${createCustomer.path}`,
  change: `again, same key, ${how}`,
});

/** A retry that shows no customer. Only of a success can another pointer show one. */
export function undetectable(retry: Response): Inconclusive {
  const detected = `${describeResponse(retry)} returned ${retry.status} without a customer id, so a duplicate cannot be detected.`;
  if (!isSuccess(retry)) return new UnclearResponse(`${detected}${inItsWords(retry)}`, retry);
  return new Inconclusive(`${detected} Set ${code('CONFORMANCE_CUSTOMER_ID_POINTER')} if the response contains one.`);
}

/** @param differs which of the tries shows another customer @param pointer where, unless the identity of the first says */
function secondCustomer(known: CreationBaseline, tries: Tries, differs: readonly boolean[], pointer?: string): Failed {
  const { plan, how, responses, first } = tries;
  const at = pointer ?? known.identity?.pointers[0] ?? '';
  const response = responses[differs.indexOf(true)] as Response;
  const count = differs.filter(Boolean).length;
  const one = plan.atOnce ? 'try' : 'retry';
  const isEach = count === differs.length;
  const ones = isEach
    ? `${count === 1 ? 'the' : 'every'} ${one}`
    : `${count} of ${differs.length} ${one.replace('y', 'ies')}`;
  const cause = isEach ? plan.likelyCause : 'Each instance keeps keys in its own memory.';
  return new Failed({
    found: `The service created a second customer under one ${code('Idempotency-Key')}: ${ones} ${how} returned another customer than the first try.`,
    expected,
    received: `${response.status}, another customer\n${code(at)} differs from the first ${pointer === undefined ? 'response' : 'retry'}.`,
    control: { request: 'one POST under another key', response: known.control, outcome: 'one customer' },
    sent: sentAgain(how),
    response,
    repeated: { times: plan.atOnce ? responses.length - 1 : 3, atOnce: plan.atOnce !== undefined, identity: at },
    ...(plan.likelyCause && cause && { likelyCause: cause }),
    // Instances that take turns, each with keys of its own, differ in half of them.
    ...(first && count * 2 > differs.length && { unmet: 'repeats return other customers' satisfies Trait }),
  });
}
