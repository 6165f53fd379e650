import type { Specification } from '../../schemas/specification.js';
import { isLoopback } from './loopback.js';
import { UsageError } from './usage-error.js';

/**
 * A base address in its normal form: http or https, ending with one slash, with nothing in it that could be a secret
 * or would be lost when a path is appended.
 * @param sourceName the option or variable that gave it
 * @throws UsageError; the address is echoed only where it lacks nothing but its scheme: another may hold a password, or be a key
 */
export function baseAddress(text: string, sourceName: string): string {
  const isUrl = /^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(text) && URL.canParse(text);
  if (!isUrl) throw new UsageError(`${sourceName} is not an https or http URL; write it as ${withScheme(text)}.`);
  // Credentials in an address end in logs and reports; this service takes its key from a header.
  if (text.split(/[/?#]/)[2]?.includes('@'))
    throw new UsageError(`${sourceName} contains a user name or password; set the key in CONFORMANCE_API_KEY.`);
  if (/[?#]/.test(text)) throw new UsageError(`${sourceName} has a query or fragment; a base address has none.`);
  const url = new URL(text);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/`;
  return url.href;
}

/** An address that lacks nothing but its scheme, with it; else an example, since the text may be a key. */
function withScheme(text: string): string {
  const host = /^((?:[a-z0-9-]+\.)+[a-z0-9-]+|localhost)(?::\d{1,5})?\/[\w./-]*$/i.exec(text)?.[1];
  return host === undefined ? 'https://sandbox.example.com/v1/' : `${isLoopback(host) ? 'http' : 'https'}://${text}`;
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
