import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inPhases } from './judge.js';
import type { Phase } from './suite.js';

const phases: readonly Phase[] = ['end', 'last', 'late', 'gaps', 'patient', 'early'];
const works = phases.flatMap((phase) => [1, 2, 3].map(() => ({ phase })));

test('each phase begins when those before it are over', async () => {
  const begun: string[] = [];
  const work = async ({ phase }: { readonly phase: Phase }) => {
    begun.push(phase);
    await sleep(1);
  };
  await Promise.all(inPhases(works, work));
  for (const pair of ['early gaps', 'patient late', 'gaps late', 'late last', 'last end']) {
    const [before = '', after = ''] = pair.split(' ');
    expect(begun.lastIndexOf(before), pair).toBeLessThan(begun.indexOf(after));
  }
});
