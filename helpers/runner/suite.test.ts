import { expect, test } from 'vitest';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { seededBytes } from '../../suites/shared/near-misses.js';
import type { Configuration } from '../settings/schema.js';
import { contextFor } from './context.fixture.js';
import { endRun } from './open-context.js';
import { describer, selected, suitesOf, titleOf } from './suite.js';

const outside = async () => ({ outside: true }) as const;
const seen = async () => ({ observation: {}, sentences: [], outside: true }) as const;
const suite = describer<typeof fsapi>();
const { todo } = suite;
const file = {
  VER_02: suite('VER-02', ({ observe }) => observe('three', seen)),
  AUTH_02: suite('AUTH-02', (given) => {
    const when = ({ observe }: Configuration) => observe === 'all';
    given.test.each([{ name: 'two', when }])('a $name', { phase: 'late' }, outside);
  }),
  AUTH_01: suite('AUTH-01', (given) => given.test('one', outside)),
  IDEM_06: suite('IDEM-06', ({ observe }) => observe('four', { creations: 2 }, seen)),
  AUTH_10: todo('AUTH-10'),
  rows: [{ name: 'no key' }],
};

test('a file describes requirements, each with its tests, their phases and what they may create', () => {
  const suites = suitesOf(file);
  expect(suites.map(({ id }) => id)).toEqual(['AUTH-01', 'AUTH-02', 'AUTH-10', 'IDEM-06', 'VER-02']);
  expect(suites.flatMap(({ definitions }) => definitions)).toMatchObject([
    { kind: 'check', phase: 'early', name: 'one' },
    { kind: 'check', phase: 'late', name: 'a two', when: expect.any(Function) },
    { kind: 'observation', phase: 'gaps', creations: 2, probe: expect.any(Function) },
    { kind: 'observation', phase: 'gaps', creations: 0, probe: expect.any(Function) },
  ]);
  expect(suites[0]?.definitions[0]?.place.stack).toContain('suite.test.ts');
});

test('what the catalogue does not have, or only observes, does not compile', () => {
  // @ts-expect-error no such id
  suite('AUTH-99', () => {});
  // @ts-expect-error what can fail is not observed
  suite('AUTH-01', ({ observe }) => observe);
  // @ts-expect-error what is observed cannot fail
  suite('VER-02', (given) => given.test);
  // @ts-expect-error requests show it
  todo('AUTH-01');
  // @ts-expect-error what is to run is chosen by -t, a file or a line
  suite('AUTH-01', (given) => given.test.only);
});

test.each([
  [[], 'all', ['AUTH-01 one', 'AUTH-02 a two', 'IDEM-06 four', 'VER-02 three']],
  [[], 'none', ['AUTH-01 one', 'IDEM-06 four', 'VER-02 three']],
  [['AUTH-02', 'VER-02'], 'all', ['AUTH-02 a two', 'VER-02 three']],
])('with --only %j and --observe %s there are %j', (only, observe, titles) => {
  const configuration = { only, observe } as unknown as Configuration;
  expect(selected(suitesOf(file), configuration).map(titleOf)).toEqual(titles);
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
