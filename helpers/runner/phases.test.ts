import { expect, test } from 'vitest';
import { inPhases } from './judge.js';
import type { Phase } from './suite.js';

const phases: readonly Phase[] = ['end', 'last', 'late', 'gaps', 'patient', 'early'];
const all = phases.flatMap((phase) => [1, 2, 3].map(() => ({ phase })));

/** The phases of some work as it begins, each ending a moment after it began. */
async function begun(works: readonly { readonly phase: Phase }[]): Promise<Phase[]> {
  const begun: Phase[] = [];
  const work = async ({ phase }: { readonly phase: Phase }) => {
    begun.push(phase);
    await new Promise((resolve) => setTimeout(resolve, 1));
  };
  await Promise.all(inPhases(works, work));
  return begun;
}

test('each phase begins when those before it are over', async () => {
  const order = await begun(all);
  for (const [before, after] of [
    ['early', 'gaps'],
    ['patient', 'late'],
    ['gaps', 'late'],
    ['late', 'last'],
    ['last', 'end'],
  ] as const)
    expect(order.lastIndexOf(before), `${before} before ${after}`).toBeLessThan(order.indexOf(after));
});

test('a phase waits for none that is empty', async () => {
  expect(await begun(all.filter(({ phase }) => phase === 'last'))).toHaveLength(3);
});
