import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRateLimiter } from './rate-limiter.js';

test('never more in flight than allowed, bursts included', async () => {
  const rateLimiter = createRateLimiter({ concurrency: 4 });
  let [inFlight, most] = [0, 0];
  const ask = async (places: number) => {
    const giveBack = await rateLimiter.take(places);
    inFlight += places;
    most = Math.max(most, inFlight);
    await sleep(Math.random() * 5);
    inFlight -= places;
    for (let place = 0; place < places; place += 1) giveBack();
  };
  await Promise.all(Array.from({ length: 60 }, (_, at) => ask(at % 9 === 0 ? 4 : 1)));
  expect(most).toBe(4);
  expect(inFlight).toBe(0);
});

test('the order of asking is kept, but for those that are urgent', async () => {
  const rateLimiter = createRateLimiter({ concurrency: 1 });
  const order: string[] = [];
  const ask = async (name: string, urgent?: boolean) => {
    const giveBack = await rateLimiter.take(1, urgent);
    order.push(name);
    await sleep(1);
    giveBack();
  };
  await Promise.all([ask('a'), ask('b'), ask('c'), ask('urgent', true)]);
  expect(order).toEqual(['a', 'urgent', 'b', 'c']);
});

test('more places than there are cannot be taken', async () => {
  await expect(createRateLimiter({ concurrency: 2 }).take(3)).rejects.toThrow(RangeError);
  expect(createRateLimiter({ concurrency: 8, rate: 5 }).places).toBe(5);
});

describe('by a clock that the test puts', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
  afterEach(() => vi.useRealTimers());

  test('never more begun in any second than the rate, after a burst too', async () => {
    const rateLimiter = createRateLimiter({ concurrency: 50, rate: 10 });
    const begun: number[] = [];
    const all = Promise.all(
      Array.from({ length: 25 }, async (_, at) => {
        const places = at === 3 ? 5 : 1;
        const giveBack = await rateLimiter.take(places);
        for (let place = 0; place < places; place += 1) {
          begun.push(performance.now());
          giveBack();
        }
      }),
    );
    await vi.advanceTimersByTimeAsync(5000);
    await all;
    begun.sort((a, b) => a - b);
    expect(begun).toHaveLength(29);
    for (let at = 10; at < begun.length; at += 1) {
      expect((begun[at] ?? 0) - (begun[at - 10] ?? 0)).toBeGreaterThanOrEqual(1000);
    }
  });

  test('a hold keeps back what has not begun, bursts included, and lets all go on after it', async () => {
    const rateLimiter = createRateLimiter({ concurrency: 4 });
    const first = await rateLimiter.take();
    rateLimiter.hold(150);
    rateLimiter.hold(50);
    first();
    let through = 0;
    for (const places of [1, 3]) rateLimiter.take(places).then(() => (through += places));
    await vi.advanceTimersByTimeAsync(149);
    expect(through).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(through).toBe(4);
  });

  test('at its end nobody waits any more, for a place, for the rate, or for a hold', async () => {
    const rateLimiter = createRateLimiter({ concurrency: 1, rate: 1 });
    rateLimiter.hold(60_000);
    let through = 0;
    const waiting = [1, 2, 3].map(() => rateLimiter.take().then(() => (through += 1)));
    await vi.advanceTimersByTimeAsync(59_000);
    expect(through).toBe(0);
    rateLimiter.end();
    await Promise.all([...waiting, rateLimiter.take()]);
    expect(through).toBe(3);
  });
});

describe('by the clock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** When each of so many requests begins, milliseconds from now; each takes no time. */
  async function beginnings(rateLimiter: ReturnType<typeof createRateLimiter>, wanted: readonly number[]) {
    const start = performance.now();
    const begun: number[] = [];
    for (const places of wanted) {
      void rateLimiter.take(places).then((giveBack) => {
        begun.push(performance.now() - start);
        for (let place = 0; place < places; place += 1) giveBack();
      });
    }
    for (let ms = 0; ms < 5000; ms += 5) await vi.advanceTimersByTimeAsync(5);
    return begun;
  }

  test.each<[rate: number, wanted: number[], begun: number[]]>([
    [2, [1, 1, 1, 1, 1], [0, 0, 1010, 1010, 2020]],
    [2.5, [1, 1, 1], [0, 0, 810]],
    [0.5, [1, 1], [0, 2010]],
    [3, [1, 2, 2], [0, 0, 1010]],
    [3, [2, 2, 1], [0, 1010, 1010]],
  ])('with a rate of %d, %j begin as soon as it lets them', async (rate, wanted, begun) => {
    expect(await beginnings(createRateLimiter({ concurrency: 8, rate }), wanted)).toEqual(begun);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a rate does not save up what was not used', async () => {
    const rateLimiter = createRateLimiter({ concurrency: 8, rate: 2 });
    await beginnings(rateLimiter, [1]);
    expect(await beginnings(rateLimiter, [1, 1, 1])).toEqual([0, 0, 1010]);
  });

  test('a hold ends to the millisecond, and one timer wakes all', async () => {
    const rateLimiter = createRateLimiter({ concurrency: 8 });
    rateLimiter.hold(150);
    const asked = beginnings(rateLimiter, [1, 1, 1]);
    expect(vi.getTimerCount()).toBe(1);
    expect(await asked).toEqual([150, 150, 150]);
  });
});
