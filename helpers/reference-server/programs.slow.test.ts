import { expect, test } from 'vitest';
import type { Listener } from '../api/listener.js';
import { runConformance } from '../api/run-conformance.js';
import { sentencesOf } from './testing/run-against.js';

const keys = ['sk_test_8fQ2mZr7Lx0cVb4N', 'sk_test_Yw3Hn6Kp1Sd9Jt5E'] as const;
const tenants = ['tenant-7d2a90f1c3', 'tenant-c41e88b2d6'] as const;

type Service = (of: { keys: readonly string[]; tenants: readonly string[] }) => Listener;

interface Program {
  readonly name: string;
  /** What it is asked: everything unless given. */
  readonly only?: readonly string[];
  readonly fails: readonly string[];
  /** What the moments at which requests meet, or random keys, decide. */
  readonly byChance?: readonly string[];
  readonly undecided?: readonly string[];
  /** What an observation says, by its requirement. */
  readonly observed?: readonly [id: string, sentence: string];
}

const formats = Array.from({ length: 14 }, (_, at) => `CUST-${String(at + 2).padStart(2, '0')}`);

/** Ordinary programs, which know neither the suites nor the honest server. */
const programs: readonly Program[] = [
  { name: 'keys-in-an-object', only: ['AUTH'], fails: ['AUTH-03', 'AUTH-04'] },
  { name: 'keys-tidied', only: ['AUTH'], fails: ['AUTH-03', 'AUTH-04'] },
  { name: 'tenant-from-the-header', only: ['ACCT', 'IDEM'], fails: ['ACCT-03'], undecided: ['ACCT-02'] },
  { name: 'guarded-first-page', fails: ['ACCT-03'] },
  { name: 'tenant-by-its-beginning', only: ['ACCT'], fails: ['ACCT-04'], undecided: ['ACCT-03'] },
  { name: 'keys-kept-while-used', only: ['IDEM-01'], fails: ['IDEM-01'] },
  { name: 'lock-that-expires', fails: ['IDEM-02'], byChance: ['IDEM-03'] },
  {
    name: 'unique-index-at-the-end',
    only: ['IDEM-02', 'IDEM-07'],
    fails: [],
    observed: ['IDEM-07', 'Server errors among simultaneous retries: 500.'],
  },
  {
    name: 'keys-in-one-letter-case',
    only: ['IDEM-04', 'IDEM-11'],
    fails: [],
    observed: ['IDEM-11', 'Two keys that differ only in letter case are one key.'],
  },
  {
    name: 'keys-read-as-numbers',
    only: ['IDEM'],
    fails: ['IDEM-04'],
    undecided: ['IDEM-01', 'IDEM-02', 'IDEM-03'],
    byChance: ['IDEM-05'],
  },
  { name: 'identity-in-a-link', only: ['IDEM'], fails: ['IDEM-01'], undecided: ['IDEM-05'] },
  { name: 'checks-later', fails: [], undecided: formats },
];

test.concurrent.each(programs)(
  '$name',
  { timeout: 120_000 },
  async ({ name, only, fails, byChance = [], undecided = [], observed }) => {
    const { service } = (await import(`./testing/programs/${name}.mjs`)) as { service: Service };
    const { report } = await runConformance({
      listener: service({ keys, tenants }),
      environment: 'sandbox',
      apiKey: keys[0],
      tenantId: tenants[0],
      otherApiKey: keys[1],
      otherTenantId: tenants[1],
      ...(only && { only }),
      observe: observed ? 'all' : 'none',
      seed: 1,
    });
    const having = (verdict: string) =>
      report.requirements.flatMap((row) => (row.verdict === verdict && !byChance.includes(row.id) ? [row.id] : []));
    expect(having('fail'), sentencesOf(report).join('\n')).toEqual(fails);
    expect(having('inconclusive')).toEqual(undecided);
    if (observed) expect(report.requirements.find(({ id }) => id === observed[0])?.sentence).toContain(observed[1]);
  },
);
