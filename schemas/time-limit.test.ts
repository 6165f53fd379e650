import { expect, test } from 'vitest';
import { OutOfTime, timeLimit } from './time-limit.js';

test('work that never ends is stopped: a loop, and a pattern', () => {
  expect(() =>
    timeLimit(50)(() => {
      for (;;);
    }),
  ).toThrow(OutOfTime);
  expect(() => timeLimit(50)(() => /^(a+)+$/.test(`${'a'.repeat(60)}!`))).toThrow(OutOfTime);
});

test('other work gives what it gives, and throws what it throws', () => {
  const within = timeLimit(10_000);
  const value = {};
  expect(within(() => value)).toBe(value);
  expect(() =>
    within(() => {
      throw new RangeError('its own');
    }),
  ).toThrow(RangeError);
});

test('the time is shared: nothing more is begun when it is over', () => {
  const within = timeLimit(30);
  expect(() =>
    within(() => {
      for (;;);
    }),
  ).toThrow(OutOfTime);
  expect(() => within(() => 'more')).toThrow(OutOfTime);
});

test('a machine that is busy with something else takes no time away: what it stopped begins again', () => {
  let tries = 0;
  const patient = () => {
    tries += 1;
    // Stands for a thread that waits for its turn.
    if (tries === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    return 'done';
  };
  expect(timeLimit(50)(patient)).toBe('done');
  expect(tries).toBe(2);
});
