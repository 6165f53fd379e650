import { describe, expect, test } from 'vitest';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { Inconclusive, type Observed, Skipped } from '../client/verdicts.js';
import { created } from '../identity/response.fixture.js';
import { contextFor } from './context.fixture.js';
import { judge } from './judge.js';
import { suite } from './suite.js';

describe('an observation', () => {
  test('carries its value in its normal form, and is not made with --observe none', async () => {
    const { observe, definitions } = suite<typeof fsapi>();
    observe('IDEM-06', 'one', async () => ({
      ...{ observation: { b: 1, a: 2 }, sentences: ['So it is.'], outside: true },
    }));
    const [definition] = definitions;
    if (!definition) throw new Error('no definition');
    const { finding: seen } = await judge(definition, contextFor(definitions));
    expect(JSON.stringify(seen)).toContain('"observation":{"a":2,"b":1}');
    const { finding: kept } = await judge(definition, contextFor(definitions, { observe: 'none' }));
    expect(kept).toMatchObject({ verdict: 'not-asked', reason: expect.stringContaining('--observe none') });
  });

  test('responses to other requests that it was read off become its evidence', async () => {
    const { observe, definitions } = suite<typeof fsapi>();
    const response = created({ status: 201 });
    observe('VER-02', 'one', async () => ({ observation: {}, sentences: ['None.'], seen: [response] }));
    const [definition] = definitions;
    if (!definition) throw new Error('no definition');
    const { finding } = await judge(definition, contextFor(definitions));
    expect(finding).toMatchObject({ verdict: 'observed', exchanges: [response.exchange] });
    expect(finding).not.toHaveProperty('seen');
  });

  test('without an exchange is not observed', async () => {
    const { observe, definitions } = suite<typeof fsapi>();
    observe('VER-02', 'one', async () => ({ observation: {}, sentences: ['Headers of deprecation: none.'] }));
    const [definition] = definitions;
    if (!definition) throw new Error('no definition');
    const { finding } = await judge(definition, contextFor(definitions));
    expect(finding).toMatchObject({ verdict: 'inconclusive' });
    expect(finding).not.toHaveProperty('observation');
  });

  test('that differs from the baseline is made once more, and the second counts', async () => {
    let times = 0;
    const { observe, definitions } = suite<typeof fsapi>();
    observe('IDEM-06', 'one', async () => {
      times += 1;
      return { observation: { times }, sentences: [], outside: true };
    });
    const [definition] = definitions;
    if (!definition) throw new Error('no definition');
    const run = { ...contextFor(definitions), baseline: { 'IDEM-06': { times: 2 } } };
    expect((await judge(definition, run)).finding).toMatchObject({ observation: { times: 2 } });
    expect(times).toBe(2);
  });
});

describe('an observation that', () => {
  const observed = async (probe: () => Promise<Observed>, more: object = {}, names = ['one']) => {
    const { observe, definitions } = suite<typeof fsapi>();
    for (const name of names) observe('IDEM-06', name, probe);
    return (await judge(definitions[0] as never, { ...contextFor(definitions), ...more })).finding;
  };
  const inTurn = (values: readonly unknown[]) => {
    let times = 0;
    return async (): Promise<Observed> => {
      times += 1;
      const value = values[times - 1];
      if (value instanceof Error) throw value;
      return { observation: value ?? { times }, sentences: [], outside: true };
    };
  };

  test('is as in the baseline is made once', async () => {
    expect(await observed(inTurn([{ a: 1 }]), { baseline: { 'IDEM-06': { a: 1 } } })).toMatchObject({
      observation: { a: 1 },
    });
    expect(await observed(inTurn([{ a: 1 }]))).toMatchObject({ observation: { a: 1 }, exchanges: [] });
  });

  test('cannot be made a second time stands as it was', async () => {
    const baseline = { 'IDEM-06': { a: 1 } };
    const again = inTurn([{ a: 2 }, new Skipped('No room.')]);
    expect(await observed(again, { baseline })).toMatchObject({ verdict: 'observed', observation: { a: 2 } });
  });

  test.each([
    [{ one: { times: 1 }, other: { times: 9 } }, 1],
    [{ one: { times: 9 }, other: { times: 1 } }, 2],
    ['text', 1],
    [null, 1],
  ])('is one of two is compared under its name: %j', async (then, times) => {
    const baseline = { 'IDEM-06': then };
    expect(await observed(inTurn([]), { baseline }, ['one', 'other'])).toMatchObject({ observation: { times } });
  });

  test('is not conclusive, that has nothing of the target, or that is a slip', async () => {
    expect(await observed(inTurn([new Inconclusive('No.')]))).toMatchObject({ verdict: 'inconclusive', reason: 'No.' });
    expect(await observed(inTurn([new TypeError('a slip')]))).toMatchObject({ kind: 'harness-fault' });
    const bare = async () => ({ observation: {}, sentences: [] });
    expect(await observed(bare)).toMatchObject({ reason: 'This check received no response of the target.' });
    expect(await observed(bare, { stopped: 'Stopped.' })).toMatchObject({ reason: 'Stopped.' });
  });
});
