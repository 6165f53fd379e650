import { sleep } from '../../helpers/client/context.js';
import { loseAnswer } from '../../helpers/client/lost-answer.js';
import type { Response } from '../../helpers/client/message.js';
import { isRejection, isUnderWay } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { TransportError } from '../../helpers/client/transport-error.js';
import { Failed, type Proof } from '../../helpers/client/verdicts.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { freshCustomer } from '../customers/test-data/customer.js';
import { leaveUsedPhones } from '../customers/test-data/phone.js';
import type { CreationBaseline } from '../probes/creation-baseline.js';
import { uuid } from '../probes/keys/idempotency-keys.js';
import {
  customersMade,
  requireKeysTakeEffect,
  retriesAfterPause,
  undetectable,
  usualDuration,
} from '../probes/retries.js';

const oneCustomer = 'one customer, however often the client retries';

/** Milliseconds between the break and the first retry, as a client waits, and the most that a first retry may take. */
const [firstPauseMs, mostDelayMs] = [50, 200];
/** Milliseconds before each further retry; the last is for a first try that takes long. */
const pausesMs = [150, 350, 500, 1000, 2000, 3200];
/** How long a first try may be under way, beyond three times the usual. */
const patienceMs = 1000;
/** Retries that are sent whatever they return, the first included: so many that the number seldom depends on times. */
const fewestRetries = 4;

/**
 * Sends a customer, breaks the connection at a share of the time that a valid response takes, and retries, with growing
 * pauses, until the first try must have ended.
 * @throws Failed where two retries return different customers, Inconclusive where none shows one or rejects
 */
export async function retriedAfterBreak(known: CreationBaseline, moment: string, share: number): Promise<Proof> {
  await requireKeysTakeEffect(known);
  let lost = await retries(known, moment, share);
  // An earlier run may have used the number or the address.
  if (lost.responses.every((response) => isRejection(response) && !isUnderWay(response))) {
    leaveUsedPhones();
    lost = await retries(known, moment, share);
  }
  const { responses, delayMs } = lost;
  const [shown, second] = customersMade(responses, known);
  if (second?.[0]) {
    // Where keys are forgotten after a while, the break changes nothing.
    await requireKeysTakeEffect(known, retriesAfterPause);
    throw anotherAfterBreak(known, second[0], responses.length);
  }
  const silent = responses.find((response) => !isRejection(response));
  if (!shown && silent) {
    throw undetectable(silent);
  }
  const result = shown
    ? `${responses.length} retries returned one customer`
    : `all ${responses.length} retries were rejected, so the customer of the lost try was not shown`;
  const late = delayMs > mostDelayMs ? `, later than the ${mostDelayMs} ms within which it should` : '';
  return {
    expected: oneCustomer,
    received: `${result}\nThe first retry left ${delayMs} ms after the break${late}.`,
    control: { request: 'one POST under another key', response: known.control, outcome: 'one customer' },
    response: responses.at(-1) ?? known.control,
  };
}

/** The responses to the retries of a write whose connection was broken, and the delay of the first in milliseconds. */
async function retries(known: CreationBaseline, moment: string, share: number) {
  const change = { idempotencyKey: uuid(), body: freshCustomer(), circumstance: 'after a broken connection' };
  const usualMs = usualDuration(known.control);
  const purposes = [`connection broken ${moment}`, 'again, same key, right after the break'] as const;
  const afterMs = Math.round(Math.min(usualMs * share, 2000));
  const { retry, delayMs } = await loseAnswer(createCustomer, change, purposes, { afterMs, pauseMs: firstPauseMs });
  const responses = retry instanceof TransportError ? [] : [retry];
  // Milliseconds since the first try left, by what was waited for and by the responses: no clock, so that a busy machine
  // sends no other retries than its evidence, judged again, asks for.
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
  return { responses, delayMs };
}

function anotherAfterBreak(known: CreationBaseline, response: Response, count: number): Failed {
  return new Failed({
    found: `The service created two customers under one ${code('Idempotency-Key')} after a broken connection.`,
    expected: `one customer\nAll ${count} retries answer for the same.`,
    received: `${response.status}, another customer\n${code(known.identity?.pointers[0] ?? '')} differs from the response to an earlier retry.`,
    control: { request: 'one POST under another key', response: known.control, outcome: 'one customer' },
    sent: {
      request: `${createCustomer.method} ${createCustomer.path}`,
      change: `connection broken before the answer; the same again, ${count} times`,
    },
    response,
  });
}
