import type { LackGroup } from '../specification.js';
import type { DecidableId } from './catalogue.js';

/** Groups, so that later rows join them. */
export const lackGroups = {
  'key-values': {
    requirements: ['AUTH-03', 'AUTH-04', 'AUTH-09'],
    unmet: 'a 401 for a key that is mistyped, unknown or rotated out',
    traits: ['any key is accepted'],
  },
  'auth-first': {
    requirements: ['AUTH-06'],
    unmet: 'a 401 for a request in which both the key and something else are invalid',
    traits: ['any key is accepted'],
  },
  idempotency: {
    requirements: ['IDEM-01', 'IDEM-02', 'IDEM-03', 'IDEM-04', 'IDEM-05', 'AUTH-08'],
    unmet: 'a recognised retry, or a second customer under a new Idempotency-Key',
    open: ['IDEM-07', 'IDEM-08', 'IDEM-09', 'IDEM-10', 'ERR-04'],
    traits: ['answers are canned', 'repeats return other customers', 'ids are new in each answer'],
  },
  tenants: {
    requirements: ['ACCT-02', 'ACCT-03', 'ACCT-04', 'IDEM-05', 'CUST-23'],
    unmet: 'a listing that depends on the caller, or the rejection of a tenant id that the key has no access to',
    open: ['ACCT-06', 'CUST-22', 'IDEM-10'],
    traits: [
      ...(['tenants are not distinguished', 'the tenant id opens any tenant'] as const),
      ...(['listings are new at each reading', 'ids are new in each answer'] as const),
      // Those do not show whose customer an answer is about.
      ...(['answers are canned', 'repeats return other customers'] as const),
    ],
  },
  formats: {
    requirements: [
      ...(['CUST-02', 'CUST-03', 'CUST-04', 'CUST-05', 'CUST-06', 'CUST-07', 'CUST-08'] as const),
      ...(['CUST-09', 'CUST-10', 'CUST-11', 'CUST-12', 'CUST-13', 'CUST-14', 'CUST-15'] as const),
    ],
    unmet: 'the rejection of a customer with a value of the wrong type or form',
    open: ['CUST-16', 'ERR-02'],
    traits: ['nothing is validated'],
  },
  'bad-json': { requirements: ['HTTP-05'], unmet: 'the rejection of a body that is not JSON' },
  'header-case': {
    requirements: ['HTTP-06'],
    unmet: 'a service that reads header names in any letter case, as proxies and HTTP/2 write them',
  },
} as const satisfies Readonly<Record<string, LackGroup<DecidableId>>>;

export type LackName = keyof typeof lackGroups;

/** In no group, and no waiver covers it on a mock. */
export const floor: readonly DecidableId[] = [
  ...(['HTTP-03', 'HTTP-04', 'AUTH-01', 'AUTH-02', 'AUTH-05', 'AUTH-07'] as const),
  ...(['CUST-01', 'ACCT-01', 'VER-01'] as const),
];
