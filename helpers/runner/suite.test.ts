import { expect, test } from 'vitest';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { Configuration } from '../settings/schema.js';
import { contextFor } from './context.fixture.js';
import { endRun } from './open-context.js';
import { seededBytes } from './seeded-random.js';
import { selected, suite, titleOf } from './suite.js';

const outside = async () => ({ outside: true }) as const;
function defined() {
  const { check, observe, definitions } = suite<typeof fsapi>();
  check('AUTH-01', 'one', outside);
  check('AUTH-02', 'two', { phase: 'late', when: ({ observe }) => observe === 'all' }, outside);
  observe('VER-02', 'three', async () => ({ observation: {}, sentences: [], outside: true }));
  observe('IDEM-06', 'four', { creations: 2 }, async () => ({ observation: {}, sentences: [], outside: true }));
  return definitions;
}

test('a suite holds what it defines, each with its phase and what it may create', () => {
  expect(defined()).toMatchObject([
    { kind: 'check', phase: 'early', name: 'one' },
    { kind: 'check', phase: 'late' },
    { kind: 'observation', phase: 'gaps', creations: 0, probe: expect.any(Function) },
    { kind: 'observation', phase: 'gaps', creations: 2, probe: expect.any(Function) },
  ]);
});

test.each([
  [[], 'all', ['AUTH-01 one', 'AUTH-02 two', 'VER-02 three', 'IDEM-06 four']],
  [[], 'none', ['AUTH-01 one', 'VER-02 three', 'IDEM-06 four']],
  [['AUTH-02', 'VER-02'], 'all', ['AUTH-02 two', 'VER-02 three']],
])('with --only %j and --observe %s there are %j', (only, observe, titles) => {
  const configuration = { only, observe } as unknown as Configuration;
  expect(selected([{ definitions: defined() }, { definitions: [] }], configuration).map(titleOf)).toEqual(titles);
});

test('bytes of a seed are the same in each run, and others for each purpose and seed', () => {
  const bytes = (seed: number, what: string) => seededBytes({ seed }, what, 40).toString('hex');
  expect(bytes(1, 'a')).toHaveLength(80);
  expect(bytes(1, 'a')).toBe(bytes(1, 'a'));
  expect(new Set([bytes(1, 'a'), bytes(2, 'a'), bytes(1, 'b')]).size).toBe(3);
});

test('the end of a run is noted, after what the tests note', async () => {
  const closed: string[] = [];
  const receiver = { close: async () => void closed.push('receiver') };
  const run = { ...contextFor([]), receiver: receiver as never };
  await endRun(run, async (given) => {
    expect(given).toBe(run);
    expect(run.journal.isOver).toBe(false);
  });
  expect([run.journal.isOver, closed]).toEqual([true, ['receiver']]);
  await endRun(contextFor([]));
});
