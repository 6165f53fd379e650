import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../schemas/catalogue.js';
import { talkTo } from '../talk-for-tests.js';
import { faults } from './all.js';
import { dataProofs } from './data-proofs-for-tests.js';
import { status } from './proofs-for-tests.js';
import { requestProofs } from './request-proofs-for-tests.js';

const proofs = { ...requestProofs, ...dataProofs };

test('ids are unique and in kebab-case, and every fault has a story', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  for (const { id, story } of faults) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(story, id).toMatch(/^[A-Z].{15,}\.$/);
  }
});

test('every row that a check may decide has a fault, apart from the notifications that nothing is said to send', () => {
  const decidable = catalogue.filter(({ basis }) => basis === 'stated' || basis === 'inferred').map(({ id }) => id);
  const broken = new Set<string>(faults.flatMap(({ breaks }) => breaks));
  expect(decidable.filter((id) => !broken.has(id))).toEqual(['EVENT-05']);
  expect([...broken].filter((id) => !(decidable as string[]).includes(id))).toEqual([]);
});

test('every fault is proved', () => {
  expect(Object.keys(proofs).sort()).toEqual(faults.map(({ id }) => id).sort());
});

describe('a fault differs from the honest service', () => {
  test.each(Object.entries(proofs))('%s', async (fault, proof) => {
    expect(await talkTo({ fault }, proof)).not.toEqual(await talkTo({}, proof));
  });
});

describe('and lets in what it should', () => {
  const closed = (row: string) => ['HTTP-01', 'CUST-01', 'ACCT-01'].includes(row);
  test.each(faults.filter(({ breaks }) => !breaks.some(closed)).map(({ id }) => id))('%s', async (fault) => {
    await talkTo({ fault }, async ({ create, list, of }) => {
      expect(status(await create())).toBe(201);
      expect(status(await create({}, true))).toBe(201);
      expect(status(await list())).toBe(200);
      expect(status(await list({}, true))).toBe(200);
      expect(of.apiKey).not.toBe(of.otherApiKey);
    });
  });
});
