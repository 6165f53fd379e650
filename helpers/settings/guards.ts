import { BlockList, isIP } from 'node:net';
import { getProxyForUrl } from 'proxy-from-env';
import { listed } from '../../schemas/common/listed.js';
import { operationAtEnd } from './base-address.js';
import { isLoopback } from './loopback.js';
import { keyNames } from './schema.js';
import { shortestKey, weaknessOf } from './secrets.js';
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
 * Whether an address says that it is no live one: it is loopback or private, or a part of host or path is a sandbox word
 * and none says live (`sandbox-prod`). Of top-level domains only `test` counts (RFC 6761): others may be anybody's.
 */
export function saysSandbox({ hostname, pathname }: URL) {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const version = isIP(host);
  if (isLoopback(hostname) || (version > 0 && privateAddresses.check(host, version === 6 ? 'ipv6' : 'ipv4')))
    return true;
  const labels = host.split('.');
  const own = labels.length > 1 && labels.at(-1) !== 'test' ? labels.slice(0, -1) : labels;
  const parts = [...own, ...pathname.split('/')].flatMap((part) => part.split('-'));
  return parts.some(isSandboxWord) && !parts.some(isLiveWord);
}

/** A target that a command starts on loopback is a mock by default. */
export function environmentOf({ baseUrl, environment, start }: Sources['values']) {
  if (environment !== undefined) return environment;
  return baseUrl !== undefined && isLoopback(new URL(baseUrl).hostname) && start !== undefined ? 'mock' : 'sandbox';
}

/** Contradictions that no schema can state, a sentence each. */
export function* contradictions(given: Sources): Generator<string> {
  const { values, sourceName } = given;
  const { baseUrl, tenantId, otherTenantId } = values;
  if (values.embedded && baseUrl)
    yield `${sourceName('embedded')} asks for the embedded reference server, but ${sourceName('baseUrl')} names a target: set only one of them.`;
  if (values.profile === 'single-tenant' && otherTenantId)
    yield `${sourceName('profile')} is single-tenant, but ${sourceName('otherTenantId')} names a second one: set only one of them.`;
  if (tenantId && tenantId === otherTenantId)
    yield `${sourceName('tenantId')} and ${sourceName('otherTenantId')} are the same tenant; the second must be a different one.`;
  // A key in use was pasted into the wrong variable.
  for (const name of ['publicKey', 'revokedKey'] as const)
    for (const used of ['apiKey', 'otherApiKey'] as const)
      if (values[name] && values[name] === values[used])
        yield `${sourceName(name)} and ${sourceName(used)} are the same key; they must differ.`;
  if (values.environment === 'live' && values.confirmSandbox)
    yield `${sourceName('environment')} says live, and ${sourceName('confirmSandbox')} says sandbox; set only one of them.`;
  if (baseUrl) yield* contradictionsOf(new URL(baseUrl), given);
}

function* contradictionsOf(url: URL, { values, sourceName, specification }: Sources): Generator<string> {
  const operation = operationAtEnd(url.href, specification);
  if (operation) yield `${sourceName('baseUrl')} ${operation}`;
  if (url.protocol === 'http:' && !values.allowInsecureHttp && !isLoopback(url.hostname))
    yield `${sourceName('baseUrl')} is a plain-HTTP address of another machine, so others on the network could read the keys: use https, or set CONFORMANCE_ALLOW_INSECURE_HTTP=true.`;
  // Naming another environment does not resolve it.
  const liveKey = keyNames.find((name) => values[name]?.split(/[_.-]/).some(isLiveWord));
  const suspect = url.hostname.split('.').some(isLiveWord) ? 'baseUrl' : liveKey;
  if (suspect && values.environment !== 'live' && !values.confirmSandbox)
    yield `${sourceName(suspect)} looks like live: set CONFORMANCE_ENVIRONMENT=live, or CONFORMANCE_CONFIRM_SANDBOX=true if it is a sandbox.`;
  // Nobody can delete what a run creates.
  if (!values.environment && !values.confirmSandbox && !saysSandbox(url))
    yield `${sourceName('baseUrl')} does not say whether the target is a sandbox: set CONFORMANCE_ENVIRONMENT to sandbox, live or mock. It may be left out for loopback, a private address, and an address with a part named ${listed(sandboxWords, 'or')}.`;
  // A report would contain the key, and be withheld.
  const weak = keyNames.find((name) => weaknessOf(values[name], specification));
  if (weak && environmentOf(values) !== 'mock')
    yield `${sourceName(weak)} cannot be kept out of a report: it is ${weaknessOf(values[weak], specification)}. Make it ${shortestKey} or more random characters, or set CONFORMANCE_ENVIRONMENT=mock if it is a mock, whose keys are public.`;
}

/** What is wrong with the proxy for a target, without the proxy's address: it may hold a password. */
export function proxyIsUsable(baseUrl: string): string | false {
  const { protocol } = new URL(baseUrl);
  const proxy = getProxyForUrl(baseUrl);
  // Only https goes through a proxy.
  if (proxy === '' || protocol === 'http:') return false;
  const isOfHttp = URL.canParse(proxy) && /^https?:$/.test(new URL(proxy).protocol);
  return !isOfHttp && 'HTTPS_PROXY is not an http or https URL, such as http://proxy.example:8080.';
}
