import { BlockList, isIP } from 'node:net';
import { listed } from '../../../schemas/listed.js';
import { isLoopback } from '../loopback.js';
import type { Rule } from '../sources.js';

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
 * as `test`, which RFC 6761 reserves: `api.bank.dev` and `api.bank.qa` are addresses of anybody.
 */
export function saysSandbox({ hostname, pathname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const version = isIP(host);
  if (isLoopback(hostname) || (version > 0 && privateAddresses.check(host, version === 6 ? 'ipv6' : 'ipv4')))
    return true;
  const labels = host.split('.');
  const own = labels.length > 1 && labels.at(-1) !== 'test' ? labels.slice(0, -1) : labels;
  return [...own, ...pathname.split('/')].flatMap((part) => part.split('-')).some(isSandboxWord);
}

/** A run creates customers that nobody can delete: on a target that may be live somebody has to say what it is. */
export const environmentIsKnown: Rule = ({ values, has, sourceName, switchName }) =>
  values.baseUrl !== undefined &&
  !has('environment') &&
  !values.confirmSandbox &&
  !saysSandbox(new URL(values.baseUrl)) &&
  `${sourceName('baseUrl')} does not say whether the target is a sandbox: set ${switchName('environment')} to ` +
    'sandbox or live. It may be left out for loopback, a private address, and an address with a part named ' +
    `${listed(sandboxWords, 'or')}.`;

/** An address or a key that says live contradicts an environment that says sandbox. */
export const sandboxIsNoLive: Rule = ({ values, sourceName, switchName }) => {
  if (!values.baseUrl || values.environment === 'live' || values.confirmSandbox) return false;
  const suspect = (['baseUrl', 'apiKey', 'otherApiKey', 'publicKey', 'revokedKey'] as const).find((name) => {
    const value = values[name];
    return value !== undefined && (name === 'baseUrl' ? hostLooksLive(new URL(value).hostname) : keyLooksLive(value));
  });
  return (
    suspect !== undefined &&
    `${sourceName(suspect)} looks like live: set ${switchName('environment')}=live, or ` +
      `${switchName('confirmSandbox')}=true if it is a sandbox.`
  );
};

const isLiveWord = (part: string) => /^(?:live|prod|production)$/i.test(part);

/** Whole labels only: `api.live.example` does, `alive.example` and `api-live.example` do not. */
export const hostLooksLive = (hostname: string): boolean => hostname.split('.').some(isLiveWord);

/** `sk_live_…`: one of the parts between underscores, hyphens and dots. */
export const keyLooksLive = (key: string): boolean => key.split(/[_.-]/).some(isLiveWord);

export const environmentIsOne: Rule = ({ values, sourceName }) =>
  values.environment === 'live' &&
  values.confirmSandbox &&
  `${sourceName('environment')} says live, and ${sourceName('confirmSandbox')} says sandbox; set only one of them.`;

/** Rules of sandbox and live. The contradiction comes first: to name the environment would not resolve it. */
export const environmentRules: readonly Rule[] = [environmentIsOne, sandboxIsNoLive, environmentIsKnown];
