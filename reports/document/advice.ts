/** For a variable or option that a reason names: what somebody without a terminal asks the engineering team for. */
const requests: Readonly<Record<string, string>> = {
  CONFORMANCE_OTHER_TENANT_ID:
    'a second test tenant with a key of its own, and with accounts, which has nothing to do with the first',
  CONFORMANCE_OTHER_API_KEY:
    'a second test tenant with a key of its own, and with accounts, which has nothing to do with the first',
  CONFORMANCE_API_KEY: 'a Secret Key that the service accepts',
  CONFORMANCE_TENANT_ID: 'the tenant that belongs to the Secret Key',
  CONFORMANCE_BASE_URL: 'the https address of the service',
  CONFORMANCE_REVOKED_KEY: 'a key that was rotated out, to show that it no longer works',
  CONFORMANCE_PUBLIC_KEY: 'the Public Key of the test tenant',
  CONFORMANCE_CUSTOMER: 'values of a customer that this service accepts',
  CONFORMANCE_CUSTOMER_ID_POINTER: 'the name of the member that identifies a customer in responses',
  CONFORMANCE_ACCOUNT_ID_POINTER: 'the name of the member that identifies an account in responses',
  CONFORMANCE_ALLOW_GUESSES: 'leave to send tenant ids that may belong to somebody else',
  CONFORMANCE_ALLOW_KEY_ELSEWHERE: 'leave to send a key in places that the service logs or stores, such as an address',
  CONFORMANCE_ALLOW_LIVE_WRITES: 'leave to create test customers on Live, or a run against Sandbox',
  CONFORMANCE_CA_FILE: 'the certificate of the authority that the service uses',
  CONFORMANCE_SIGNING_KEY_FILE: 'a signing key for the reports',
  '--webhook-port': 'a run that receives notifications',
};

/** What to ask the engineering team for, as a sentence, where a text names a variable or an option; empty otherwise. */
export function adviceFor(text: string): readonly string[] {
  const wanted = Object.entries(requests).flatMap(([name, request]) =>
    new RegExp(`${name}(?![A-Z_])`).test(text) ? [request] : [],
  );
  const all = [...new Set(wanted)];
  return all.length === 0 ? [] : [`Ask the engineering team for ${all.join('; and ')}.`];
}
