import { code } from '../../schemas/marked.js';
import { writes } from '../../schemas/operation.js';
import type { BuiltRequest, Response } from './message.js';
import { isSuccess } from './response.js';
import { isTransient, retryAfter, TransportError } from './transport-error.js';
import { NoResponse } from './verdicts.js';

/** What came of an exchange. */
export type Outcome = Response | TransportError;

/** An attempt at a request, by what came of those before it. */
export interface Attempt {
  readonly request: BuiltRequest;
  /** Transport errors before it, without those that asked to wait. */
  readonly errors: number;
  /** Retries after a Retry-After, or a 429 without one, and how long they waited in all, in milliseconds. */
  readonly waits: number;
  readonly waitedMs: number;
  /** Whether the service may have processed an earlier one. */
  readonly again: boolean;
}

/** What follows from an outcome: it is given to the caller, or the request is sent again after a pause. */
export type Next =
  | { readonly kind: 'give'; readonly response: Response }
  | { readonly kind: 'fail'; readonly error: TransportError }
  | { readonly kind: 'retry'; readonly pauseMs: number; readonly attempt: Attempt };

/** Retries of a request after a transport error. */
const mostErrors = 2;
/** Retries after a Retry-After, or a 429 without one. */
const mostWaits = 10;
/** Milliseconds of waiting for Retry-After, over all retries, after which no further one begins. */
const longWaitMs = 30_000;
/** Milliseconds to wait after a 429 without Retry-After: many limits count the requests of a second. */
const unsaidWaitMs = 1000;

export function firstAttempt(request: BuiltRequest): Attempt {
  return { request, errors: 0, waits: 0, waitedMs: 0, again: false };
}

/**
 * What follows from the outcome of an attempt. After a transport error the request is sent again: a write only under an
 * idempotency key, unless no attempt had an effect.
 */
export function policy(outcome: Outcome, attempt: Attempt): Next {
  return outcome instanceof TransportError ? afterError(outcome, attempt) : afterResponse(outcome, attempt);
}

function afterResponse(response: Response, { request, again }: Attempt): Next {
  const isRejected = !isSuccess(response) && response.status !== 401;
  if (!again || !writes(request.operation) || !isRejected) return { kind: 'give', response };
  // The service may have processed the first try before it broke, and reject the second as a repeat.
  const error = new TransportError('the first try of a write broke, so a rejection of the second is meaningless');
  return { kind: 'fail', error };
}

function afterError(error: TransportError, { request, errors, waits, waitedMs, again }: Attempt): Next {
  const { retryAfterMs: waitMs } = error;
  const next = {
    request,
    errors: waitMs === undefined ? errors + 1 : errors,
    waits: waitMs === undefined ? waits : waits + 1,
    waitedMs: waitedMs + (waitMs ?? 0),
    again: again || error.mayBeDone,
  };
  const isEnough = next.errors > mostErrors || next.waits > mostWaits || waitedMs > longWaitMs;
  if (isEnough || !mayRepeat(next)) return { kind: 'fail', error };
  // A Retry-After holds all requests, this one included.
  return { kind: 'retry', pauseMs: waitMs === undefined ? 100 * 2 ** next.errors : 0, attempt: next };
}

/** Whether a retry is safe: the request changes nothing, had no effect, or has an idempotency key. */
function mayRepeat({ request: { raw, idempotencyKey }, again }: Attempt): boolean {
  return !again || ['GET', 'HEAD', 'OPTIONS', 'SEARCH'].includes(raw.method) || Boolean(idempotencyKey);
}

/**
 * What a response comes to: 429, 502, 503 and 504 count as transport errors.
 * @param leftMs until the deadline of the run
 * @returns NoResponse where the target asks to wait for longer than the run may take
 */
export function outcomeOf(response: Response, leftMs: number): Outcome | NoResponse {
  const { status, headers } = response;
  if (!isTransient(status)) return response;
  const waitMs = retryAfter(headers.get('retry-after')) ?? (status === 429 ? unsaidWaitMs : undefined);
  if (waitMs !== undefined && waitMs >= leftMs)
    return new NoResponse(
      `A gateway returned ${status} with a ${code('Retry-After')} of ${Math.ceil(waitMs / 1000)} s, longer than the run may take.`,
    );
  // The service did not process a request with 429; it may have processed one that a gateway gave up on.
  return new TransportError(`a gateway returned ${status}`, waitMs, status !== 429);
}
