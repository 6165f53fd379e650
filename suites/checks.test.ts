import { expect, test } from 'vitest';
import { tests } from './index.js';

test('ids and names of checks and observations stay, since waivers and baselines refer to them', async () => {
  const names = tests.suites.flatMap(({ definitions }) => definitions.map(({ id, name }) => `${id} ${name}`));
  expect(new Set(names).size).toBe(names.length);
  await expect(`${names.sort().join('\n')}\n`).toMatchFileSnapshot('checks.txt');
});
