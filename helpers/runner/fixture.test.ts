import { describe, expect, test } from 'vitest';
import { inScope, perRun } from '../client/context.js';
import { Inconclusive } from '../client/verdicts.js';
import { contextFor } from './context.fixture.js';
import { bracket, fixture, fixtures } from './fixture.js';

describe('a fixture', () => {
  test('is made once a run, by whoever needs it first, and anew in another run', async () => {
    let made = 0;
    const value = fixture('a value', async () => {
      made += 1;
      return made;
    });
    const [one, other] = [contextFor([]), contextFor([])];
    const asked = [one, one, other, one].map((run) => inScope('a check', () => value(), run));
    expect(await Promise.all(asked)).toEqual([1, 1, 2, 1]);
  });

  test('that ends inconclusive ends each check that relies on it so', async () => {
    const value = fixture('a value', async () => {
      throw new Inconclusive('No control.');
    });
    const run = contextFor([]);
    for (let more = 2; more > 0; more -= 1)
      await expect(inScope('a check', () => value(), run)).rejects.toThrow('No control.');
  });

  test('its exchanges become evidence of each check that relies on it', async () => {
    const run = contextFor([]);
    const value = fixture('a value', () =>
      inScope('inside', async () => 1).then(async () => {
        const { currentScope } = await import('../client/context.js');
        currentScope().exchanges.push('x0007');
        return 1;
      }),
    );
    for (const name of ['one', 'two'])
      await inScope(
        name,
        async (scope) => {
          await value();
          expect(scope.exchanges).toEqual(['x0007']);
        },
        run,
      );
  });

  test('of many names is made once for each', async () => {
    const value = fixtures<string>();
    const run = contextFor([]);
    let made = 0;
    const make = async () => {
      made += 1;
      return String(made);
    };
    const ask = (name: string) => inScope('a check', () => value(name, make), run);
    expect(await Promise.all([ask('a'), ask('b'), ask('a')])).toEqual(['1', '2', '1']);
  });
});

describe('a bracket', () => {
  test('asks its closing control once, after all have sent', async () => {
    const order: string[] = [];
    const closing = bracket('a control', async () => {
      order.push('control');
      return 'control';
    });
    const run = contextFor([]);
    const send = (name: string, ms: number) =>
      inScope(
        name,
        () =>
          closing(async () => {
            await new Promise((resolve) => setTimeout(resolve, ms));
            order.push(name);
            return name;
          }),
        run,
      );
    expect(await Promise.all([send('one', 1), send('two', 10)])).toEqual([
      ['one', 'control'],
      ['two', 'control'],
    ]);
    expect(order).toEqual(['one', 'two', 'control']);
  });
});

test('a value per run is kept by no module', async () => {
  const counter = perRun(() => ({ count: 0 }));
  const count = (run: ReturnType<typeof contextFor>) =>
    inScope(
      'a check',
      async () => {
        counter().count += 1;
        return counter().count;
      },
      run,
    );
  const [one, other] = [contextFor([]), contextFor([])];
  expect([await count(one), await count(one), await count(other)]).toEqual([1, 2, 1]);
});
