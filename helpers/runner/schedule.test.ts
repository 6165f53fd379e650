import { describe, expect, test } from 'vitest';
import { createSchedule, type Phase } from './schedule.js';

const phases: readonly Phase[] = ['end', 'last', 'late', 'cases', 'gaps', 'patient', 'early'];
interface Entry {
  readonly id: string;
  readonly name: string;
  readonly phase: Phase;
}
const all: readonly Entry[] = phases.flatMap((phase) =>
  [1, 2, 3].map((number) => ({ id: phase, name: String(number), phase })),
);

/** The order in which definitions begin, each ending a moment after it began. */
async function begun(definitions: readonly Entry[], order?: number): Promise<Entry[]> {
  const schedule = createSchedule(definitions, order);
  const begun: Entry[] = [];
  await Promise.all(
    definitions.map(async (definition) => {
      await schedule.begin(definition);
      begun.push(definition);
      await new Promise((resolve) => setTimeout(resolve, 1));
      schedule.end(definition);
    }),
  );
  return begun;
}

describe('a schedule', () => {
  test.each([undefined, 1, 2])('lets each phase begin when those before it are over (order %s)', async (order) => {
    const ids = (await begun(all, order)).map(({ phase }) => phase);
    for (const [before, after] of [
      ['early', 'gaps'],
      ['patient', 'cases'],
      ['gaps', 'cases'],
      ['cases', 'late'],
      ['late', 'last'],
      ['last', 'end'],
    ] as const)
      expect(ids.lastIndexOf(before), `${before} before ${after}`).toBeLessThan(ids.indexOf(after));
  });

  test('keeps the order of definition without a number, and another for each number', async () => {
    const early = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, name: '', phase: 'early' as const }));
    const orders = await Promise.all([undefined, 1, 2].map((order) => begun(early, order)));
    const names = orders.map((one) => one.map(({ id }) => id).join(''));
    expect(names[0]).toBe('abcde');
    expect(new Set(names).size).toBe(3);
  });

  test('waits for nobody whose phase is empty', async () => {
    expect(await begun(all.filter(({ phase }) => phase === 'last'))).toHaveLength(3);
  });
});
