import type { Setting } from './setting.js';

/** What is asked, by whom, and what may be done to it: variables that have no option, since most of them are secrets. */
export const targetSettings = [
  {
    name: 'apiKey',
    variable: 'CONFORMANCE_API_KEY',
    kind: 'secret',
    help: 'Secret Key of the tenant; required with a base address',
  },
  {
    name: 'tenantId',
    variable: 'CONFORMANCE_TENANT_ID',
    kind: 'header',
    help: 'x-tenant-id of the tenant; required with a base address',
  },
  {
    name: 'otherTenantId',
    variable: 'CONFORMANCE_OTHER_TENANT_ID',
    kind: 'header',
    help: 'second tenant, not accessible with the first key; enables the isolation checks',
  },
  {
    name: 'otherApiKey',
    variable: 'CONFORMANCE_OTHER_API_KEY',
    kind: 'secret',
    help: 'Secret Key of the second tenant; without it the first key is used for both, and ACCT-03 is skipped',
  },
  {
    name: 'publicKey',
    variable: 'CONFORMANCE_PUBLIC_KEY',
    kind: 'secret',
    help: 'Public Key of the tenant (AUTH-13)',
  },
  {
    name: 'revokedKey',
    variable: 'CONFORMANCE_REVOKED_KEY',
    kind: 'secret',
    help: 'a revoked key (AUTH-09)',
  },
  {
    name: 'environment',
    variable: 'CONFORMANCE_ENVIRONMENT',
    kind: 'choice',
    choices: ['sandbox', 'live'],
    otherwise: 'sandbox where the address says so, else required',
    help: 'sandbox or live; on live the suite creates no customer unless you allow it',
  },
  {
    name: 'allowLiveWrites',
    variable: 'CONFORMANCE_ALLOW_LIVE_WRITES',
    kind: 'flag',
    help: 'true allows a run against live to create customers',
  },
  {
    name: 'confirmSandbox',
    variable: 'CONFORMANCE_CONFIRM_SANDBOX',
    kind: 'flag',
    help: 'true confirms that the target is a sandbox although its address or a key looks like live',
  },
  {
    name: 'keysArePublic',
    variable: 'CONFORMANCE_KEYS_ARE_PUBLIC',
    kind: 'flag',
    help: 'true for a mock on loopback whose keys are no secrets: reports may contain them',
  },
  {
    name: 'customer',
    variable: 'CONFORMANCE_CUSTOMER',
    kind: 'file',
    help: 'JSON file merged over the generated customer; {fresh} becomes a new value each time',
  },
  {
    name: 'customerIdPointer',
    variable: 'CONFORMANCE_CUSTOMER_ID_POINTER',
    kind: 'pointer',
    help: 'JSON Pointer to the id of a created customer, if the suite cannot find it',
  },
  {
    name: 'accountIdPointer',
    variable: 'CONFORMANCE_ACCOUNT_ID_POINTER',
    kind: 'pointer',
    help: 'JSON Pointer to the id of an account, relative to one account of the listing',
  },
  {
    name: 'ca',
    variable: 'CONFORMANCE_CA_FILE',
    kind: 'file',
    help: 'additional trusted certificates (PEM)',
  },
  {
    name: 'allowInsecureHttp',
    variable: 'CONFORMANCE_ALLOW_INSECURE_HTTP',
    kind: 'flag',
    help: 'true sends keys over plain HTTP to a host that is not loopback',
  },
  {
    name: 'allowGuesses',
    variable: 'CONFORMANCE_ALLOW_GUESSES',
    kind: 'flag',
    help: 'true sends variations of a short tenant id, which may belong to another tenant',
  },
  {
    name: 'allowKeyInQuery',
    variable: 'CONFORMANCE_ALLOW_KEY_IN_QUERY',
    kind: 'flag',
    help: 'true sends a valid key in a query string, which may end up in access logs',
  },
  {
    name: 'signingKeyFile',
    variable: 'CONFORMANCE_SIGNING_KEY_FILE',
    kind: 'file',
    help: 'Ed25519 private key, PEM, that signs the report bundle',
  },
  {
    name: 'operator',
    variable: 'CONFORMANCE_OPERATOR',
    kind: 'text',
    help: 'name of the operator; printed in the report',
  },
  {
    name: 'classification',
    variable: 'CONFORMANCE_CLASSIFICATION',
    kind: 'text',
    help: 'classification of the report; printed in it',
  },
] as const satisfies readonly Setting[];
