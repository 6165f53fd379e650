import type { Specification } from '../../../schemas/specification.js';
import { isLoopback } from '../loopback.js';
import { UsageError } from '../usage-error.js';

/**
 * A base address in its normal form: http or https, ending with one slash, with nothing in it that could be a secret
 * or would be lost when a path is appended.
 * @param sourceName the option or variable that gave it
 * @throws UsageError; the address is echoed only where it lacks nothing but its scheme: another may hold a password, or be a key
 */
export function baseAddress(text: string, sourceName: string): string {
  const require = (holds: boolean, otherwise: string) => {
    if (!holds) throw new UsageError(`${sourceName} ${otherwise}`);
  };
  const example = 'as https://sandbox.example.com/v1/';
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !/[\s\\\p{Cc}]/u.test(text) && URL.canParse(text);
  require(isUrl, `is not a URL; write it ${withScheme(text) ?? example}.`);
  const url = new URL(text);
  require(/^https?:$/.test(url.protocol), `is neither an https nor an http address; write it ${example}.`);
  // Credentials in an address end in logs and reports; this service takes its key from a header.
  const authority = text.split(/[/?#]/)[2] ?? '';
  require(!authority.includes('@'), 'contains a user name or password; set the key in CONFORMANCE_API_KEY.');
  const mark = /[?#]/.exec(text)?.[0];
  require(mark === undefined, `has a ${mark === '?' ? 'query' : 'fragment'}; a base address has none.`);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/`;
  return url.href;
}

/** An address that lacks nothing but its scheme; undefined for any other text, which may be a key. */
function withScheme(text: string): string | undefined {
  const [, host = ''] = /^((?:[a-z0-9-]+\.)*[a-z0-9-]+)(?::\d{1,5})?\/[\w./-]*$/i.exec(text) ?? [];
  if (host !== 'localhost' && !host.includes('.')) return undefined;
  return `as ${isLoopback(host) ? 'http' : 'https'}://${text}`;
}

/**
 * What is wrong with a base address that ends in the path of an operation, as a clause: nothing is found below it, and
 * every requirement would blame the service for that. Undefined for any other.
 */
export function operationAtEnd(
  address: string,
  { operations, basePath }: Pick<Specification, 'operations' | 'basePath'>,
): string | undefined {
  for (const { path } of operations) {
    const ending = new RegExp(`${path.replace(/\{\w+\}/g, '[^/]+')}/$`, 'i');
    const base = new URL(address);
    if (!ending.test(base.pathname)) continue;
    base.pathname = base.pathname.replace(ending, '/');
    const meant = probableAddress(base.href, basePath) ?? base.href;
    return `ends in the path of an operation (${path}); set it to ${meant}.`;
  }
  return undefined;
}

/** The address that was probably meant, where the path of one lacks the segments of the API (`/v1/`); undefined where it has them. */
export function probableAddress(address: string, basePath: string): string | undefined {
  const url = new URL(address);
  if (url.pathname.includes(basePath)) return undefined;
  url.pathname = `${url.pathname.replace(/\/v\d+\/$/i, '/')}${basePath.slice(1)}`;
  return url.href;
}

/** Whether a stray argument is the address of a target: it may hold secrets, so it is not repeated. */
export const looksLikeAddress = (word: string): boolean => /^https?:\/\//i.test(word);
