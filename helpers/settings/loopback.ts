import { isIPv4 } from 'node:net';

/**
 * Whether a host is this machine by its name: 127.0.0.0/8, ::1 (with or without brackets), localhost. 0.0.0.0 and names
 * below localhost may lead elsewhere. @param hostname as in `new URL(…).hostname`
 */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return host === 'localhost' || host === '[::1]' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
