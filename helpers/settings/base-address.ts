import type { Specification } from '../../schemas/specification.js';
import { UsageError } from './usage-error.js';

/** An address in normal form. @throws UsageError without the address, which may hold a password or be a key */
export function baseAddress(text: string, sourceName: string) {
  const isUrl = /^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(text) && URL.canParse(text);
  if (!isUrl)
    throw new UsageError(`${sourceName} is not an https or http URL; write it as https://sandbox.example.com/v1/.`);
  // Credentials in an address end in logs and reports.
  if (text.split(/[/?#]/)[2]?.includes('@'))
    throw new UsageError(`${sourceName} contains a user name or password; set the key in CONFORMANCE_API_KEY.`);
  if (/[?#]/.test(text)) throw new UsageError(`${sourceName} has a query or fragment; a base address has none.`);
  const url = new URL(text);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/`;
  return url.href;
}

/** What is wrong with an address that ends in the path of an operation. */
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

/** The address that was probably meant, with the base path (`/v1/`), if the address lacks it. */
export function probableAddress(address: string, basePath: string): string | undefined {
  const url = new URL(address);
  if (url.pathname.includes(basePath)) return undefined;
  url.pathname = `${url.pathname.replace(/\/v\d+\/$/i, '/')}${basePath.slice(1)}`;
  return url.href;
}
