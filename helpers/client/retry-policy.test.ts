import { describe, expect, test } from 'vitest';
import { created, listed } from '../identity/response.fixture.js';
import type { BuiltRequest } from './message.js';
import { type Attempt, firstAttempt, outcomeOf, policy } from './retry-policy.js';
import { TransportError } from './transport-error.js';
import { NoResponse } from './verdicts.js';

const creation = created({}).request;
const listing = listed({ data: [] }).request;
/** A write without an Idempotency-Key, as some checks send it. */
const unkeyed: BuiltRequest = { ...creation, idempotencyKey: null };

const reset = new TransportError('the connection was reset');
const refused = new TransportError('the connection was refused', undefined, false);
const limited = new TransportError('a gateway returned 429', 2000, false);
const gatewayWaits = new TransportError('a gateway returned 503', 2000);

const broken = { errors: 1, again: true };
const refusedOnce = { errors: 1, again: false };

const after = (request: BuiltRequest, before: Partial<Attempt> = {}): Attempt => ({
  ...firstAttempt(request),
  ...before,
});

describe('after a transport error', () => {
  test.each<[name: string, error: TransportError, attempt: Attempt, pauseMs: number | 'fail', next?: object]>([
    ['a listing is sent again', reset, after(listing), 200, { errors: 1, again: true }],
    ['a write under a key is sent again', reset, after(creation), 200, { errors: 1, again: true }],
    ['a write without a key is not sent again', reset, after(unkeyed), 'fail'],
    ['a write without a key that had no effect is', refused, after(unkeyed), 200, { errors: 1, again: false }],
    ['but not where an earlier try may have had one', refused, after(unkeyed, broken), 'fail'],
    ['the second pause is longer', reset, after(creation, broken), 400, { errors: 2, again: true }],
    ['a third error ends it', reset, after(creation, { errors: 2, again: true }), 'fail'],
    ['what may be done once stays so', refused, after(creation, broken), 400, { again: true }],
    ['a Retry-After is no error', limited, after(creation), 0, { errors: 0, waits: 1, waitedMs: 2000, again: false }],
    ['one of a gateway may be done', gatewayWaits, after(creation), 0, { waits: 1, again: true }],
    ['one of a gateway ends a write without a key', gatewayWaits, after(unkeyed), 'fail'],
    ['a limit does not end a write without a key', limited, after(unkeyed), 0, { waits: 1, again: false }],
    ['the tenth wait goes on', limited, after(listing, { waits: 9, waitedMs: 18_000 }), 0, { waits: 10 }],
    ['the eleventh ends it', limited, after(listing, { waits: 10, waitedMs: 20_000 }), 'fail'],
    ['half a minute of waiting goes on', limited, after(listing, { waits: 1, waitedMs: 30_000 }), 0],
    ['more ends it', limited, after(listing, { waits: 1, waitedMs: 30_001 }), 'fail'],
    ['errors beside waits end it alike', reset, after(listing, { errors: 2, waits: 3, waitedMs: 6000 }), 'fail'],
  ])('%s', (_, error, attempt, pauseMs, next = {}) => {
    const followed = policy(error, attempt);
    if (pauseMs === 'fail') expect(followed).toEqual({ kind: 'fail', error });
    else expect(followed).toMatchObject({ kind: 'retry', pauseMs, attempt: { request: attempt.request, ...next } });
  });
});

describe('a response', () => {
  test.each<[name: string, status: number, before: Partial<Attempt>, kind: 'give' | 'fail']>([
    ['at the first try is given', 422, {}, 'give'],
    ['after a try that may be done: a success is given', 201, broken, 'give'],
    ['after a try that may be done: a rejection may be of the repeat', 409, broken, 'fail'],
    ['after a try that may be done: so may a server error', 500, broken, 'fail'],
    ['after a try that may be done: a 401 is about the key alone, and given', 401, broken, 'give'],
    ['after a try that had no effect: a rejection is given', 409, refusedOnce, 'give'],
    ['after waiting for a limit: a rejection is given', 409, { waits: 1, waitedMs: 1000 }, 'give'],
  ])('%s', (_, status, before, kind) => {
    expect(policy(created({ status }), after(creation, before)).kind).toBe(kind);
  });

  test('of a listing is given, whatever came before', () => {
    const response = { ...listed({}), status: 404 };
    expect(policy(response, after(listing, broken))).toEqual({ kind: 'give', response });
  });
});

describe('a status of gateways', () => {
  const returned = (status: number, wait?: string) =>
    created({ status, headers: wait === undefined ? [] : [['Retry-After', wait]] });

  test.each<[name: string, status: number, wait: string | undefined, leftMs: number, waitMs?: number]>([
    ['429 is waited for a second', 429, undefined, 60_000, 1000],
    ['429 with a Retry-After as long as it says', 429, '5', 60_000, 5000],
    ['503 with one too', 503, '5', 60_000, 5000],
    ['503 without one is an error like any', 503, undefined, 60_000],
    ['502 near the deadline too', 502, undefined, 1],
    ['a wait that fits before the deadline', 429, '5', 5001, 5000],
  ])('%s', (_, status, wait, leftMs, waitMs) => {
    const outcome = outcomeOf(returned(status, wait), leftMs);
    expect(outcome).toBeInstanceOf(TransportError);
    expect(outcome).toMatchObject({ retryAfterMs: waitMs, mayBeDone: status !== 429 });
  });

  test.each<[name: string, status: number, wait: string | undefined, leftMs: number]>([
    ['just until the deadline', 429, '5', 5000],
    ['for an hour', 503, '3600', 60_000],
    ['for the second of a 429, with less left', 429, undefined, 999],
  ])('a wait %s does not begin', (_, status, wait, leftMs) => {
    const outcome = outcomeOf(returned(status, wait), leftMs);
    expect(outcome).toBeInstanceOf(NoResponse);
    expect((outcome as NoResponse).message).toContain('longer than the run may take');
  });

  test.each([200, 401, 422, 500, 501])('%i is a response of the service', (status) => {
    const response = returned(status, '5');
    expect(outcomeOf(response, 1)).toBe(response);
  });
});
