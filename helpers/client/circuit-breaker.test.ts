import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.js';
import { TransportError } from './transport-error.js';

let holds: number[];
let circuitBreaker: ReturnType<typeof createCircuitBreaker>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  holds = [];
  circuitBreaker = createCircuitBreaker({ hold: (ms) => void holds.push(ms) });
});
afterEach(() => void vi.useRealTimers());

const reset = new TransportError('the connection was reset');
const breaks = (fault = reset, begunAt = performance.now()) => circuitBreaker.broke(fault, begunAt);

test('scattered faults hold nobody up and stop nothing', () => {
  for (let round = 0; round < 200; round += 1) {
    expect([breaks(), breaks(), breaks()]).toEqual([undefined, undefined, undefined]);
    vi.advanceTimersByTime(50);
    circuitBreaker.answered();
  }
  expect(holds).toEqual([]);
});

test('a moment without any answer is waited out, longer each time; three seconds of it are enough', () => {
  for (let fault = 0; fault < 30; fault += 1) expect(breaks()).toBeUndefined();
  expect(holds[0]).toBe(100);
  for (const wait of [1, 2, 4, 8, 16]) {
    vi.advanceTimersByTime(wait * 90);
    breaks();
  }
  expect(holds.at(-1)).toBe(2000);
  vi.advanceTimersByTime(3000);
  expect(breaks()).toMatch(/^Stopped after \d+ consecutive transport errors: the connection was reset\.$/);
});

test('what the target asks for is waited for, once for all that were under way', () => {
  const limited = new TransportError('a 429 came in place of an answer', 5000, false);
  const together = performance.now();
  vi.advanceTimersByTime(1);
  for (let fault = 0; fault < 50; fault += 1) expect(breaks(limited, together)).toBeUndefined();
  expect(holds).toEqual([5000]);
  for (let round = 0; round < 10; round += 1) {
    vi.advanceTimersByTime(5000);
    expect(breaks(limited)).toBeUndefined();
  }
  vi.advanceTimersByTime(5000);
  expect(breaks(limited)).toMatch(/^Stopped after 12 /);
});

test('three seconds and twelve errors are needed, counted from the first since an answer', () => {
  vi.advanceTimersByTime(10_000);
  circuitBreaker.answered();
  for (let fault = 0; fault < 11; fault += 1) expect(breaks()).toBeUndefined();
  vi.advanceTimersByTime(2999);
  expect(breaks()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(breaks()).toContain('Stopped after 13 ');
  circuitBreaker.answered();
  breaks();
  vi.advanceTimersByTime(5000);
  for (let fault = 0; fault < 10; fault += 1) expect(breaks()).toBeUndefined();
  expect(breaks()).toContain('Stopped after 12 ');
});

test('requests that were under way when a hold began count as errors, and prolong none', () => {
  for (let fault = 0; fault < 4; fault += 1) {
    breaks();
    expect(holds).toEqual(fault < 3 ? [] : [100]);
  }
  const before = performance.now() - 1;
  vi.advanceTimersByTime(3000);
  for (let fault = 0; fault < 7; fault += 1) expect(breaks(reset, before)).toBeUndefined();
  expect(breaks(reset, before)).toContain('Stopped after 12 ');
  expect(holds).toEqual([100]);
});

test('a wait that the target asks for does not prolong the pauses after errors', () => {
  const limited = new TransportError('a gateway returned 429', 50, false);
  for (let fault = 0; fault < 3; fault += 1) breaks(limited);
  expect(holds).toEqual([50, 50, 50]);
  breaks();
  breaks();
  breaks(new TransportError('a gateway returned 503', 5000));
  expect(holds).toEqual([50, 50, 50, 100, 200, 5000]);
});
