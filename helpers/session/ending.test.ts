import { expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { exitOf } from './ending.js';

/** Of a report only what the status depends on. */
const report = (verdict: string, strict: boolean, comparison?: object) =>
  ({
    run: { strict: strict ? ['drift'] : undefined },
    summary: { verdict },
    comparison,
  }) as unknown as Report;
const none = { compared: 1, changed: [], newFailures: [], fixed: [], undecided: [], decided: [] };
const changed = { ...none, changed: ['ERR-02'] };

test.each<
  [verdict: string, comparison: object | undefined, strict: boolean, forced: number | undefined, status: number]
>([
  ['conformant', undefined, true, undefined, 0],
  ['conformant', none, true, undefined, 0],
  ['conformant', changed, false, undefined, 0],
  ['conformant', changed, true, undefined, 1],
  ['conformant-with-waivers', changed, true, undefined, 1],
  ['partial', undefined, false, undefined, 0],
  ['inconclusive', changed, false, undefined, 3],
  ['inconclusive', changed, true, undefined, 1],
  ['nonconformant', changed, true, undefined, 1],
  ['conformant', changed, true, 130, 130],
  ['inconclusive', undefined, false, 143, 143],
])('%s, compared %j, --fail-on-drift %s, signal %s: %i', (verdict, comparison, strict, forced, status) => {
  const exit = exitOf(report(verdict, strict, comparison), { sentence: 'It was stopped.', status: forced });
  expect(exit.status).toBe(status);
  // Only where the verdict alone would have given another status is there something to explain.
  expect(exit.because !== undefined).toBe(status === 1 && verdict !== 'nonconformant');
});

test.each<[comparison: object, because: string]>([
  [changed, '1 observation changed'],
  [{ ...none, changed: ['VER-02', 'ERR-02'], between: ['staging', 'live'] }, '2 differences (VER-02, ERR-02)'],
])('of %j the reason is told', (comparison, because) => {
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
