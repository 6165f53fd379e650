import { BlockList, isIP } from 'node:net';
import { getProxyForUrl } from 'proxy-from-env';
import { listed } from '../../schemas/listed.js';
import { operationAtEnd } from './base-address.js';
import { isLoopback } from './loopback.js';
import { shortestKey, weaknesses } from './secrets.js';
import { type Configuration, keyNames } from './settings.js';
import type { Sources } from './sources.js';

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

/** What the target is: a mock where a command starts it on loopback and nothing else is said. */
export function environmentOf({ baseUrl, environment, start }: Sources['values']): Configuration['environment'] {
  if (environment !== undefined) return environment;
  return baseUrl !== undefined && isLoopback(new URL(baseUrl).hostname) && start !== undefined ? 'mock' : 'sandbox';
}

/** What does not hold between settings, and no schema can say: a sentence each, in the order in which it is reported. */
export function* contradictions(given: Sources): Generator<string> {
  const { values, sourceName } = given;
  const { baseUrl, tenantId, otherTenantId } = values;
  // A demonstration says nothing about a target, so one that is configured would go untested without a word.
  if (values.embedded && baseUrl)
    yield `${sourceName('embedded')} asks for the embedded reference server, but ${sourceName('baseUrl')} names a target: set only one of them.`;
  // A profile says what is left out, which has to be so.
  if (values.profile === 'single-tenant' && otherTenantId)
    yield `${sourceName('profile')} is single-tenant, but ${sourceName('otherTenantId')} names a second one: set only one of them.`;
  // A tenant compared with itself shares everything.
  if (tenantId && tenantId === otherTenantId)
    yield `${sourceName('tenantId')} and ${sourceName('otherTenantId')} are the same tenant; the second must be a different one.`;
  // A Public Key or a rotated-out key that is a key in use was pasted into the wrong variable.
  for (const name of ['publicKey', 'revokedKey'] as const)
    for (const used of ['apiKey', 'otherApiKey'] as const)
      if (values[name] && values[name] === values[used])
        yield `${sourceName(name)} and ${sourceName(used)} are the same key; they must differ.`;
  if (values.environment === 'live' && values.confirmSandbox)
    yield `${sourceName('environment')} says live, and ${sourceName('confirmSandbox')} says sandbox; set only one of them.`;
  if (baseUrl) yield* contradictionsOf(new URL(baseUrl), given);
}

/** The same of a target and its keys. */
function* contradictionsOf(url: URL, { values, sourceName, specification }: Sources): Generator<string> {
  // Nothing is found below the address of an operation.
  const operation = operationAtEnd(url.href, specification);
  if (operation) yield `${sourceName('baseUrl')} ${operation}`;
  if (url.protocol === 'http:' && !values.allowInsecureHttp && !isLoopback(url.hostname))
    yield `${sourceName('baseUrl')} is a plain-HTTP address of another machine, so others on the network could read the keys: use https, or set CONFORMANCE_ALLOW_INSECURE_HTTP=true.`;
  // Whole labels of the host, and parts of a key such as sk_live_…: they contradict an environment that says sandbox, so
  // that to name it would not resolve it.
  const liveKey = keyNames.find((name) => values[name]?.split(/[_.-]/).some(isLiveWord));
  const suspect = url.hostname.split('.').some(isLiveWord) ? 'baseUrl' : liveKey;
  if (suspect && values.environment !== 'live' && !values.confirmSandbox)
    yield `${sourceName(suspect)} looks like live: set CONFORMANCE_ENVIRONMENT=live, or CONFORMANCE_CONFIRM_SANDBOX=true if it is a sandbox.`;
  // A run creates customers that nobody can delete: on a target that may be live somebody has to say what it is.
  if (!values.environment && !values.confirmSandbox && !saysSandbox(url))
    yield `${sourceName('baseUrl')} does not say whether the target is a sandbox: set CONFORMANCE_ENVIRONMENT to sandbox, live or mock. It may be left out for loopback, a private address, and an address with a part named ${listed(sandboxWords, 'or')}.`;
  // A key that a report would contain anyhow ends the run with status 5: better reported before anything is sent.
  const weaknessOf = weaknesses(specification);
  const weak = keyNames.find((name) => weaknessOf(values[name]));
  if (weak && environmentOf(values) !== 'mock')
    yield `${sourceName(weak)} cannot be kept out of a report: it is ${weaknessOf(values[weak])}. Make it ${shortestKey} or more random characters, or set CONFORMANCE_ENVIRONMENT=mock if it is a mock, whose keys are public.`;
}

/**
 * What is wrong with the proxy that the environment of this process names for a target: the client would take it for a
 * fault of the target, or pass it by. The address of the proxy is never repeated: it may hold a password.
 */
export function proxyIsUsable(baseUrl: string): string | false {
  const { protocol } = new URL(baseUrl);
  const proxy = getProxyForUrl(baseUrl);
  // Plain HTTP goes directly: a proxy is for https alone.
  if (proxy === '' || protocol === 'http:') return false;
  const isOfHttp = URL.canParse(proxy) && /^https?:$/.test(new URL(proxy).protocol);
  return !isOfHttp && 'HTTPS_PROXY is not an http or https URL, such as http://proxy.example:8080.';
}
