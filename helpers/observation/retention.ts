import { createHash } from 'node:crypto';
import { createCustomer } from '../../schemas/operations.js';
import type { Customer } from '../../schemas/types.js';
import { context } from '../client/context.js';
import type { Response } from '../client/message.js';
import { describeResponse, isSuccess } from '../client/response.js';
import { send } from '../client/send.js';
import type { Observed } from '../client/verdicts.js';
import { Inconclusive, Skipped } from '../client/verdicts.js';
import type { RetainedWrite, Retention } from '../evidence/retained-keys.js';
import { type CustomerIdentity, identityIn } from '../identity/customer-identity.js';
import { parseJson } from '../json/parse-json.js';
import { creationBaseline, requireIdentity } from '../probes/creation-baseline.js';
import { ownButIdentity } from '../redaction/redactor.js';

/**
 * Repeats writes of earlier runs: a service that still knows the key returns the first customer, one that has forgotten
 * it another. The interval narrows from run to run. Keeps two writes of this run for later ones.
 * @throws Inconclusive without an earlier write, or without a conclusive response
 */
export async function retention(): Promise<Observed> {
  const run = context();
  if (run.embedded)
    throw new Skipped('The embedded server forgets everything when it stops. Set `CONFORMANCE_BASE_URL`.');
  const known = await creationBaseline();
  const identity = requireIdentity(known);
  const fresh = [known.original, known.control].flatMap((response) => keptOf(response, identity));
  const { writes, retention: before } = run.retainedKeys ?? { writes: [], retention: {} };
  const chosen = worthRepeating(writes, before, Date.now());
  const answers: { ageSeconds: number; isKnown: boolean }[] = [];
  let reason = 'There is no key of an earlier run against this target yet. This run keeps one for the next.';
  for (const write of chosen) {
    const ageSeconds = Math.max(0, (Date.now() - Date.parse(write.sentAt)) / 1000);
    const response = await sendAgain(write);
    const isKnown = isSuccess(response) ? isAboutCustomerOf(response, write, identity) : undefined;
    if (isKnown !== undefined) answers.push({ ageSeconds, isKnown });
    else
      reason = `${describeResponse(response)} returned ${response.status}, which does not show whether the service still knows the key.`;
  }
  const after = answers.reduce(narrowed, before);
  const spent = chosen.map(({ idempotencyKey }) => idempotencyKey);
  const learned = { entry: 'memory', learned: { retention: after, writes: fresh, spent } } as const;
  run.journal.write(run.redactor.redactDeep(learned, ownButIdentity));
  const [latest] = answers.toSorted((a, b) => a.ageSeconds - b.ageSeconds);
  if (!latest) throw new Inconclusive(reason);
  const bounds = [
    // Less than a minute is rounded to none.
    ...(after.atLeastSeconds ? [`at least ${duration(after.atLeastSeconds)}`] : []),
    ...(after.atMostSeconds !== undefined ? [`at most ${duration(after.atMostSeconds)}`] : []),
  ];
  return {
    observation: { kept: after },
    sentences: [
      `A key of an earlier run was ${latest.isKnown ? 'still known' : 'forgotten'} after ${duration(latest.ageSeconds)}.`,
      ...(bounds.length > 0 ? [`According to all runs, the service keeps a key for ${bounds.join(', ')}.`] : []),
    ],
  };
}

/** The write of the last run, and an older one that would narrow the interval, if there is one. */
function worthRepeating(
  writes: readonly RetainedWrite[],
  { atLeastSeconds = 0, atMostSeconds }: Retention,
  now: number,
) {
  const byAge = writes.toSorted((a, b) => (a.sentAt < b.sentAt ? 1 : -1));
  const [last] = byAge;
  const older = byAge.slice(1).filter(({ sentAt }) => {
    const age = (now - Date.parse(sentAt)) / 1000;
    return age > atLeastSeconds * 1.5 && (atMostSeconds === undefined || age < atMostSeconds * 0.9);
  });
  return [...(last ? [last] : []), ...older.slice(-1)];
}

function sendAgain({ idempotencyKey, text }: RetainedWrite): Promise<Response> {
  const { json } = parseJson(text);
  const customer = (json ?? {}) as Customer;
  return send(createCustomer, { idempotencyKey, text, customer, purpose: 'of an earlier run again, same key' });
}

/** Whether a response is about the customer of a kept write; undefined where it does not show it. */
function isAboutCustomerOf(response: Response, write: RetainedWrite, identity: CustomerIdentity): boolean | undefined {
  const compared = [...identityIn(response, identity)].flatMap(([pointer, value]) => {
    const then = write.identity[pointer];
    return then === undefined ? [] : [then === digest(value)];
  });
  return compared.length === 0 ? undefined : compared.every(Boolean);
}

function keptOf(response: Response, identity: CustomerIdentity): RetainedWrite[] {
  const { idempotencyKey, raw: outgoing } = response.request;
  const found = [...identityIn(response, identity)].map(([pointer, value]) => [pointer, digest(value)]);
  if (!isSuccess(response) || !idempotencyKey || outgoing.body === undefined || found.length === 0) return [];
  const sentAt = new Date().toISOString();
  return [{ idempotencyKey, text: outgoing.body, sentAt, identity: Object.fromEntries(found) }];
}

/** Narrows an interval by one response. A response that contradicts an end removes it: the service has changed. */
function narrowed(before: Retention, { ageSeconds, isKnown }: { ageSeconds: number; isKnown: boolean }): Retention {
  const age = rounded(ageSeconds);
  const { atLeastSeconds, atMostSeconds } = before;
  if (isKnown) {
    return {
      atLeastSeconds: Math.max(atLeastSeconds ?? 0, age),
      ...(atMostSeconds !== undefined && atMostSeconds > ageSeconds && { atMostSeconds }),
    };
  }
  const most = Math.min(atMostSeconds ?? Number.POSITIVE_INFINITY, Math.ceil(ageSeconds));
  return {
    ...(atLeastSeconds !== undefined && atLeastSeconds < ageSeconds && { atLeastSeconds }),
    atMostSeconds: most,
  };
}

/** Whole minutes; from two hours on whole hours, from two days on whole days, so that two runs agree. */
function rounded(seconds: number): number {
  const unit = seconds >= 172_800 ? 86_400 : seconds >= 7200 ? 3600 : 60;
  return Math.floor(seconds / unit) * unit;
}

/** `3 s`, `23 h 58 min`, `2 d 4 h`. */
function duration(seconds: number): string {
  const whole = Math.floor(seconds);
  const [days, hours, minutes] = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3600) % 24,
    Math.floor(whole / 60) % 60,
  ];
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return minutes > 0 ? `${minutes} min` : `${whole} s`;
}

function digest(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}
