import { randomInt } from 'node:crypto';
import { faker } from '@faker-js/faker/locale/en';
import { describe, expect, test } from 'vitest';
import { observedIn } from '../../reports/wording/row.js';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { members } from '../../schemas/fsapi/members.js';
import { differences } from '../../schemas/observation.js';
import type { Report } from '../../schemas/types.js';
import { variants } from './all.js';
import type { Variant } from './changes.js';
import { runAgainst, runOf, sentencesOf, settlementsIn, startFor, verdictsAlone } from './testing/run-against.js';
import { dimensions, serverOf } from './variants/freedoms.js';

const ofMembers = members.map(({ requirement }) => requirement);
const ofCustomers = ['AUTH-08', 'IDEM-01', 'IDEM-02', 'IDEM-03', 'IDEM-04', 'IDEM-05', 'CUST-23'];
/** Where the valid customer is rejected for a value that the specification leaves open. */
const withoutCustomer = [...ofCustomers, ...ofMembers, 'HTTP-05', 'HTTP-06', 'AUTH-06', 'CUST-01'];

/** By the id of a server: nothing unless given. What moments decide may pass as well. */
const undecided: Readonly<Record<string, readonly string[]>> = {
  // Neither a creation nor its repeat shows a customer, or each shows another job.
  'creation-repeats-what-was-sent': ofCustomers,
  'creation-tells-who-asks': ofCustomers,
  'reference-of-the-request-alone': ['IDEM-05', 'CUST-23'],
  'job-for-each-try': ofCustomers,
  'creation-as-a-job-replay-as-the-customer': ofCustomers,
  'customers-promised-and-validated-before-the-repeat': ofMembers,
  'customers-promised-and-validated-overnight': ofMembers,
  'customers-promised-and-judged-in-a-header': ofMembers,
  'customer-ids-made-from-the-address': ['IDEM-05'],
  'customer-ids-made-from-the-key-and-nothing-else': ['IDEM-05'],
  // It may be anything in front of the service that rejects.
  'replay-403': ofCustomers,
  'front-rejects-malformed-json': ['AUTH-06'],
  'firewall-drops-suspicious-requests': ['IDEM-05', 'CUST-05', 'ACCT-03'],
  'malformed-json-breaks-the-connection': ['HTTP-05', 'AUTH-06'],
  'listing-null-for-empty': ['IDEM-01', 'ACCT-02', 'ACCT-03', 'ACCT-04', 'ACCT-05'],
  'listing-empty-for-one-tenant': ['ACCT-02', 'ACCT-03'],
  'account-ids-counted-and-little-else': ['ACCT-02', 'ACCT-03'],
  'lock-out-after-bad-keys': ['AUTH-03', 'AUTH-04', 'AUTH-06', 'AUTH-08', 'AUTH-09', 'IDEM-01', 'CUST-23'],
  'one-country-and-its-phones': withoutCustomer,
  'no-fictional-phones': withoutCustomer,
  'server-error-at-first-sight': ofMembers,
};

/** Combinations where a success may mean less, and repeats do not confirm a customer: each freedom alone is decided. */
const isVague = (freedom: string) =>
  /createdAs: the customer, 202|rejections: 200 with success/.test(freedom) && /repeats: (?!200)/.test(freedom);

const undecidedOf = ({ id, freedom }: Variant): readonly string[] => [
  ...(undecided[id] ?? []),
  ...(isVague(freedom) ? [...ofCustomers, ...ofMembers, 'HTTP-06'] : []),
  ...(freedom.includes('repeats: 303') ? ['IDEM-03'] : []),
];

/** Requirements in whose observations a variant differs from the honest server, and no others. */
const drifts: Readonly<Record<string, readonly string[]>> = {
  'creation-200': ['CUST-19'],
  'replay-with-another-body-answered-as-the-first': ['IDEM-08', 'ERR-04'],
  'idempotency-key-optional': ['IDEM-06', 'IDEM-11'],
  'idempotency-key-has-to-be-a-uuid-v4': ['IDEM-11'],
  'idempotency-keys-of-all-tenants-are-one-set': ['IDEM-10'],
  'public-key-lists-accounts': ['AUTH-13'],
  'tenant-optional-in-creations': ['CUST-22'],
  'listing-paged-by-a-link-header': ['ACCT-08'],
  'any-content-type-taken': ['HTTP-07'],
  'options-answered-without-a-key': ['HTTP-07'],
  'text-after-the-json-ignored': ['HTTP-07'],
  'unknown-addresses-404-before-the-key': ['HTTP-07', 'AUTH-15', 'ERR-01'],
  'deprecation-announced': ['VER-02'],
};

/** Without LIMIT-03: how long responses take is this machine's doing. */
const open = catalogue.filter(({ id, basis }) => basis === 'not-shown' && id !== 'LIMIT-03').map(({ id }) => id);

/** Server errors come and go, so a run without one decides nothing. */
const settleable = open.filter((id) => id !== 'ERR-05');

/** What is observed, with checks that their samples are made of. */
const whole = {
  only: [...settleable, 'AUTH-02', 'ACCT-05', 'IDEM-01', 'IDEM-02', 'CUST-05', 'CUST-10'],
  ...({ observe: 'all', evidence: 'none' } as const),
};

/** It blocks the client after a few requests: which ones depends on the moment. */
const byChance = 'firewall-blocks-the-client-after-bad-keys';

/** Requirements that one service was observed to do otherwise than another. */
function differing({ requirements }: Report, other: Report): readonly string[] {
  const observed = new Map(other.requirements.map((row) => [row.id, observedIn(row)]));
  return requirements.flatMap((row) => (differences(observedIn(row), observed.get(row.id)).length > 0 ? [row.id] : []));
}

/** Differ from the honest service in what is listed, and do not drift. `ONLY=CUST-01,CUST-02` asks about these alone. */
describe.concurrent('conforming variants', () => {
  const only = process.env.ONLY?.split(',');
  const many = { concurrency: 16, evidence: 'none' as const, ...(only && { only }) };
  const honest = runOf({}, many);

  // CI asks every 24th one.
  const asked = variants.filter((_, at) => process.env.SEEDS !== '1' || at % 24 === 0);
  test.each(asked.map((variant) => [variant.id, variant] as const))('%s', async (id, variant) => {
    // Twice in `npm run test:all`; CI, with one seed, asks once.
    const expected = only || process.env.SEEDS === '1' ? undefined : drifts[id];
    const server = await startFor({ variant: id });
    const first = await runAgainst(server, { ...many, ...(!expected && { observe: 'none' }) });
    expect(sentencesOf(first.report)).toEqual([]);
    expect([0, 3]).toContain(first.exitStatus);
    const left = first.report.requirements.filter(({ verdict }) => verdict === 'inconclusive');
    const undecided = left.filter((row) => id !== byChance && !undecidedOf(variant).includes(row.id));
    expect(undecided.map(({ id: row, reason }) => `${row}: ${reason}`)).toEqual([]);
    if (expected) {
      // A target that does not change does not drift, sixteen requests at a time or one.
      const second = await runAgainst(server, { only: open, evidence: 'none', concurrency: 1, baseline: first.report });
      expect(second.report.requirements.flatMap((requirement) => requirement.drift ?? [])).toEqual([]);
      expect(second.report.requirements.filter((row) => observedIn(row) !== undefined).length).toBeGreaterThan(10);
      expect(differing((await honest).report, first.report).filter((one) => one !== 'LIMIT-03')).toEqual(expected);
    }
    await server.close();
  });

  // In CI four; chance takes phones.
  const settling = variants.filter(
    ({ id }, at) => (process.env.SEEDS !== '1' || at % 100 === 0) && !/^phones-of/.test(id),
  );
  test.each(settling.map(({ id }) => id))('%s shows tomorrow what is settled today', async (variant) => {
    const server = await startFor({ variant });
    const today = await runAgainst(server, { ...whole, concurrency: 16 });
    const decisions = settlementsIn(today.report);
    const tomorrow = await runAgainst(server, { ...whole, concurrency: 4, seed: 2, decisions });
    const rows = tomorrow.report.requirements.filter(({ decision }) => decision?.kind === 'settle');
    expect(
      rows.filter(({ verdict }) => verdict !== 'pass').map(({ id, found, reason }) => [id, found ?? reason]),
    ).toEqual([]);
    expect(rows.length).toBeGreaterThan(1);
    await server.close();
  });

  test('every variant that is listed to differ exists', () => {
    expect(Object.keys(drifts).filter((id) => !variants.some((variant) => variant.id === id))).toEqual([]);
  });
});

/** `RANDOM_SERVERS=SEED` draws those of a run again, which names the seed. */
const seed = Number(process.env.RANDOM_SERVERS ?? randomInt(2 ** 31));
faker.seed(seed);
const drawn = Array.from({ length: process.env.SEEDS === '1' ? 0 : 60 }, (_, at) => {
  return [`${at} of seed ${seed}`, serverOf(dimensions.map((levels) => faker.helpers.arrayElement(levels)))] as const;
});

test.concurrent.each(drawn)('random combination %s', async (_, { freedom, ...change }) => {
  const { report } = await runOf({ change }, { ...verdictsAlone, concurrency: 16 });
  expect(sentencesOf(report), freedom).toEqual([]);
});
