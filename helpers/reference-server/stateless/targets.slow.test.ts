import { describe, expect, test } from 'vitest';
import { runConformance } from '../../api/run-conformance.js';
import { known, oneOfMany, serving, statelessTargets } from './targets.fixture.js';

/** Requirements that relate responses to each other, and those that a wrong address or an open door would pass. */
const relations = [
  ...['HTTP-06', 'AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04', 'AUTH-05', 'AUTH-06', 'AUTH-07', 'AUTH-08'],
  ...['IDEM-01', 'IDEM-02', 'IDEM-03', 'IDEM-04', 'IDEM-05', 'CUST-01', 'CUST-23'],
  ...['ACCT-01', 'ACCT-02', 'ACCT-03', 'ACCT-04', 'ACCT-05', 'VER-01'],
];
const keys = ['AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04', 'AUTH-05', 'AUTH-06'];
/** What a mock that compares keys and answers both operations does show. */
const basics = [...keys, 'AUTH-07', 'HTTP-06', 'CUST-01', 'ACCT-01', 'VER-01'];
const isolation = ['ACCT-02', 'ACCT-03', 'ACCT-04', 'ACCT-05'];
const idempotency = ['AUTH-08', 'IDEM-01', 'IDEM-02', 'IDEM-03', 'IDEM-04'];

/**
 * What each target may pass, and what it does break: no pass without a witness, no failure that the target did not
 * commit. Each is tested without pointers and with those that messages advise; `pointed` fails with them alone.
 */
const table: Readonly<
  Record<string, { readonly passes: readonly string[]; readonly fails: readonly string[]; readonly pointed?: string[] }>
> = {
  // Both tenants get one listing, and every key gets one customer.
  canned: { passes: [...basics, 'ACCT-05'], fails: ['IDEM-04', 'ACCT-02'] },
  // It does keep the tenants’ listings apart, and goes by x-tenant-id alone.
  'canned by tenant': {
    passes: [...basics, 'ACCT-02', 'ACCT-05'],
    fails: ['IDEM-04', 'ACCT-03', 'ACCT-04'],
  },
  // What keys do shows; whose customer a response is about does not.
  'canned, repeats rejected': { passes: [...basics, ...isolation], fails: ['IDEM-04'] },
  // So short an id may be anything's, until a pointer says that it is the customer's.
  'canned number': { passes: [...basics, ...isolation], fails: [], pointed: ['IDEM-04'] },
  // A repeat shows another customer, which another key has shown.
  'a few in turn': { passes: [...basics, ...isolation], fails: ['IDEM-01', 'IDEM-04'] },
  'a few by the try, anything accepted': { passes: [...basics, ...isolation], fails: ['IDEM-01', 'IDEM-04'] },
  'a few by the key': { passes: [...basics, ...isolation], fails: ['IDEM-04'] },
  // A repeat shows a new customer, a listing new accounts.
  random: { passes: basics, fails: ['IDEM-01', 'ACCT-05'] },
  // Its creations follow from the key, as idempotent ones do.
  'random listing': {
    passes: [...basics, ...idempotency, 'IDEM-05', 'CUST-23'],
    fails: ['ACCT-05'],
  },
  echo: { passes: [...basics, 'ACCT-05'], fails: ['ACCT-02'] },
  'no id': { passes: basics, fails: [] },
  'always 401': { passes: [], fails: [] },
  'nothing there': { passes: [], fails: [] },
  'always 200': { passes: [], fails: ['AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04'] },
};

describe.concurrent('targets without state', { timeout: 120_000 }, () => {
  const pointers = { customerIdPointer: '/id', accountIdPointer: '/id' };
  const cases = Object.entries(table).flatMap(([name, { passes, fails, pointed = [] }]) => [
    { name, how: 'without pointers', options: {}, passes, fails },
    { name, how: 'with pointers', options: pointers, passes, fails: [...fails, ...pointed] },
  ]);

  test.each(cases)('$name, $how', async ({ name, options, passes, fails }) => {
    const { report } = await runConformance({
      ...{ listener: serving(name), ...known, ...options, only: relations },
      ...{ seed: 1, observe: 'none', evidence: 'none' },
    });
    const having = (verdict: string) => report.requirements.filter((one) => one.verdict === verdict);
    expect(having('fail').map(({ id, found }) => `${id}: ${found}`)).toEqual(
      relations.filter((id) => fails.includes(id)).map((id) => expect.stringMatching(`^${id}: `)),
    );
    const passed = having('pass').map(({ id }) => id);
    expect(passed.filter((id) => !passes.includes(id))).toEqual([]);
    // A pass that is withheld everywhere would satisfy the rule as well.
    expect(passes.filter((id) => keys.includes(id) && !passed.includes(id))).toEqual([]);
    for (const { id, checks } of report.requirements.filter((one) => /^(IDEM-0[1235]|CUST-23)$/.test(one.id)))
      for (const check of checks.filter(({ verdict }) => verdict === 'pass'))
        expect(
          check.witnesses?.every(({ exchanges }) => exchanges.length > 0),
          id,
        ).toBe(true);
  });

  // Few of so many agree, and whether keys do is chance; but what both tenants get discloses nobody.
  test('one of many at each try is blamed for nothing but its keys', async () => {
    const { report } = await runConformance({
      ...{ listener: serving('one of many', oneOfMany()), ...known, only: relations },
      ...{ seed: 1, observe: 'none', evidence: 'none' },
    });
    const failed = report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect(failed.filter((id) => id !== 'IDEM-04')).toEqual(['IDEM-01']);
  });

  test('every target has its row', () => {
    expect(Object.keys(statelessTargets)).toEqual(Object.keys(table));
  });
});
