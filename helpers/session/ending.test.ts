import { expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { exitOf, Stopped } from './ending.js';

/** Of a report only what the status depends on. */
const report = (verdict: string, changed: string[] | undefined, failOnDrift: boolean) =>
  ({
    run: { strict: failOnDrift ? ['drift'] : undefined },
    summary: { verdict },
    requirements: [],
    ...(changed && { comparison: { changed } }),
  }) as unknown as Report;

test.each<
  [verdict: string, changed: string[] | undefined, failOnDrift: boolean, forced: number | undefined, status: number]
>([
  ['conformant', undefined, true, undefined, 0],
  ['conformant', [], true, undefined, 0],
  ['conformant', ['ERR-02'], false, undefined, 0],
  ['conformant', ['ERR-02'], true, undefined, 1],
  ['conformant-with-waivers', undefined, false, undefined, 0],
  ['conformant-with-waivers', ['ERR-02'], true, undefined, 1],
  ['partial', undefined, false, undefined, 0],
  ['inconclusive', ['ERR-02'], false, undefined, 3],
  ['inconclusive', ['ERR-02'], true, undefined, 1],
  ['nonconformant', ['ERR-02'], true, undefined, 1],
  ['conformant', ['ERR-02'], true, 130, 130],
  ['inconclusive', undefined, false, 143, 143],
])('%s, changed %j, --fail-on-drift %s, signal %s: %i', (verdict, changed, failOnDrift, forced, status) => {
  const exit = exitOf(report(verdict, changed, failOnDrift), new Stopped('It was stopped.', forced));
  expect(exit.status).toBe(status);
  // Only where the verdict alone would have given another status is there something to explain.
  expect(exit.because !== undefined).toBe(status === 1 && verdict !== 'nonconformant');
});

test('the day of the first open change stands in the reason', () => {
  const both = (strict: boolean) =>
    ({
      run: { strict: strict ? ['drift'] : undefined },
      summary: { verdict: 'conformant' },
      comparison: { changed: ['VER-02', 'ERR-02'] },
      requirements: [{ drift: { since: '2026-11-20' } }, { drift: { since: '2026-11-14' } }],
    }) as unknown as Report;
  expect(exitOf(both(true))).toEqual({
    status: 1,
    because: '2 observations changed, the first since 14 November 2026, and --fail-on-drift was given',
  });
  expect(exitOf(both(false))).toEqual({ status: 0 });
});

test.each<[name: string, report: object, because: string | undefined]>([
  ['one change', { comparison: { changed: ['VER-02'] } }, '1 observation changed, and --fail-on-drift was given'],
  [
    'one change with its day',
    { comparison: { changed: ['VER-02'] }, requirements: [{ drift: { since: '2026-11-14' } }, {}] },
    '1 observation changed since 14 November 2026, and --fail-on-drift was given',
  ],
  [
    'one difference from another run',
    { comparison: { changed: ['VER-02'], between: ['staging', 'live'] } },
    '1 difference from staging is not accepted, and --fail-on-drift was given',
  ],
  [
    'differences from another run',
    { comparison: { changed: ['VER-02', 'ERR-02'], between: ['staging', 'live'] } },
    '2 differences from staging are not accepted, and --fail-on-drift was given',
  ],
  ['none at all', {}, undefined],
])('%s is told', (_, of, because) => {
  const run = { strict: ['drift'] };
  const whole = { run, summary: { verdict: 'conformant' }, requirements: [], decisions: [], ...of };
  expect(exitOf(whole as unknown as Report).because).toBe(because);
});

test('a file that was not written makes a whole run an internal error, and one that a signal ended none', () => {
  const whole = report('conformant', undefined, false);
  const unwritten = 'evidence.har was left out: no space left on device (ENOSPC).';
  expect(exitOf(whole, undefined, unwritten)).toEqual({ status: 4, because: unwritten.slice(0, -1) });
  expect(exitOf(whole, new Stopped('The deadline passed.'), unwritten).status).toBe(4);
  expect(exitOf(whole, new Stopped('A signal.', 143), unwritten)).toEqual({ status: 143 });
});
