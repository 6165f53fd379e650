import { BlockList, isIP } from 'node:net';
import { listed } from '../../../schemas/listed.js';
import type { Specification } from '../../../schemas/specification.js';
import { schemaDocument } from '../../../schemas/validate.js';
import { isLoopback } from '../loopback.js';
import type { SettingName } from '../settings.js';
import type { Rule } from '../sources.js';
import { operationAtEnd } from '../values/base-address.js';

/** Settings that only make sense for a target of one's own. */
const ofTarget = [
  ...(['apiKey', 'tenantId', 'otherTenantId', 'otherApiKey', 'publicKey', 'revokedKey'] as const),
  ...(['environment', 'headers', 'clientCert'] as const),
] satisfies readonly SettingName[];

const keys = ['apiKey', 'otherApiKey', 'publicKey', 'revokedKey'] as const;

/** Settings that need another, which has to be given with them. A client certificate proves nothing without its key. */
const pairs: readonly (readonly [SettingName, SettingName])[] = [
  ['otherApiKey', 'otherTenantId'],
  ['clientCert', 'clientKey'],
  ['clientKey', 'clientCert'],
  ['clientKeyPassphrase', 'clientKey'],
];

const sandboxWords = ['sandbox', 'test', 'dev', 'staging', 'uat', 'qa', 'mock', 'demo', 'preview'] as const;
const isSandboxWord = (part: string) => (sandboxWords as readonly string[]).includes(part.toLowerCase());

const privateAddresses = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  privateAddresses.addSubnet(network, bits, 'ipv4');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');

/**
 * Whether an address says by itself that nothing behind it is live: loopback, a private address, or a part of the host
 * or path (between dots, slashes or hyphens) that is one of a few words. The last label of a longer host counts only
 * as `test`, which RFC 6761 reserves: `api.bank.dev` and `api.bank.qa` are addresses of anybody. Where another part says
 * live (`sandbox-prod`), it says nothing.
 */
export function saysSandbox({ hostname, pathname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const version = isIP(host);
  if (isLoopback(hostname) || (version > 0 && privateAddresses.check(host, version === 6 ? 'ipv6' : 'ipv4')))
    return true;
  const labels = host.split('.');
  const own = labels.length > 1 && labels.at(-1) !== 'test' ? labels.slice(0, -1) : labels;
  const parts = [...own, ...pathname.split('/')].flatMap((part) => part.split('-'));
  return parts.some(isSandboxWord) && !parts.some(isLiveWord);
}

const isLiveWord = (part: string) => /^(?:live|prod|production)$/i.test(part);

/** Whole labels only: `api.live.example` does, `alive.example` and `api-live.example` do not. */
export const hostLooksLive = (hostname: string): boolean => hostname.split('.').some(isLiveWord);

/** `sk_live_…`: one of the parts between underscores, hyphens and dots. */
export const keyLooksLive = (key: string): boolean => key.split(/[_.-]/).some(isLiveWord);

/** Fewer characters may stand in any text by chance. */
const shortestKey = 12;

/** What a search for a key looks at: letters and digits, in one case. */
const symbols = (text: string) => text.replace(/[^0-9A-Za-z]+/g, '').toLowerCase();

/** Tells of a value whether every report contains it, whatever the target returns: then it cannot be kept out of one. */
export function inEveryReport({ catalogue, schemas }: Spelt): (value: string) => boolean {
  const text = symbols(JSON.stringify([catalogue, schemaDocument('report'), Object.values(schemas)]));
  return (value) => text.includes(symbols(value));
}

/** What of a specification stands in every report. */
type Spelt = Pick<Specification, 'catalogue' | 'schemas'>;

/** Tells why a value cannot be kept out of a report, in words; undefined for one that can. */
export function weaknesses(specification: Spelt): (value: string) => string | undefined {
  const isInEveryReport = inEveryReport(specification);
  return (value) => {
    if (value.length < shortestKey) return 'too short';
    return isInEveryReport(value) ? 'a word of every report' : undefined;
  };
}

/** All rules between settings, in the order in which they are reported. */
export const rules = {
  /** A pipeline that lost its base address must not turn green against the embedded server. */
  baseAddressIsThere: ({ values, has, sourceName }) => {
    const lost = values.baseUrl ? [] : ofTarget.filter(has);
    return (
      lost.length > 0 &&
      `CONFORMANCE_BASE_URL is not set, but ${lost.map(sourceName).join(', ')} ${lost.length > 1 ? 'are' : 'is'}: ` +
        'set the base address, or none of these for a demonstration against the embedded reference server.'
    );
  },
  /** A demonstration says nothing about a target, so one that is configured would go untested without a word. */
  oneTarget: ({ values, sourceName }) =>
    values.embedded &&
    values.baseUrl !== undefined &&
    `${sourceName('embedded')} asks for the embedded reference server, but ${sourceName('baseUrl')} names a target: set only one of them.`,
  /** Nothing is found below the address of an operation. */
  addressIsOfAll: ({ values, sourceName, specification }) => {
    const wrong = values.baseUrl && operationAtEnd(values.baseUrl, specification);
    return wrong ? `${sourceName('baseUrl')} ${wrong}` : false;
  },
  /** An API without tenants has no profile for one of them. */
  profileIsThere: ({ values, sourceName, specification: { profiles, title } }) =>
    values.profile !== undefined &&
    !profiles[values.profile] &&
    `${sourceName('profile')} is ${values.profile}, which ${title} does not have; it has ${listed(Object.keys(profiles))}.`,
  /** A profile says what is left out, which has to be so. */
  profileFits: ({ values, has, sourceName }) =>
    values.profile === 'single-tenant' &&
    has('otherTenantId') &&
    `${sourceName('profile')} is single-tenant, but ${sourceName('otherTenantId')} names a second one: set only one of them.`,
  /** Without an accepted key, a service that answers 401 to everybody would look right. */
  keyAndTenantAreThere: ({ values, has, sourceName, specification: { headers } }) => {
    const needed = headers.tenant === undefined ? (['apiKey'] as const) : (['apiKey', 'tenantId'] as const);
    const missing = values.baseUrl ? needed.filter((name) => !has(name)) : [];
    return (
      missing.length > 0 &&
      `${sourceName('baseUrl')} is set, but ${missing.map(sourceName).join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not.`
    );
  },
  pairsAreWhole: ({ has, sourceName }) => {
    const half = pairs.find(([one, other]) => has(one) && !has(other));
    return half !== undefined && `${sourceName(half[0])} is set, but ${sourceName(half[1])} is not.`;
  },
  /** A tenant compared with itself shares everything. UUIDs are one whatever their letter case. */
  tenantsDiffer: ({ values, sourceName }) => {
    const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
    const [first, second] = [values.tenantId, values.otherTenantId].map((id) =>
      id && uuid.test(id) ? id.toLowerCase() : id,
    );
    return (
      first !== undefined &&
      first === second &&
      `${sourceName('tenantId')} and ${sourceName('otherTenantId')} are the same tenant; the second must be a different one.`
    );
  },
  /** A Public Key or a rotated-out key that is a key in use was pasted into the wrong variable. */
  keysDiffer: ({ values, sourceName }) => {
    for (const name of ['publicKey', 'revokedKey'] as const)
      for (const used of ['apiKey', 'otherApiKey'] as const)
        if (values[name] && values[name] === values[used])
          return `${sourceName(name)} and ${sourceName(used)} are the same key; they must differ.`;
    return false;
  },
  plainHttpIsAllowed: ({ values, sourceName, switchName }) => {
    if (!values.baseUrl || values.allowInsecureHttp) return false;
    const { protocol, hostname } = new URL(values.baseUrl);
    return (
      protocol === 'http:' &&
      !isLoopback(hostname) &&
      `${sourceName('baseUrl')} is a plain-HTTP address of another machine, so others could read the keys on the way: ` +
        `use https, or set ${switchName('allowInsecureHttp')}=true.`
    );
  },
  certificateHasTls: ({ values, has, sourceName }) =>
    has('clientCert') &&
    values.baseUrl?.startsWith('http:') === true &&
    `${sourceName('clientCert')} needs a target that speaks TLS: the base URL begins with https://.`,
  environmentIsOne: ({ values, sourceName }) =>
    values.environment === 'live' &&
    values.confirmSandbox &&
    `${sourceName('environment')} says live, and ${sourceName('confirmSandbox')} says sandbox; set only one of them.`,
  /** An address or a key that says live contradicts an environment that says sandbox. To name the latter would not resolve it. */
  sandboxIsNoLive: ({ values, sourceName, switchName }) => {
    if (!values.baseUrl || values.environment === 'live' || values.confirmSandbox) return false;
    const suspect = hostLooksLive(new URL(values.baseUrl).hostname)
      ? 'baseUrl'
      : keys.find((name) => keyLooksLive(values[name] ?? ''));
    return (
      suspect !== undefined &&
      `${sourceName(suspect)} looks like live: set ${switchName('environment')}=live, or ` +
        `${switchName('confirmSandbox')}=true if it is a sandbox.`
    );
  },
  /** A run creates customers that nobody can delete: on a target that may be live somebody has to say what it is. */
  environmentIsKnown: ({ values, has, sourceName, switchName }) =>
    values.baseUrl !== undefined &&
    !has('environment') &&
    !values.confirmSandbox &&
    !saysSandbox(new URL(values.baseUrl)) &&
    `${sourceName('baseUrl')} does not say whether the target is a sandbox: set ${switchName('environment')} to ` +
      'sandbox, live or mock. It may be left out for loopback, a private address, and an address with a part named ' +
      `${listed(sandboxWords, 'or')}.`,
  /** Keys of anything but a mock on this machine are secrets, whatever somebody declares. */
  publicKeysAreLocal: ({ values, sourceName }) =>
    values.keysArePublic &&
    (!values.baseUrl || !isLoopback(new URL(values.baseUrl).hostname)) &&
    `${sourceName('keysArePublic')} is for a mock on loopback only.`,
  /** A key that a report would contain anyhow ends the run with status 5: better reported before anything is sent. */
  keysCanBeKeptOut: ({ values, sourceName, switchName, specification }) => {
    if (!values.baseUrl || values.keysArePublic) return false;
    const weaknessOf = weaknesses(specification);
    const found = keys.map((name) => [name, values[name] && weaknessOf(values[name])] as const);
    const [weak, weakness] = found.find(([, one]) => one !== undefined) ?? [];
    return (
      weak !== undefined &&
      `${sourceName(weak)} cannot be kept out of a report: it is ${weakness}. ` +
        `Make it ${shortestKey} or more random characters, or declare ${switchName('keysArePublic')}=true for a mock on loopback.`
    );
  },
  /** The command does not say where its target listens, and the embedded server needs no starting. */
  startHasAddress: ({ values, sourceName }) =>
    values.start !== undefined &&
    !values.baseUrl &&
    `${sourceName('start')} starts a target, but CONFORMANCE_BASE_URL with its address is not set.`,
  /** A group of processes is what is stopped in the end, with whatever the command has started in its turn. */
  startCanBeStopped: ({ values, sourceName }) =>
    values.start !== undefined &&
    process.platform === 'win32' &&
    `${sourceName('start')} needs process groups, which Windows lacks: start the target yourself before the run.`,
  /** A run is compared with one other. */
  oneComparison: ({ has, sourceName }) =>
    has('like') &&
    has('baseline') &&
    `${sourceName('like')} and ${sourceName('baseline')} both name a run to compare with: set only one of them.`,
  /** Watching makes many runs: they need a target that changes, and a folder each. */
  watchHasRoom: ({ values, has, sourceName }) => {
    if (!values.watch) return false;
    const watch = sourceName('watch');
    if (!values.baseUrl) return `${watch} needs a target: the embedded reference server does not change.`;
    if (has('out')) return `${watch} writes one folder per run, so ${sourceName('out')} cannot be set.`;
    return values.json && `${watch} makes many reports, so ${sourceName('json')} cannot print one.`;
  },
} as const satisfies Readonly<Record<string, Rule>>;
