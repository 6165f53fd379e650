import type { Specification } from '../../schemas/specification.js';
import { UsageError } from './usage-error.js';

/**
 * A base address in its normal form: http or https, ending with one slash, with nothing in it that could be a secret
 * or would be lost when a path is appended.
 * @param sourceName the option or variable that gave it
 * @throws UsageError, which does not echo the address: it may hold a password, or be a key
 */
export function baseAddress(text: string, sourceName: string): string {
  const isUrl = /^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(text) && URL.canParse(text);
  if (!isUrl)
    throw new UsageError(`${sourceName} is not an https or http URL; write it as https://sandbox.example.com/v1/.`);
  // Credentials in an address end in logs and reports; this service takes its key from a header.
  if (text.split(/[/?#]/)[2]?.includes('@'))
    throw new UsageError(`${sourceName} contains a user name or password; set the key in CONFORMANCE_API_KEY.`);
  if (/[?#]/.test(text)) throw new UsageError(`${sourceName} has a query or fragment; a base address has none.`);
  const url = new URL(text);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/`;
  return url.href;
}

/**
 * What is wrong with a base address that ends in the path of an operation, as a clause: nothing is found below it, and
 * every requirement would blame the service for that. Undefined for any other.
 */
export function operationAtEnd(
  address: string,
  { operations, basePath }: Pick<Specification, 'operations' | 'basePath'>,
): string | undefined {
  const { pathname } = new URL(address);
  const path = operations.map((operation) => operation.path).find((end) => pathname.toLowerCase().endsWith(`${end}/`));
  if (path === undefined) return undefined;
  const base = address.slice(0, -path.length);
  return `ends in the path of an operation (${path}); set it to ${probableAddress(base, basePath) ?? base}.`;
}

/** The address that was probably meant, where the path of one lacks the segments of the API (`/v1/`); undefined where it has them. */
export function probableAddress(address: string, basePath: string): string | undefined {
  const url = new URL(address);
  if (url.pathname.includes(basePath)) return undefined;
  url.pathname = `${url.pathname.replace(/\/v\d+\/$/i, '/')}${basePath.slice(1)}`;
  return url.href;
}
