import { expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { exitOf } from './ending.js';

const report = (verdict: string, strict: boolean, differing: readonly string[] = []) => {
  const requirements = [{ id: 'AUTH-01' }, ...differing.map((id) => ({ id, drift: {} }))];
  return { run: { strict: strict ? ['drift'] : undefined }, summary: { verdict }, requirements } as unknown as Report;
};
const changed = ['ERR-02'];

test.each<[verdict: string, strict: boolean, differing: string[], status: number, forced?: number]>([
  ['conformant', true, [], 0],
  ['conformant', false, changed, 0],
  ['conformant-with-waivers', true, changed, 1],
  ['partial', false, [], 0],
  ['inconclusive', false, changed, 3],
  ['nonconformant', true, changed, 1],
  ['conformant', true, changed, 130, 130],
  ['inconclusive', false, [], 143, 143],
])('%s, --fail-on-drift %s, differing %j: %i', (verdict, strict, differing, status, forced) => {
  const exit = exitOf(report(verdict, strict, differing), { sentence: 'It was stopped.', status: forced });
  expect(exit.status).toBe(status);
  // Only where the verdict alone would have given another status is there something to explain.
  expect(exit.because !== undefined).toBe(status === 1 && verdict !== 'nonconformant');
});

test.each([
  [changed, '1 difference (ERR-02)'],
  [['VER-02', 'ERR-02'], '2 differences (VER-02, ERR-02)'],
])('the reason is shown for %j', (differing, because) => {
  const exit = exitOf(report('conformant', true, differing));
  expect(exit).toEqual({ status: 1, because: `${because}, and --fail-on-drift was given` });
});

test('a file that was not written makes a whole run an internal error, and one that a signal ended none', () => {
  const whole = report('conformant', false);
  const unwritten = 'evidence.har was left out: no space left on device (ENOSPC).';
  expect(exitOf(whole, undefined, unwritten)).toEqual({ status: 4, because: unwritten.slice(0, -1) });
  expect(exitOf(whole, { sentence: 'The deadline passed.' }, unwritten).status).toBe(4);
  expect(exitOf(whole, { sentence: 'A signal.', status: 143 }, unwritten)).toEqual({ status: 143 });
});
