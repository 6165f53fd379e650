import { isIPv4 } from 'node:net';

/** Whether a host of a URL is this machine. 0.0.0.0 and names below localhost may lead elsewhere. */
export function isLoopback(hostname: string) {
  const host = hostname.toLowerCase();
  return host === 'localhost' || host === '[::1]' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
