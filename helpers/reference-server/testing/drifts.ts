/**
 * Requirements in whose observations a variant differs from the honest server: where it lets the specification's
 * silence mean something else, and nowhere else.
 */
export const drifts: Readonly<Record<string, readonly string[]>> = {
  'creation-200': ['CUST-19'],
  'replay-with-another-body-answered-as-the-first': ['IDEM-08', 'ERR-04'],
  'idempotency-key-optional': ['IDEM-06', 'IDEM-11'],
  'idempotency-key-has-to-be-a-uuid-v4': ['IDEM-11'],
  'idempotency-keys-of-all-tenants-are-one-set': ['IDEM-10'],
  'public-key-lists-accounts': ['AUTH-13'],
  'tenant-optional-in-creations': ['CUST-22'],
  'listing-paged-by-a-link-header': ['ACCT-07', 'ACCT-08'],
  'any-content-type-taken': ['HTTP-07'],
  'options-answered-without-a-key': ['HTTP-07'],
  'text-after-the-json-ignored': ['HTTP-07'],
  'unknown-addresses-404-before-the-key': ['HTTP-07', 'AUTH-15', 'ERR-01'],
  'deprecation-announced': ['VER-02'],
};
