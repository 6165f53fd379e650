import { expect, test } from 'vitest';
import { suiteDigest } from '../run-folder/digests.js';
import { defineSpecification, revised, suite } from './engine.js';

const catalogue = [{ id: 'ORD-01', basis: 'stated', title: 'A listing is JSON', clause: 'Orders' }] as const;

function shop(found: string) {
  const { check, ...orders } = suite({ catalogue });
  check('ORD-01', 'the listing', { witnesses: [] }, async () => {
    throw new Error(found);
  });
  return orders;
}

const said = {
  ...{
    name: 'shop',
    title: 'Shop',
    version: '1',
    basePath: '/' as const,
    headers: { credential: 'X-Shop-Key' },
    catalogue,
  },
  ...{ areas: [{ name: 'Orders', short: 'Orders', prefixes: ['ORD'] }], operations: [], bodies: {} },
} as const;

test('the suite digest of another API changes with what its checks do', () => {
  const [one, same] = [0, 0].map(() => suiteDigest(defineSpecification({ ...said, suites: [shop('x')] })));
  expect(same).toBe(one);
  const other = suite({ catalogue });
  other.check('ORD-01', 'the listing', { witnesses: [] }, async () => {
    throw new TypeError('another check');
  });
  const before = defineSpecification({ ...said, suites: [shop('x')] });
  expect(suiteDigest(defineSpecification({ ...said, suites: [other] }))).not.toBe(one);
  expect(suiteDigest(revised(before, { version: '1', suites: [other] }))).not.toBe(
    suiteDigest(revised(before, { version: '1' })),
  );
});
