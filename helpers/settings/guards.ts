import { BlockList, isIP } from 'node:net';
import { getProxyForUrl } from 'proxy-from-env';
import { listed } from '../../schemas/listed.js';
import { attempt } from './attempt.js';
import { operationAtEnd } from './base-address.js';
import { isLoopback } from './loopback.js';
import { shortestKey, weaknesses } from './secrets.js';
import { type Configuration, keyNames } from './settings.js';
import type { Sources } from './sources.js';

/** What has to hold between settings and no schema can say: the sentence that says what does not, or false. */
type Guard = (given: Sources) => string | false | undefined;

const sandboxWords: readonly string[] = ['sandbox', 'test', 'dev', 'staging', 'uat', 'qa', 'mock', 'demo', 'preview'];
const isSandboxWord = (part: string) => sandboxWords.includes(part.toLowerCase());
const isLiveWord = (part: string) => /^(?:live|prod|production)$/i.test(part);

const privateAddresses = new BlockList();
for (const network of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10']) {
  const [address = '', bits] = network.split('/');
  privateAddresses.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
}

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

/** Whole labels only: `api.live.example` does, `alive.example` and `api-live.example` do not. */
const hostLooksLive = (hostname: string): boolean => hostname.split('.').some(isLiveWord);

/** `sk_live_…`: one of the parts between underscores, hyphens and dots. */
const keyLooksLive = (key: string): boolean => key.split(/[_.-]/).some(isLiveWord);

/** What the target is: a mock where a command starts it on loopback and nothing else is said. */
export function environmentOf({ baseUrl, environment, start }: Sources['values']): Configuration['environment'] {
  if (environment !== undefined) return environment;
  return baseUrl !== undefined && isLoopback(new URL(baseUrl).hostname) && start !== undefined ? 'mock' : 'sandbox';
}

/** UUIDs are one whatever the case of their letters. */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const folded = (id: string | undefined) => (id && uuid.test(id) ? id.toLowerCase() : id);

/** All guards, in the order in which they are reported. */
export const guards: readonly Guard[] = [
  // A demonstration says nothing about a target, so one that is configured would go untested without a word.
  ({ values, sourceName }) =>
    values.embedded &&
    values.baseUrl !== undefined &&
    `${sourceName('embedded')} asks for the embedded reference server, but ${sourceName('baseUrl')} names a target: set only one of them.`,
  // Nothing is found below the address of an operation.
  ({ values, sourceName, specification }) => {
    const wrong = values.baseUrl && operationAtEnd(values.baseUrl, specification);
    return wrong && `${sourceName('baseUrl')} ${wrong}`;
  },
  // A profile says what is left out, which has to be so.
  ({ values, has, sourceName }) =>
    values.profile === 'single-tenant' &&
    has('otherTenantId') &&
    `${sourceName('profile')} is single-tenant, but ${sourceName('otherTenantId')} names a second one: set only one of them.`,
  // A tenant compared with itself shares everything.
  ({ values, sourceName }) =>
    values.tenantId !== undefined &&
    folded(values.tenantId) === folded(values.otherTenantId) &&
    `${sourceName('tenantId')} and ${sourceName('otherTenantId')} are the same tenant; the second must be a different one.`,
  // A Public Key or a rotated-out key that is a key in use was pasted into the wrong variable.
  ({ values, sourceName }) => {
    for (const name of ['publicKey', 'revokedKey'] as const)
      for (const used of ['apiKey', 'otherApiKey'] as const)
        if (values[name] && values[name] === values[used])
          return `${sourceName(name)} and ${sourceName(used)} are the same key; they must differ.`;
    return false;
  },
  ({ values, sourceName, switchName }) =>
    values.baseUrl?.startsWith('http:') &&
    !values.allowInsecureHttp &&
    !isLoopback(new URL(values.baseUrl).hostname) &&
    `${sourceName('baseUrl')} is a plain-HTTP address of another machine, so others could read the keys on the way: ` +
      `use https, or set ${switchName('allowInsecureHttp')}=true.`,
  ({ values, sourceName }) =>
    values.environment === 'live' &&
    values.confirmSandbox &&
    `${sourceName('environment')} says live, and ${sourceName('confirmSandbox')} says sandbox; set only one of them.`,
  // An address or a key that says live contradicts an environment that says sandbox. To name the latter would not resolve it.
  ({ values, sourceName, switchName }) => {
    if (!values.baseUrl || values.environment === 'live' || values.confirmSandbox) return false;
    const keyThatLooksLive = keyNames.find((name) => keyLooksLive(values[name] ?? ''));
    const suspect = hostLooksLive(new URL(values.baseUrl).hostname) ? 'baseUrl' : keyThatLooksLive;
    const remedy = `set ${switchName('environment')}=live, or ${switchName('confirmSandbox')}=true if it is a sandbox.`;
    return suspect && `${sourceName(suspect)} looks like live: ${remedy}`;
  },
  // A run creates customers that nobody can delete: on a target that may be live somebody has to say what it is.
  ({ values, has, sourceName, switchName }) =>
    values.baseUrl !== undefined &&
    !has('environment') &&
    !values.confirmSandbox &&
    !saysSandbox(new URL(values.baseUrl)) &&
    `${sourceName('baseUrl')} does not say whether the target is a sandbox: set ${switchName('environment')} to ` +
      'sandbox, live or mock. It may be left out for loopback, a private address, and an address with a part named ' +
      `${listed(sandboxWords, 'or')}.`,
  // A key that a report would contain anyhow ends the run with status 5: better reported before anything is sent.
  ({ values, sourceName, switchName, specification }) => {
    if (!values.baseUrl || environmentOf(values) === 'mock') return false;
    const weaknessOf = weaknesses(specification);
    const weak = keyNames.find((name) => values[name] && weaknessOf(values[name]));
    return (
      weak &&
      `${sourceName(weak)} cannot be kept out of a report: it is ${weaknessOf(values[weak] ?? '')}. ` +
        `Make it ${shortestKey} or more random characters, or set ${switchName('environment')}=mock if it is a mock, whose keys are public.`
    );
  },
];

/**
 * What is wrong with the proxy that the environment of this process names for a target: the client would take it for a
 * fault of the target, or pass it by. The address of the proxy is never repeated: it may hold a password.
 */
export function proxyIsUsable(baseUrl: string): string | false {
  const { protocol, hostname } = new URL(baseUrl);
  const proxy = getProxyForUrl(baseUrl);
  // Plain HTTP goes to this machine, directly, or to a host that the user allows.
  if (proxy === '' || (protocol === 'http:' && isLoopback(hostname))) return false;
  if (protocol === 'http:')
    return 'HTTP_PROXY is set, but the suite uses a proxy for https targets only: use https, or name the host in NO_PROXY.';
  const url = attempt(() => new URL(proxy));
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return 'HTTPS_PROXY is not an http or https URL, such as http://proxy.example:8080.';
  const isEncoded = attempt(() => decodeURIComponent(url.username + url.password)) !== undefined;
  return !isEncoded && 'HTTPS_PROXY has a % in its user name or password that encodes nothing; write %25 for it.';
}
