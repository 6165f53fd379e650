import { expect, test } from 'vitest';
import { clockNotice, elapsed, moment, monotonic, untilDeadline } from './clock.js';

const begun = (agoMs: number) => ({ startedAt: 5_000_000, beganAt: monotonic() - agoMs });

test('time of a run goes on from its start, whatever the clock of the machine says', () => {
  const run = begun(2000);
  expect(Math.abs(elapsed(run) - 2000)).toBeLessThan(900);
  expect(Math.abs(moment(run) - 5_002_000)).toBeLessThan(900);
  expect(Number.isInteger(moment(run))).toBe(true);
  const left = untilDeadline({ ...run, configuration: { deadlineSeconds: 3 } });
  expect(Math.abs(left - 1000)).toBeLessThan(900);
  expect(untilDeadline({ ...run, configuration: { deadlineSeconds: 1 } })).toBeLessThan(0);
});

test.each<[name: string, agoMs: number, ahead: number, notice?: string]>([
  ['agrees', 0, 0],
  ['drifts by less than two seconds', 0, 1900],
  ['drifts back by as much', 0, -1900],
  ['is put forward', 0, 9000, '9 s forward'],
  ['is put back', 0, -9000, '9 s back'],
  ['drifts over a day as clocks do', 86_400_000, 88_000],
  ['goes further in a day than clocks drift', 86_400_000, 89_000, '89 s forward'],
])('a clock that %s', (_, agoMs, ahead, notice) => {
  const said = clockNotice(begun(agoMs), 5_000_000 + agoMs + ahead);
  if (notice === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(`The clock of this machine went ${notice} during the run`);
});
