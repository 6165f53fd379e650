import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { currentScope, inScope, perRun } from '../client/context.js';
import { Inconclusive } from '../client/verdicts.js';
import { contextFor } from './context.fixture.js';
import { bracket, fixture, fixtures } from './fixture.js';

const asked = <T>(step: () => Promise<T>, runs = [contextFor([])].flatMap((run) => [run, run])) =>
  Promise.allSettled(runs.map((run) => inScope('a check', step, run)));
const values = (settled: PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)));
const counting = () => {
  let made = 0;
  return async () => {
    made += 1;
    return made;
  };
};

describe('a step that checks share', () => {
  test('is made once a run, by whoever needs it first, and anew in another run', async () => {
    const [one, other] = [contextFor([]), contextFor([])];
    expect(values(await asked(fixture('a value', counting()), [one, one, other, one]))).toEqual([1, 1, 2, 1]);
  });

  test('and that ends inconclusive ends each of them so', async () => {
    const value = fixture('a value', () => Promise.reject(new Inconclusive('No control.')));
    expect(values(await asked(value))).toEqual(Array(2).fill('Inconclusive: No control.'));
  });

  test.each([
    ['gave a value', undefined],
    ['gave none', new Inconclusive('No.')],
  ])('gives its exchanges to each as evidence, where it %s', async (_, error) => {
    const value = fixture('a value', async () => {
      currentScope().exchanges.push('x0007');
      if (error) throw error;
    });
    const evidence = () => value().then(...Array(2).fill(() => currentScope().exchanges));
    expect(values(await asked(evidence))).toEqual([['x0007'], ['x0007']]);
  });

  test('and that has many names is made once for each', async () => {
    const [value, make, run] = [fixtures<number>(), counting(), contextFor([])];
    const ask = (name: string) => inScope('a check', () => value(name, make), run);
    expect(await Promise.all([ask('a'), ask('b'), ask('a')])).toEqual([1, 2, 1]);
  });
});

test('a bracket asks its closing control once, after all have sent, and not where nobody needs it', async () => {
  const order: string[] = [];
  const closing = bracket('a control', async () => order.push('control'));
  const run = contextFor([]);
  const send = (name: string, ms: number, error?: Error) => {
    const work = async () => {
      await sleep(ms);
      order.push(name);
      if (error) throw error;
      return name;
    };
    return inScope(name, () => closing(work), run);
  };
  expect(await Promise.all([send('one', 1), send('two', 10)])).toEqual([
    ['one', 3],
    ['two', 3],
  ]);
  await expect(send('three', 1, new Inconclusive('No.'))).rejects.toThrow('No.');
  expect(order).toEqual(['one', 'two', 'control', 'three']);
});

test('a value per run is kept by no module', async () => {
  const counter = perRun(() => ({ count: 0 }));
  const count = async () => {
    counter().count += 1;
    return counter().count;
  };
  const [one, other] = [contextFor([]), contextFor([])];
  expect(values(await asked(count, [one, one, other]))).toEqual([1, 2, 1]);
});
