import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createGate, type Gate } from './gate.js';
import { TransportError } from './transport-error.js';

test('never more in flight than allowed, bursts included', async () => {
  const gate = createGate({ concurrency: 4 });
  let [inFlight, most] = [0, 0];
  const ask = async (places: number) => {
    const giveBack = await gate.take(places);
    inFlight += places;
    most = Math.max(most, inFlight);
    await sleep(Math.random() * 5);
    inFlight -= places;
    for (let place = 0; place < places; place += 1) giveBack();
  };
  await Promise.all(Array.from({ length: 60 }, (_, at) => ask(at % 9 === 0 ? 4 : 1)));
  expect([most, inFlight]).toEqual([4, 0]);
});

test('the order of asking is kept, but for those that are urgent', async () => {
  const gate = createGate({ concurrency: 1 });
  const order: string[] = [];
  const ask = async (name: string, urgent?: boolean) => {
    const giveBack = await gate.take(1, urgent);
    order.push(name);
    await sleep(1);
    giveBack();
  };
  await Promise.all([ask('a'), ask('b'), ask('c'), ask('urgent', true)]);
  expect(order).toEqual(['a', 'urgent', 'b', 'c']);
});

test('more places than there are cannot be taken', async () => {
  await expect(createGate({ concurrency: 2 }).take(3)).rejects.toThrow(RangeError);
  expect(createGate({ concurrency: 8, rate: 5 }).places).toBe(5);
});

describe('by a clock that the test puts', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** When each of so many requests begins, milliseconds from now; each takes no time. */
  async function beginnings(gate: Gate, wanted: readonly number[]) {
    const start = performance.now();
    const begun: number[] = [];
    for (const places of wanted) {
      void gate.take(places).then((giveBack) => {
        begun.push(performance.now() - start);
        for (let place = 0; place < places; place += 1) giveBack();
      });
    }
    for (let ms = 0; ms < 5000; ms += 5) await vi.advanceTimersByTimeAsync(5);
    return begun;
  }
  const waits = (ms: number) => new TransportError('a gateway returned 429', ms, false);

  test.each([
    [2, [1, 1, 1, 1, 1], [0, 0, 1010, 1010, 2020]],
    [2.5, [1, 1, 1], [0, 0, 810]],
    [0.5, [1, 1], [0, 2010]],
    [3, [1, 2, 2], [0, 0, 1010]],
    [3, [2, 2, 1], [0, 1010, 1010]],
  ])('with a rate of %d, %j begin as soon as it lets them', async (rate, wanted, begun) => {
    const gate = createGate({ concurrency: 8, rate });
    expect(await beginnings(gate, wanted)).toEqual(begun);
    expect(vi.getTimerCount()).toBe(0);
    // A rate does not save up what was not used.
    expect(await beginnings(gate, wanted)).toEqual(begun);
  });

  test('what the target asks for holds what has not begun, bursts included, and one timer wakes all', async () => {
    const gate = createGate({ concurrency: 4 });
    const first = await gate.take();
    gate.broke(waits(150), performance.now());
    gate.broke(waits(50), performance.now());
    first();
    const asked = beginnings(gate, [1, 3, 1]);
    expect(vi.getTimerCount()).toBe(1);
    expect(await asked).toEqual([150, 150, 150]);
  });

  test('at its end nobody waits any more, for a place, for the rate, or for a hold', async () => {
    const gate = createGate({ concurrency: 1, rate: 1 });
    gate.broke(waits(60_000), performance.now());
    let through = 0;
    const waiting = [1, 2, 3].map(() => gate.take().then(() => (through += 1)));
    await vi.advanceTimersByTimeAsync(59_000);
    expect(through).toBe(0);
    gate.end();
    await Promise.all([...waiting, gate.take()]);
    expect(through).toBe(3);
  });

  const reset = new TransportError('the connection was reset');
  const breaker = () => {
    const gate = createGate({ concurrency: 8 });
    const breaks = (error = reset, begunAt = performance.now()) => gate.broke(error, begunAt);
    const held = async () => {
      const [begun, from] = [gate.take(), performance.now()];
      for (let ms = 0; ms < 6000 && vi.getTimerCount() > 0; ms += 50) await vi.advanceTimersByTimeAsync(50);
      (await begun)();
      return performance.now() - from;
    };
    return { gate, breaks, held };
  };

  test('scattered errors hold nobody up and stop nothing', async () => {
    const { gate, breaks, held } = breaker();
    for (let round = 0; round < 200; round += 1) {
      expect([breaks(), breaks(), breaks(), await held()]).toEqual([undefined, undefined, undefined, 0]);
      gate.answered();
    }
  });

  test('errors in a row hold all, longer each time; twelve over three seconds stop the run', async () => {
    const { gate, breaks, held } = breaker();
    for (let error = 0; error < 3; error += 1) breaks();
    const holds = [];
    for (let error = 0; error < 6; error += 1) {
      expect(breaks()).toBeUndefined();
      holds.push(await held());
    }
    expect(holds).toEqual([100, 200, 400, 800, 1600, 2000]);
    expect([breaks(), breaks()]).toEqual([undefined, undefined]);
    expect(breaks()).toBe('Stopped after 12 consecutive transport errors: the connection was reset.');
    gate.answered();
    for (let error = 0; error < 20; error += 1) expect(breaks()).toBeUndefined();
  });

  test('requests that were under way when a hold began count as errors, and prolong none', async () => {
    const { breaks, held } = breaker();
    const before = performance.now();
    await vi.advanceTimersByTimeAsync(1);
    for (let error = 0; error < 4; error += 1) breaks();
    for (let error = 0; error < 4; error += 1) breaks(reset, before);
    expect(await held()).toBe(100);
    // What the target asks all of them for counts once.
    expect(breaks(waits(5000))).toBeUndefined();
    for (let error = 0; error < 50; error += 1) expect(breaks(waits(5000), before)).toBeUndefined();
    expect(await held()).toBe(5000);
    expect([breaks(reset, before), breaks(reset, before)]).toEqual([undefined, undefined]);
    expect(breaks(reset, before)).toContain('Stopped after 12 ');
  });
});
