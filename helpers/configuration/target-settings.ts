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
    help: 'a second tenant that the first key has no business with, for the checks that tenants are apart',
  },
  {
    name: 'otherApiKey',
    variable: 'CONFORMANCE_OTHER_API_KEY',
    kind: 'secret',
    help: 'Secret Key of the second tenant; without it the first key serves both, and ACCT-03 is skipped',
  },
  {
    name: 'publicKey',
    variable: 'CONFORMANCE_PUBLIC_KEY',
    kind: 'secret',
    help: 'Public Key of the tenant, for AUTH-13',
  },
  {
    name: 'revokedKey',
    variable: 'CONFORMANCE_REVOKED_KEY',
    kind: 'secret',
    help: 'a key that was rotated out, for AUTH-09',
  },
  {
    name: 'environment',
    variable: 'CONFORMANCE_ENVIRONMENT',
    kind: 'choice',
    choices: ['sandbox', 'live'],
    fallback: 'sandbox',
    help: 'sandbox or live; on live no customer is created unless that is allowed',
  },
  {
    name: 'allowLiveWrites',
    variable: 'CONFORMANCE_ALLOW_LIVE_WRITES',
    kind: 'flag',
    help: 'true lets a run against live create customers',
  },
  {
    name: 'confirmSandbox',
    variable: 'CONFORMANCE_CONFIRM_SANDBOX',
    kind: 'flag',
    help: 'true confirms that a target is a sandbox though its address or a key looks like live',
  },
  {
    name: 'customer',
    variable: 'CONFORMANCE_CUSTOMER',
    kind: 'file',
    help: 'JSON file merged over the generated customer; {fresh} in a value is something new each time',
  },
  {
    name: 'customerIdPointer',
    variable: 'CONFORMANCE_CUSTOMER_ID_POINTER',
    kind: 'pointer',
    help: 'JSON Pointer to the identity of a created customer, where it cannot be found unaided',
  },
  {
    name: 'accountIdPointer',
    variable: 'CONFORMANCE_ACCOUNT_ID_POINTER',
    kind: 'pointer',
    help: 'the same for an account, relative to one account of the listing',
  },
  {
    name: 'ca',
    variable: 'CONFORMANCE_CA_FILE',
    kind: 'file',
    help: 'extra trusted certificates, PEM',
  },
  {
    name: 'allowInsecureHttp',
    variable: 'CONFORMANCE_ALLOW_INSECURE_HTTP',
    kind: 'flag',
    help: 'true lets keys travel over plain HTTP to a host that is not loopback',
  },
  {
    name: 'allowGuesses',
    variable: 'CONFORMANCE_ALLOW_GUESSES',
    kind: 'flag',
    help: 'true lets near misses of a short tenant id be sent, which may name a stranger',
  },
  {
    name: 'allowKeyInQuery',
    variable: 'CONFORMANCE_ALLOW_KEY_IN_QUERY',
    kind: 'flag',
    help: 'true lets a valid key stand in a query string, which may end in access logs',
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
    help: 'who ran it; printed in the report',
  },
  {
    name: 'classification',
    variable: 'CONFORMANCE_CLASSIFICATION',
    kind: 'text',
    help: 'how the report is classified; printed in it',
  },
] as const satisfies readonly Setting[];
