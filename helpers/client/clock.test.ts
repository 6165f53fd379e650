import { expect, test } from 'vitest';
import { beginning, moment, untilDeadline } from './clock.js';

const begun = (agoMs: number) => ({ startedAt: 5_000_000, beganAt: beginning().beganAt - agoMs });

test('time of a run goes on from its start, whatever the clock of the machine says', () => {
  const run = begun(2000);
  expect(Math.abs(moment(run) - 5_002_000)).toBeLessThan(900);
  expect(Number.isInteger(moment(run))).toBe(true);
  const left = untilDeadline({ ...run, configuration: { deadlineSeconds: 3 } });
  expect(Math.abs(left - 1000)).toBeLessThan(900);
  expect(untilDeadline({ ...run, configuration: { deadlineSeconds: 1 } })).toBeLessThan(0);
});
