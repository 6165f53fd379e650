import { members } from '../../../schemas/fsapi/members.js';
import type { Variant } from '../changes.js';

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

export const undecidedOf = ({ id, freedom }: Variant): readonly string[] => [
  ...(undecided[id] ?? []),
  ...(isVague(freedom) ? [...ofCustomers, ...ofMembers, 'HTTP-06'] : []),
  ...(freedom.includes('repeats: 303') ? ['IDEM-03'] : []),
];

/** Requirements in whose observations a variant differs from the honest server, and no others. */
export const drifts: Readonly<Record<string, readonly string[]>> = {
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
