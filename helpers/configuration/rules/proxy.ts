import { getProxyForUrl } from 'proxy-from-env';
import { attempt } from '../attempt.js';
import { isLoopback } from '../loopback.js';
import { UsageError } from '../usage-error.js';

/**
 * Judges the proxy that the environment of this process names for a target: the client would take what is wrong with it
 * for a fault of the target, or pass it by. @throws UsageError, never with the address of the proxy: it may hold a password
 */
export function rejectUnusableProxy(baseUrl: string): void {
  const { protocol, hostname } = new URL(baseUrl);
  const proxy = getProxyForUrl(baseUrl);
  // Plain HTTP goes to this machine, directly, or to a host that the user allows.
  if (proxy === '' || (protocol === 'http:' && isLoopback(hostname))) return;
  if (protocol === 'http:')
    throw new UsageError(
      'HTTP_PROXY is set, but the suite uses a proxy for https targets only: use https, or name the host in NO_PROXY.',
    );
  if (!URL.canParse(proxy)) throw new UsageError('HTTPS_PROXY is not a URL, such as http://proxy.example:8080.');
  const { protocol: scheme, username, password } = new URL(proxy);
  if (scheme !== 'http:' && scheme !== 'https:')
    throw new UsageError(`HTTPS_PROXY has the scheme ${scheme.slice(0, -1)}; it must be http or https.`);
  if (attempt(() => decodeURIComponent(username + password)) === undefined)
    throw new UsageError('HTTPS_PROXY has a % in its user name or password that encodes nothing; write %25 for it.');
}
