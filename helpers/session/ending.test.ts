import { expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { exitOf } from './ending.js';

const report = (verdict: string, strict: boolean, comparison?: object) =>
  ({ run: { strict: strict ? ['drift'] : undefined }, summary: { verdict }, comparison }) as unknown as Report;
const none = { compared: 1, changed: [], newFailures: [], fixed: [], undecided: [], decided: [] };
const changed = { ...none, changed: ['ERR-02'] };

test.each<[verdict: string, strict: boolean, comparison: object | undefined, status: number, forced?: number]>([
  ['conformant', true, none, 0],
  ['conformant', false, changed, 0],
  ['conformant-with-waivers', true, changed, 1],
  ['partial', false, undefined, 0],
  ['inconclusive', false, changed, 3],
  ['nonconformant', true, changed, 1],
  ['conformant', true, changed, 130, 130],
  ['inconclusive', false, undefined, 143, 143],
])('%s, --fail-on-drift %s, compared %j: %i', (verdict, strict, comparison, status, forced) => {
  const exit = exitOf(report(verdict, strict, comparison), { sentence: 'It was stopped.', status: forced });
  expect(exit.status).toBe(status);
  // Only where the verdict alone would have given another status is there something to explain.
  expect(exit.because !== undefined).toBe(status === 1 && verdict !== 'nonconformant');
});

test.each([
  [changed, '1 observation changed'],
  [{ ...none, changed: ['VER-02', 'ERR-02'], between: ['staging', 'live'] }, '2 differences (VER-02, ERR-02)'],
])('the reason is shown for %j', (comparison, because) => {
  const exit = exitOf(report('conformant', true, comparison));
  expect(exit).toEqual({ status: 1, because: `${because}, and --fail-on-drift was given` });
});

test('a file that was not written makes a whole run an internal error, and one that a signal ended none', () => {
  const whole = report('conformant', false);
  const unwritten = 'evidence.har was left out: no space left on device (ENOSPC).';
  expect(exitOf(whole, undefined, unwritten)).toEqual({ status: 4, because: unwritten.slice(0, -1) });
  expect(exitOf(whole, { sentence: 'The deadline passed.' }, unwritten).status).toBe(4);
  expect(exitOf(whole, { sentence: 'A signal.', status: 143 }, unwritten)).toEqual({ status: 143 });
});
