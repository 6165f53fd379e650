import { describe, expect, test } from 'vitest';
import { runConformance } from '../../api/run-conformance.js';
import { known } from '../testing/services.js';
import { keys, statelessTargets } from '../testing/stateless.js';

/** Requirements that relate responses to each other, and those that a wrong address or an open door would pass. */
const relations = [
  ...['HTTP-06', ...keys, 'AUTH-07', 'AUTH-08', 'IDEM-01', 'IDEM-02', 'IDEM-03', 'IDEM-04', 'IDEM-05'],
  ...['CUST-01', 'CUST-23', 'ACCT-01', 'ACCT-02', 'ACCT-03', 'ACCT-04', 'ACCT-05', 'VER-01'],
];

/** No pass without a witness, no failure that the target did not commit, with the pointers that messages advise too. */
const pointed = ['with pointers', { customerIdPointer: '/id', accountIdPointer: '/id' }] as const;
// CI has seven minutes: it asks without pointers alone.
describe.concurrent.each([['without pointers', {}] as const, ...(process.env.SEEDS === '1' ? [] : [pointed])])(
  'targets without state, %s',
  (_, pointers) => {
    test.each(Object.entries(statelessTargets))('%s', async (__, { listener, passes, fails, pointed, byChance }) => {
      const { report } = await runConformance({
        ...{ listener, ...known, ...pointers, only: relations, seed: 1, observe: 'none', evidence: 'none' },
      });
      const having = (verdict: string) => report.requirements.filter((one) => one.verdict === verdict);
      const failing = [...fails, ...('accountIdPointer' in pointers ? [pointed] : [])];
      expect(having('fail').flatMap(({ id, found }) => (id === byChance ? [] : `${id}: ${found}`))).toEqual(
        relations.filter((id) => failing.includes(id)).map((id) => expect.stringMatching(`^${id}: `)),
      );
      const passed = having('pass').map(({ id }) => id);
      expect(passed.filter((id) => !passes.includes(id))).toEqual([]);
      expect(passes.filter((id) => keys.includes(id) && !passed.includes(id))).toEqual([]);
      for (const { id, checks } of report.requirements.filter((one) => /^(IDEM-0[1235]|CUST-23)$/.test(one.id)))
        for (const { witnesses } of checks.filter(({ verdict }) => verdict === 'pass'))
          expect([id, witnesses?.every(({ exchanges }) => exchanges.length > 0)]).toEqual([id, true]);
    });
  },
);
