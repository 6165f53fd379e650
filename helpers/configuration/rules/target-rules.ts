import { isLoopback } from '../loopback.js';
import type { SettingName } from '../settings.js';
import type { Rule } from '../sources.js';
import { caseRules } from './case-rules.js';
import { environmentRules } from './environment-rules.js';
import { keyRules } from './key-rules.js';
import { startRules } from './start-rules.js';

/** Settings that only make sense for a target of one's own. */
export const ofTarget: readonly SettingName[] = [
  'apiKey',
  'tenantId',
  'otherTenantId',
  'otherApiKey',
  'publicKey',
  'revokedKey',
  'environment',
  'headers',
  'clientCert',
];

/** A pipeline that lost its base address must not turn green against the embedded server. */
export const baseAddressIsThere: Rule = ({ values, has, sourceName }) => {
  const lost = values.baseUrl ? [] : ofTarget.filter(has);
  return (
    lost.length > 0 &&
    `CONFORMANCE_BASE_URL is not set, but ${lost.map(sourceName).join(', ')} ${lost.length > 1 ? 'are' : 'is'}: ` +
      'set the base address, or none of these for a demonstration against the embedded reference server.'
  );
};

/** A demonstration says nothing about a target, so one that is configured would go untested without a word. */
const oneTarget: Rule = ({ values, sourceName }) =>
  values.embedded &&
  values.baseUrl !== undefined &&
  `${sourceName('embedded')} asks for the embedded reference server, but ${sourceName('baseUrl')} names a target: set only one of them.`;

/** A profile says what is left out, which has to be so. */
const profileFits: Rule = ({ values, has, sourceName }) =>
  values.profile === 'single-tenant' &&
  has('otherTenantId') &&
  `${sourceName('profile')} is single-tenant, but ${sourceName('otherTenantId')} names a second one: set only one of them.`;

/** Without an accepted key, a service that answers 401 to everybody would look right. */
export const keyAndTenantAreThere: Rule = ({ values, has, sourceName }) => {
  const missing = values.baseUrl ? (['apiKey', 'tenantId'] as const).filter((name) => !has(name)) : [];
  return (
    missing.length > 0 &&
    `${sourceName('baseUrl')} is set, but ${missing.map(sourceName).join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not.`
  );
};

export const secondKeyHasTenant: Rule = ({ has, sourceName }) =>
  has('otherApiKey') &&
  !has('otherTenantId') &&
  `${sourceName('otherApiKey')} is set, but CONFORMANCE_OTHER_TENANT_ID is not.`;

/** A tenant compared with itself shares everything. UUIDs are one whatever their letter case. */
export const tenantsDiffer: Rule = ({ values, sourceName }) => {
  const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
  const [first, second] = [values.tenantId, values.otherTenantId].map((id) =>
    id && uuid.test(id) ? id.toLowerCase() : id,
  );
  return (
    first !== undefined &&
    first === second &&
    `${sourceName('tenantId')} and ${sourceName('otherTenantId')} are the same tenant; the second must be a different one.`
  );
};

/** A Public Key or a rotated-out key that is a key in use was pasted into the wrong variable. */
export const keysDiffer: Rule = ({ values, sourceName }) => {
  for (const name of ['publicKey', 'revokedKey'] as const)
    for (const used of ['apiKey', 'otherApiKey'] as const)
      if (values[name] && values[name] === values[used])
        return `${sourceName(name)} and ${sourceName(used)} are the same key; they must differ.`;
  return false;
};

export const plainHttpIsAllowed: Rule = ({ values, sourceName, switchName }) => {
  if (!values.baseUrl || values.allowInsecureHttp) return false;
  const { protocol, hostname } = new URL(values.baseUrl);
  return (
    protocol === 'http:' &&
    !isLoopback(hostname) &&
    `${sourceName('baseUrl')} is a plain-HTTP address of another machine, so others could read the keys on the way: ` +
      `use https, or set ${switchName('allowInsecureHttp')}=true.`
  );
};

/** A client certificate proves nothing without its key, and takes part in TLS alone. */
const clientIdentityIsWhole: Rule = ({ values, has, sourceName }) => {
  const pairs = [
    ['clientCert', 'clientKey'],
    ['clientKey', 'clientCert'],
    ['clientKeyPassphrase', 'clientKey'],
  ] as const;
  const half = pairs.find(([one, other]) => has(one) && !has(other));
  if (half) return `${sourceName(half[0])} is set, but ${sourceName(half[1])} is not.`;
  return (
    has('clientCert') &&
    values.baseUrl?.startsWith('http:') === true &&
    `${sourceName('clientCert')} needs a target that speaks TLS: the base URL begins with https://.`
  );
};

/** All rules between settings, in the order in which they are reported. */
export const targetRules: readonly Rule[] = [
  baseAddressIsThere,
  oneTarget,
  profileFits,
  keyAndTenantAreThere,
  secondKeyHasTenant,
  tenantsDiffer,
  keysDiffer,
  plainHttpIsAllowed,
  clientIdentityIsWhole,
  ...environmentRules,
  ...keyRules,
  ...startRules,
  ...caseRules,
];
