import type { Row } from './setting.js';

/**
 * What is asked, by whom, and what may be done to it: variables that have no option, since most of them are secrets.
 * `apiKey` is CONFORMANCE_API_KEY.
 */
export const targetSettings = {
  apiKey: { kind: 'secret', help: 'Secret Key of the tenant; required with a base address' },
  tenantId: { kind: 'header', help: 'x-tenant-id of the tenant; required with a base address' },
  otherTenantId: {
    kind: 'header',
    help: 'second tenant, not accessible with the first key; enables the isolation checks',
  },
  otherApiKey: {
    kind: 'secret',
    help: 'Secret Key of the second tenant; without it the first key is used for both, and ACCT-03 is skipped',
  },
  publicKey: { kind: 'secret', help: 'Public Key of the tenant (AUTH-13)' },
  revokedKey: { kind: 'secret', help: 'a revoked key (AUTH-09)' },
  environment: {
    kind: 'choice',
    choices: ['sandbox', 'live'],
    otherwise: 'sandbox where the address says so, else required',
    help: 'sandbox or live; on live the suite creates no customer unless you allow it',
  },
  allowLiveWrites: { kind: 'flag', help: 'true allows a run against live to create customers' },
  confirmSandbox: {
    kind: 'flag',
    help: 'true confirms that the target is a sandbox although its address or a key looks like live',
  },
  keysArePublic: {
    kind: 'flag',
    help: 'true for a mock on loopback whose keys are no secrets: reports may contain them',
  },
  customer: {
    kind: 'file',
    help: 'JSON file merged over the generated customer; {fresh} becomes a new value each time',
  },
  customerIdPointer: {
    kind: 'pointer',
    help: 'JSON Pointer to the id of a created customer, if the suite cannot find it',
  },
  accountIdPointer: {
    kind: 'pointer',
    help: 'JSON Pointer to the id of an account, relative to one account of the listing',
  },
  ca: { variable: 'CONFORMANCE_CA_FILE', kind: 'file', help: 'additional trusted certificates (PEM)' },
  headers: {
    variable: 'CONFORMANCE_HEADERS_FILE',
    kind: 'secret-file',
    help: 'headers that a proxy or gateway in front of the target wants, one Name: value a line; never printed',
  },
  clientCert: {
    variable: 'CONFORMANCE_CLIENT_CERT_FILE',
    kind: 'file',
    help: 'client certificate for mutual TLS, with its chain (PEM)',
  },
  clientKey: {
    variable: 'CONFORMANCE_CLIENT_KEY_FILE',
    kind: 'secret-file',
    help: 'private key of the client certificate (PEM); only its owner may read the file',
  },
  clientKeyPassphrase: { kind: 'passphrase', help: 'passphrase of the private key' },
  allowInsecureHttp: { kind: 'flag', help: 'true sends keys over plain HTTP to a host that is not loopback' },
  allowGuesses: {
    kind: 'flag',
    help: 'true sends variations of a short tenant id, which may belong to another tenant',
  },
  allowKeyInQuery: { kind: 'flag', help: 'true sends a valid key in a query string, which may end up in access logs' },
  signingKeyFile: { kind: 'file', help: 'Ed25519 private key, PEM, that signs the report bundle' },
  operator: { kind: 'text', help: 'name of the operator; printed in the report' },
  classification: { kind: 'text', help: 'classification of the report; printed in it' },
} as const satisfies Readonly<Record<string, Row>>;
