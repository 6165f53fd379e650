import { expect, test } from 'vitest';
import { Skipped } from '../client/verdicts.js';
import { created } from '../identity/response.fixture.js';
import { expectFromService } from './in-front.js';

const judged = (status: number, body: unknown) => {
  const response = created({ status, body });
  return () =>
    expectFromService({ ...response, request: { ...response.request, change: { headers: [] } } }, created({}));
};

test.each([400, 403, 405, 406, 411, 415, 413, 414, 421, 426, 431, 494])(
  'a page with %d may come from something in front of the service, JSON does not',
  (status) => {
    expect(judged(status, 'raw:<h1>No</h1>')).toThrow(Skipped);
    expect(judged(status, { error: 'no' })).not.toThrow();
  },
);

test.each([200, 302, 404, 422, 500])('%d comes from the service, whatever its body', (status) => {
  expect(judged(status, 'raw:<h1>No</h1>')).not.toThrow();
});
