const secondTenant = 'a second, unrelated test tenant that has its own key and accounts';

const requests: Readonly<Record<string, string>> = {
  CONFORMANCE_OTHER_TENANT_ID: secondTenant,
  CONFORMANCE_OTHER_API_KEY: secondTenant,
  CONFORMANCE_API_KEY: 'a Secret Key that the service accepts',
  CONFORMANCE_TENANT_ID: 'the tenant that belongs to the Secret Key',
  CONFORMANCE_BASE_URL: 'the https address of the service',
  CONFORMANCE_REVOKED_KEY: 'a key that was rotated out, to show that it no longer works',
  CONFORMANCE_PUBLIC_KEY: 'the Public Key of the test tenant',
  CONFORMANCE_CUSTOMER: 'values of a customer that this service accepts',
  CONFORMANCE_CUSTOMER_ID_POINTER: 'the name of the member that identifies a customer in responses',
  CONFORMANCE_ACCOUNT_ID_POINTER: 'the name of the member that identifies an account in responses',
  CONFORMANCE_ALLOW_KEY_ELSEWHERE: 'permission to send a key where the service may log it, such as in an address',
  CONFORMANCE_ALLOW_LIVE_WRITES: 'permission to create test customers on Live, or a run against Sandbox',
  CONFORMANCE_CA_FILE: 'the certificate of the authority that the service uses',
  '--webhook-port': 'a run that receives notifications',
};

/** A variable or an option, with or without backticks. */
const setting = /`?(?:CONFORMANCE_[A-Z_]+|(?<![\w-])--[a-z][a-z-]+)(?:[= ][^\s`.,]+`|`)?/g;

/** For people who run no terminal, a reason says what to ask for instead of naming a setting. */
export function forOfficers(text: string) {
  const wanted = Object.entries(requests).flatMap(([name, request]) =>
    new RegExp(`${name}(?![A-Z_])`).test(text) ? [request] : [],
  );
  const advice = [...new Set(wanted)].join('; and ');
  const sentences = text.split(/(?<=\.) (?=[A-Z`])/);
  const kept = sentences.filter((sentence) => sentence.search(setting) < 0);
  const reason = kept.length > 0 ? kept.join(' ') : text.replace(setting, 'a setting');
  return advice === '' ? reason : `${reason} Ask the engineering team for ${advice}.`;
}
