import { expect, test } from 'vitest';
import { inCheck } from '../../helpers/runner/context.fixture.js';
import { randomOfShape } from './near-misses.js';

const seeds = Array.from({ length: 200 }, (_, seed) => seed);
const randomsOf = (text: string) => Promise.all(seeds.map((seed) => inCheck(() => randomOfShape(text), { seed })));

test.each(['sk_sandbox_0123456789abcdef', 'A1-b2.C3', '42'])(
  'a random text of the shape of %s agrees with it in no letter or digit, whatever the seed',
  async (text) => {
    const kinds = (one: string) => one.replace(/\d/g, '0').replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A');
    for (const random of await randomsOf(text)) {
      expect(kinds(random)).toBe(kinds(text));
      expect([...random].filter((sign, at) => sign === text[at] && /[A-Za-z0-9]/.test(sign))).toEqual([]);
    }
    expect(new Set(await randomsOf(text)).size).toBeGreaterThan(30);
  },
);

test('a random UUID is one of the same version and variant, which a service may require', async () => {
  for (const random of await randomsOf('tenant_7f8e6c2d-1b3a-4c5d-8e9f-0a1b2c3d4e5f'))
    expect(random).toMatch(/_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
});
