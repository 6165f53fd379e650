import { expect, test } from 'vitest';
import type { ValidOutcome } from '../evidence/journal.js';
import { unavailabilityOf } from './availability.js';

type Status = ValidOutcome['status'];

const outcome = (status: Status, caller: ValidOutcome['caller'] = 'first', operation = 'list accounts') => {
  const became = status === undefined ? 'the connection was refused' : `\`GET /accounts\` returned ${status}`;
  return { caller, status, operation, became };
};
/** Of both operations by turns. */
const causeOf = (...statuses: readonly Status[]) =>
  unavailabilityOf({ valid: statuses.map((status, at) => outcome(status, 'first', `operation ${at % 2}`)) });
const times = (count: number, status: Status): readonly Status[] => Array.from({ length: count }, () => status);

test('where no request could be sent at all, the reason of that is the cause', () => {
  const sentence = 'The certificate failed verification.';
  const cause = { cause: 'not-reached', sentence, whole: true };
  expect(unavailabilityOf({ valid: [], unreached: sentence })).toEqual(cause);
});

test.each<[what: string, statuses: readonly Status[], cause: string, sentence: RegExp]>([
  ['no response came', times(2, undefined), 'not-reached', /did not answer any request: the connection was refused\.$/],
  ['the key was rejected', [401], 'key-rejected', /key was rejected: .* returned 401\. Check `CONFORMANCE_API_KEY`\.$/],
  ['all were forbidden', times(3, 403), 'in-front', /returned 403\. Check `CONFORMANCE_TENANT_ID`/],
  ['all met a limit', times(3, 429), 'in-front', /returned 429\. This seems to come from something in front/],
  ['a gateway answered', [502, 503, 504], 'in-front', /returned 502\. This seems to come from something in front/],
])('of a whole run: %s', (_, statuses, cause, sentence) => {
  expect(causeOf(...statuses)).toEqual({ cause, sentence: expect.stringMatching(sentence), whole: true });
});

test.each<[status: Status, cause: string, sentence: RegExp]>([
  [undefined, 'stopped-answering', /^The target stopped answering during the run: the connection was refused\.$/],
  [401, 'key-rejected', /rejected from some moment of the run on/],
  [403, 'in-front', /kept out from some moment of the run on/],
  [503, 'in-front', /kept out from some moment of the run on/],
])('from some moment of the run on: %s, where five in a row up to the end were kept out', (status, cause, sentence) => {
  expect(causeOf(200, status, 201, ...times(5, status))).toEqual({ cause, sentence: expect.stringMatching(sentence) });
  expect(causeOf(200, ...times(4, status))).toBeUndefined();
});

test('a run that stopped since nothing came any more, however few valid requests were lost', () => {
  const cause = { cause: 'stopped-answering', sentence: 'The target stopped answering during the run. Stopped.' };
  expect(unavailabilityOf({ valid: [outcome(200)] }, 'Stopped.')).toEqual(cause);
});

test.each<[what: string, statuses: readonly Status[]]>([
  ['nothing was sent', []],
  ['each got what it asked for', [200, 201]],
  ['the service failed: that is its answer', times(9, 500)],
  ['the service rejected each: that is its answer', times(9, 422)],
  ['some were kept out, and the last one was not', [401, ...times(9, 503), 200]],
  ['an error of the service ends a row', [...times(6, 429), 500, ...times(4, 429)]],
])('is no cause: %s', (_, statuses) => {
  expect(causeOf(...statuses)).toBeUndefined();
});

test('one operation of two that is kept out is no cause: the service may answer so to a quota', () => {
  const after = times(9, 403).map((status) => outcome(status, 'first', 'create customer'));
  const before = [outcome(200), outcome(201, 'first', 'create customer')];
  expect(unavailabilityOf({ valid: [...before, ...after] })).toBeUndefined();
  expect(unavailabilityOf({ valid: [...before, ...after, outcome(403)] })).toMatchObject({ cause: 'in-front' });
  const broken = [502, undefined, 503, 504, 502].map((status) => outcome(status));
  expect(unavailabilityOf({ valid: [...before, ...broken] })).toMatchObject({ cause: 'in-front' });
});

test('the second tenant’s key is a cause of its own, where each request with it got 401, and leaves the rest decided', () => {
  const withSecond = (first: readonly Status[], second: readonly Status[]) => {
    const ofSecond = second.map((status) => outcome(status, 'second'));
    return unavailabilityOf({ valid: [...ofSecond, ...first.map((status) => outcome(status))] });
  };
  const sentence = /^The second tenant’s API key was rejected: .* Check `CONFORMANCE_OTHER_API_KEY`\.$/;
  expect(withSecond([200], [401, 401])).toEqual({
    cause: 'other-key-rejected',
    sentence: expect.stringMatching(sentence),
    unmet: 'CONFORMANCE_OTHER_API_KEY was rejected',
  });
  expect(withSecond([200], [401, 200])).toBeUndefined();
  expect(withSecond([200], times(9, 403))).toBeUndefined();
  // What keeps out the first caller is the cause of both.
  expect(withSecond([401], [401])).toMatchObject({ cause: 'key-rejected', whole: true });
  expect(withSecond(times(9, 401), [200])).toMatchObject({ cause: 'key-rejected', whole: true });
});
