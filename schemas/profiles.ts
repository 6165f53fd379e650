/**
 * What a run is to test, which concerns of the specification its report answers first, and what a mock may be declared to
 * lack: data for runs and reports.
 */

import { catalogue, type DecidableId } from './catalogue.js';
import type { Trait } from './finding.js';

/** What a configuration may lack, or withhold, that a profile wants. */
export type Lack = 'second-tenant' | 'writes';

/** What was not tested for want of it, the two ways out, and what a profile says that leaves it out on purpose. */
export const lacks: Readonly<
  Record<Lack, { readonly untested: string; readonly advice: string; readonly leftOut: string }>
> = {
  'second-tenant': {
    untested: 'Tenant isolation was not tested: no second tenant is configured.',
    advice:
      'Set `CONFORMANCE_OTHER_TENANT_ID` and `CONFORMANCE_OTHER_API_KEY`, or choose `--profile single-tenant` to leave it out.',
    leftOut: 'Separation of tenants was not tested.',
  },
  writes: {
    untested: 'Idempotent POST and customer formats were not tested: the suite does not write on live.',
    advice: 'Set `CONFORMANCE_ALLOW_LIVE_WRITES=true`, or choose `--profile read-only` to leave them out.',
    leftOut: 'Nothing was written, so idempotent POST and customer formats were not tested.',
  },
};

export const profileNames = ['full', 'single-tenant', 'read-only'] as const;
/** What is to be tested; named in the verdict. */
export type Profile = (typeof profileNames)[number];

/** A requirement that is skipped for want of what its profile wants makes the run inconclusive. */
export const profiles: Readonly<Record<Profile, { readonly wants: readonly Lack[] }>> = {
  full: { wants: ['second-tenant', 'writes'] },
  'single-tenant': { wants: ['writes'] },
  'read-only': { wants: [] },
};

/** What a profile leaves out on purpose. */
export function leftOutBy(profile: Profile): readonly Lack[] {
  return (Object.keys(lacks) as Lack[]).filter((lack) => !profiles[profile].wants.includes(lack));
}

/** Requirements that compare two tenants. ACCT-04 is not among them: a run with one tenant decides it. */
const isolation: readonly DecidableId[] = ['IDEM-05', 'CUST-23', 'ACCT-02', 'ACCT-03'];

const decidable = (prefix: string): readonly string[] =>
  catalogue
    .filter(({ id, basis }) => id.startsWith(prefix) && (basis === 'stated' || basis === 'inferred'))
    .map(({ id }) => id)
    .filter((id) => !(isolation as readonly string[]).includes(id));

/** The four concerns of the specification, each with the requirements that answer it. */
export const concerns: readonly { readonly name: string; readonly requirements: readonly string[] }[] = [
  { name: 'Authentication', requirements: decidable('AUTH') },
  { name: 'Idempotent POST', requirements: decidable('IDEM') },
  { name: 'Customer formats', requirements: decidable('CUST') },
  { name: 'Tenant isolation', requirements: isolation },
];

/** What a mock may be declared to lack, for good. */
interface LackGroup {
  readonly requirements: readonly string[];
  /** What a client has never met that is built against such a mock, as a phrase without a full stop. */
  readonly unmet: string;
  /** Points that the specification leaves open, and that differ for the same reason. */
  readonly open?: readonly string[];
  /** What a target is like that lacks it. */
  readonly traits?: readonly Trait[];
}

export const lackNames = [
  'key-values',
  'auth-first',
  'idempotency',
  'tenants',
  'formats',
  'bad-json',
  'header-case',
] as const;
export type LackName = (typeof lackNames)[number];

const ofCustomers: readonly Trait[] = [
  'answers are canned',
  'repeats return other customers',
  'ids are new in each answer',
];

/** Groups and not ids, so that a row of a later version joins its group. */
export const lackGroups: Readonly<Record<LackName, LackGroup>> = {
  'key-values': {
    requirements: ['AUTH-03', 'AUTH-04', 'AUTH-09'],
    unmet: 'a 401 for a key that is mistyped, unknown or rotated out',
    traits: ['any key is accepted'],
  },
  'auth-first': {
    requirements: ['AUTH-06'],
    unmet: 'a 401 before validation: a request without a valid key that is wrong in other ways too',
    traits: ['any key is accepted'],
  },
  idempotency: {
    requirements: [...decidable('IDEM'), 'IDEM-05', 'AUTH-08'],
    unmet: 'a retry that is recognised, or one under a new Idempotency-Key that creates twice',
    open: ['IDEM-07', 'IDEM-08', 'IDEM-09', 'IDEM-10', 'ERR-04'],
    traits: ofCustomers,
  },
  tenants: {
    requirements: [...isolation, 'ACCT-04'],
    unmet: 'another tenant: a listing that depends on the caller, a tenant id that the key does not open',
    open: ['ACCT-06', 'CUST-22', 'IDEM-10'],
    // Whose customer a canned answer is about does not show.
    traits: [
      ...([
        'tenants are not told apart',
        'the tenant id opens any tenant',
        'listings are new at each reading',
      ] as const),
      ...ofCustomers,
    ],
  },
  formats: {
    requirements: decidable('CUST').filter((id) => id !== 'CUST-01'),
    unmet: 'a rejected customer: a value of the wrong type or form',
    open: ['CUST-16', 'ERR-02'],
    traits: ['nothing is validated'],
  },
  'bad-json': { requirements: ['HTTP-05'], unmet: 'a rejected body that is no JSON' },
  'header-case': {
    requirements: ['HTTP-06'],
    unmet: 'header names in another letter case, as proxies and HTTP/2 write them, that are read all the same',
  },
};

/** Whether a word is the name of a group. */
export const isLackName = (word: string): word is LackName => (lackNames as readonly string[]).includes(word);

/** The groups that a requirement is in. */
export const groupsOf = (id: string) => lackNames.filter((name) => lackGroups[name].requirements.includes(id));

/** What no mock may lack: it is in no group, and no waiver covers it there. */
export const floor: readonly string[] = [
  ...['HTTP-03', 'HTTP-04', 'AUTH-01', 'AUTH-02', 'AUTH-05', 'AUTH-07', 'CUST-01', 'ACCT-01', 'VER-01'],
];
