import { describe, expect, test } from 'vitest';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { stories, variants } from './all.js';
import type { Fault } from './changes.js';
import { failuresIn, runAgainst, sentencesOf, startFor, verdictsAlone } from './testing/run-against.js';

/**
 * Who tests the tests, the quick half: for each requirement that can fail, a fault that fails it, and two conforming
 * variants that fail none. `faults.slow.test.ts` and `variants.slow.test.ts` have the whole matrix.
 */
const canFail = catalogue.filter(({ basis }) => basis === 'stated' || basis === 'inferred').map(({ id }) => id);
// What depends on time only where nothing else breaks the requirement.
const preferred = [...stories.filter(({ isTimed }) => !isTimed), ...stories.filter(({ isTimed }) => isTimed)];
const sample = new Set(canFail.flatMap((id) => preferred.find(({ breaks }) => breaks.includes(id)) ?? []));

async function failsItsRequirements({ id, breaks, customer }: Fault): Promise<void> {
  const server = await startFor({ fault: id });
  const { report } = await runAgainst(server, { ...verdictsAlone, only: breaks, ...(customer && { customer }) });
  await server.close();
  const failed = failuresIn(report);
  expect(failed.map((one) => one.id).sort(), sentencesOf(report).join('\n')).toEqual([...breaks].sort());
}

test('every requirement has a fault but EVENT-05, which passes or is skipped', () => {
  const broken = new Set(stories.flatMap(({ breaks }) => breaks));
  expect(canFail.filter((id) => !broken.has(id))).toEqual(['EVENT-05']);
});

describe.concurrent('faults', () => {
  test.each([...sample].filter(({ isTimed }) => !isTimed))('$id: $breaks', failsItsRequirements);
});

// One after another.
describe('faults that depend on time', () => {
  test.each([...sample].filter(({ isTimed }) => isTimed))('$id: $breaks', failsItsRequirements);
});

/** Far from the honest service in what it returns and lists, and in how it rejects. */
const conforming = ['combination-2', 'combination-30'];

describe.concurrent('conforming variants', () => {
  test.each(variants.filter(({ id }) => conforming.includes(id)).map(({ id }) => ({ id })))('$id', async ({ id }) => {
    const server = await startFor({ variant: id });
    const { report, exitStatus } = await runAgainst(server, { ...verdictsAlone, concurrency: 16 });
    await server.close();
    expect(sentencesOf(report)).toEqual([]);
    expect([0, 3]).toContain(exitStatus);
  });
});
