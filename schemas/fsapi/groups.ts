import type { LackGroup } from '../specification.js';
import type { DecidableId } from './catalogue.js';
import { members } from './members.js';

/** `decide lack` expands them to those requirements that a run shows as lacking. */
export const lackGroups = {
  'key-values': {
    requirements: ['AUTH-03', 'AUTH-04', 'AUTH-09'],
    unmet: 'a 401 for a key that is mistyped, unknown or rotated out',
  },
  'auth-first': {
    requirements: ['AUTH-06'],
    unmet: 'a 401 for a request in which both the key and something else are invalid',
  },
  idempotency: {
    requirements: ['IDEM-01', 'IDEM-02', 'IDEM-03', 'IDEM-04', 'IDEM-05', 'AUTH-08'],
    unmet: 'a recognised retry, or a second customer under a new Idempotency-Key',
    open: ['IDEM-07', 'IDEM-08', 'IDEM-09', 'IDEM-10', 'ERR-04'],
  },
  tenants: {
    requirements: ['ACCT-02', 'ACCT-03', 'ACCT-04', 'IDEM-05', 'CUST-23'],
    unmet: 'a listing that depends on the caller, or the rejection of a tenant id that the key has no access to',
    open: ['ACCT-06', 'CUST-22', 'IDEM-10'],
  },
  formats: {
    requirements: members.map(({ requirement }) => requirement),
    unmet: 'the rejection of a customer with a value of the wrong type or form',
    open: ['CUST-16', 'ERR-02'],
  },
  'bad-json': { requirements: ['HTTP-05'], unmet: 'the rejection of a body that is not JSON' },
  'header-case': {
    requirements: ['HTTP-06'],
    unmet: 'a service that reads header names in any letter case, as proxies and HTTP/2 write them',
  },
} as const satisfies Readonly<Record<string, LackGroup<DecidableId>>>;

/** On a mock neither a lack nor a waiver covers these. */
export const floor: readonly DecidableId[] = [
  ...(['HTTP-03', 'HTTP-04', 'AUTH-01', 'AUTH-02', 'AUTH-05', 'AUTH-07'] as const),
  ...(['CUST-01', 'ACCT-01', 'VER-01'] as const),
];
