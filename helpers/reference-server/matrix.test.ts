import { expect, test } from 'vitest';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { stories } from './all.js';
import type { Fault } from './changes.js';
import { failuresIn, runOf, sentencesOf, verdictsAlone } from './testing/run-against.js';

/** One fault of each requirement: `faults.slow.test.ts`, which `.ci/run` asks with one seed, has all of them. */
const canFail = catalogue.filter(({ basis }) => basis === 'stated' || basis === 'inferred').map(({ id }) => id);
const preferred = [...stories.filter(({ isTimed }) => !isTimed), ...stories.filter(({ isTimed }) => isTimed)];
const asked = process.env.SEEDS === '1' ? [] : canFail;
const sample = new Set(asked.flatMap((id) => preferred.find(({ breaks }) => breaks.includes(id)) ?? []));

async function failsItsRequirements({ id, breaks, customer }: Fault): Promise<void> {
  const options = { ...verdictsAlone, only: breaks, ...(customer && { customer }) };
  const { report } = await runOf({ fault: id }, options);
  const failed = failuresIn(report);
  expect(failed.map((one) => one.id).sort(), sentencesOf(report).join('\n')).toEqual([...breaks].sort());
}

test.concurrent.each([...sample].filter(({ isTimed }) => !isTimed))('$id: $breaks', failsItsRequirements);

test.each([...sample].filter(({ isTimed }) => isTimed))('$id: $breaks', failsItsRequirements);

test.concurrent.each(['combination-2', 'combination-30'])('conforming variants: %s', async (variant) => {
  const { report } = await runOf({ variant }, { ...verdictsAlone, concurrency: 16 });
  expect(sentencesOf(report)).toEqual([]);
});
