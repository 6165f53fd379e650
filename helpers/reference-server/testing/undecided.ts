import { members } from '../../../schemas/fsapi/members.js';

const ofMembers = members.map(({ requirement }) => requirement);
const ofCustomers = ['AUTH-08', 'IDEM-01', 'IDEM-02', 'IDEM-03', 'IDEM-04', 'IDEM-05', 'CUST-23'];
/** Where the valid customer is rejected for a value that the specification leaves open. */
const withoutCustomer = [...ofCustomers, ...ofMembers, 'HTTP-05', 'HTTP-06', 'AUTH-06', 'CUST-01'];

/**
 * Combinations in which no repeat confirms what identifies a customer: creations that are accepted for later, or name their
 * customer by a word of their own, where repeats are rejected or empty. Each freedom alone is decided.
 */
const withoutConfirmation = [18, 20, 24, 26, 30, 37, 42, 50, 53, 58];

/** What stays undecided of a conforming server, by its id: nothing unless given. What moments decide may pass as well. */
export const undecided: Readonly<Record<string, readonly string[]>> = {
  // Neither a creation nor its repeat shows a customer, or each shows another job.
  'creation-repeats-what-was-sent': ofCustomers,
  'creation-tells-who-asks': ofCustomers,
  'job-for-each-try': ofCustomers,
  'creation-as-a-job-replay-as-the-customer': ofCustomers,
  'customer-ids-made-from-the-address': ['IDEM-05'],
  'customer-ids-made-from-the-key-and-nothing-else': ['IDEM-05'],
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
  ...Object.fromEntries(
    withoutConfirmation.map((at) => [`combination-${at}`, [...ofCustomers, ...ofMembers, 'HTTP-06']]),
  ),
};
