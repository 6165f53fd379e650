import { context, type EarlierRun } from '../../helpers/client/context.js';
import { describeResponse, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import type { Observed } from '../../helpers/client/verdicts.js';
import { Inconclusive, Skipped } from '../../helpers/client/verdicts.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { firstCustomer } from '../customers/test-data/customer.js';
import { creationBaseline, identityOfCreated, requireIdentity } from '../probes/creation-baseline.js';

/** How long the service keeps a key, as an interval of whole seconds; an unknown end is absent. */
interface Retention {
  readonly atLeastSeconds?: number;
  readonly atMostSeconds?: number;
}

const hour = 3600;
const week = 7 * 24 * hour;
/** Where classes of age begin. Runs of every night, or of every week, stay in one class though their times vary. */
const beginnings = [0, hour, 20 * hour, 160 * hour];

/**
 * Sends the first creation of the run compared with again, made anew from its seed: a service that still knows the key
 * returns that customer, one that has forgotten it another.
 * @throws Inconclusive where there is no such creation, or the response does not decide
 */
export async function retention(): Promise<Observed> {
  const run = context();
  if (run.embedded)
    throw new Skipped('The embedded server forgets everything when it stops. Set `CONFORMANCE_BASE_URL`.');
  if (run.configuration.start !== undefined)
    throw new Skipped('A target that was started for this run (`--start`) may know no earlier key.');
  const identity = requireIdentity(await creationBaseline());
  const earlier = run.earlier ?? 'There is no earlier run to compare with.';
  if (typeof earlier === 'string') throw new Inconclusive(earlier);
  const { customer, created } = firstOf(earlier);
  const { idempotencyKey } = created;
  const response = await send(createCustomer, {
    idempotencyKey,
    body: customer,
    purpose: 'of an earlier run again, same key',
  });
  const now = isSuccess(response) ? identityOfCreated(response, identity) : undefined;
  if (now === undefined)
    throw new Inconclusive(
      `${describeResponse(response)} returned ${response.status}, which does not show whether the service still knows the key.`,
    );
  const isKnown = now === String(created.identity);
  const age = Math.max(0, (Date.now() - earlier.startedAt) / 1000);
  const before = (run.baseline?.['IDEM-09'] as { kept?: Retention } | undefined)?.kept ?? {};
  const outcome = isKnown ? 'still known' : 'forgotten';
  return {
    observation: { kept: interval(before, age, isKnown) },
    sentences: [`A key of an earlier run was ${outcome} after ${duration(age)}.`],
  };
}

/** The first creation of an earlier run, made anew, and how that run lists it. @throws Inconclusive where it does not */
function firstOf({ seed, mark, created: all }: EarlierRun) {
  const { customer: part } = context().configuration;
  const customer = firstCustomer({ mark, configuration: { seed, customer: part } });
  const created = all.find(({ email, tenant }) => email === customer.email && tenant !== 'second');
  if (created?.identity === undefined)
    throw new Inconclusive('The run compared with lists no customer that can be made anew.');
  return { customer, created };
}

/**
 * What is known of the retention: the last observation, narrowed by the class of this age. An end that this run
 * contradicts is dropped: the service has changed.
 * @param age in seconds
 */
export function interval({ atLeastSeconds, atMostSeconds }: Retention, age: number, isKnown: boolean): Retention {
  const least = beginnings.findLast((beginning) => beginning <= age) ?? 0;
  const most = beginnings.find((beginning) => beginning > age) ?? Math.ceil(age / week) * week;
  if (isKnown)
    return {
      atLeastSeconds: Math.max(atLeastSeconds ?? 0, least),
      ...(atMostSeconds !== undefined && atMostSeconds > age && { atMostSeconds }),
    };
  return {
    ...(atLeastSeconds !== undefined && atLeastSeconds < age && { atLeastSeconds }),
    atMostSeconds: Math.min(atMostSeconds ?? Number.POSITIVE_INFINITY, most),
  };
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
