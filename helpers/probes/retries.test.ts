import { expect, test } from 'vitest';
import { inScope } from '../client/context.js';
import type { RequestChange, Response } from '../client/message.js';
import { created } from '../identity/response.fixture.js';
import { contextFor } from '../runner/context.fixture.js';
import { usualDuration } from './retries.js';

/** A success of a creation that took its time. */
const creation = (durationMs: number, change: RequestChange = {}, alone = true): Response => {
  const response = created({});
  return { ...response, durationMs, alone, request: { ...response.request, change } };
};

const usual = (...responses: Response[]) => {
  const run = contextFor([]);
  run.responses.push(...responses);
  return inScope('a check', async () => usualDuration(creation(99)), run);
};

test('the usual duration is that of new valid customers under fresh keys, whatever else succeeds at once', async () => {
  const customer = { first_name: 'Ada' };
  const quick: Response[] = [
    ...Array.from({ length: 8 }, () => creation(2, { purpose: 'again, same key' }, false)),
    ...Array.from({ length: 8 }, () => creation(2, { purpose: 'with an invalid member', customer })),
    ...Array.from({ length: 8 }, () =>
      creation(2, { purpose: 'with a key of the run before', idempotencyKey: 'a key' }),
    ),
    creation(2, { purpose: 'without Idempotency-Key', idempotencyKey: null }),
    creation(2, { purpose: 'with text after the body', text: '{} and more' }),
    creation(2, { purpose: 'at another path', path: 'customers/' }),
  ];
  expect(await usual(...quick, creation(150), creation(152, { caller: 'second' }), creation(900))).toBe(150);
  expect(await usual(...quick, creation(150))).toBe(150);
});

test('a response that a busy machine made late is not the usual one, and without any the control counts', async () => {
  expect(await usual(creation(2000), creation(150), creation(1500))).toBe(150);
  expect(await usual(creation(2, {}, false))).toBe(99);
});
