import { operations } from '../../../schemas/operations.js';
import { UsageError } from '../usage-error.js';

/**
 * A base address in its normal form: http or https, ending with one slash, with nothing in it that could be a secret
 * or would be lost when a path is appended.
 * @param sourceName the option or variable that gave it
 * @throws UsageError; the address is never echoed, since it may hold a password, or be a key in the wrong variable
 */
export function baseAddress(text: string, sourceName: string): string {
  const url = httpUrl(text, sourceName);
  refuseCredentials(text, sourceName);
  refuseQuery(text, sourceName);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/`;
  refuseOperation(url, sourceName);
  return url.href;
}

/** The address that was probably meant, where the path of one has no /v1/ segment; undefined where it has. */
export function probableAddress(address: string): string | undefined {
  const url = new URL(address);
  if (/\/v1\//.test(url.pathname)) return undefined;
  url.pathname = `${url.pathname.replace(/\/v\d+\/$/, '/')}v1/`;
  return url.href;
}

/** Nothing is found below the address of an operation: every requirement would blame the service for it. */
function refuseOperation(url: URL, sourceName: string): void {
  for (const { path } of operations) {
    const ending = new RegExp(`${path.replace(/\{\w+\}/g, '[^/]+')}/$`, 'i');
    if (!ending.test(url.pathname)) continue;
    const base = new URL(url);
    base.pathname = url.pathname.replace(ending, '/');
    throw new UsageError(
      `${sourceName} ends in the path of an operation (${path}); set it to ${probableAddress(base.href) ?? base.href}.`,
    );
  }
}

function httpUrl(text: string, sourceName: string): URL {
  const example = 'as https://sandbox.example.com/v1/';
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text))
    throw new UsageError(`${sourceName} is not a URL; write it ${example}.`);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new UsageError(`${sourceName} is neither an https nor an http address; write it ${example}.`);
  return url;
}

/** Credentials in an address end in logs and reports; this service takes its key from a header. */
function refuseCredentials(text: string, sourceName: string): void {
  const authority = text.split(/[/?#]/)[2] ?? '';
  if (authority.includes('@'))
    throw new UsageError(`${sourceName} contains a user name or password; set the key in CONFORMANCE_API_KEY.`);
}

function refuseQuery(text: string, sourceName: string): void {
  const found = /[?#]/.exec(text)?.[0];
  if (found)
    throw new UsageError(`${sourceName} has a ${found === '?' ? 'query' : 'fragment'}; a base address has none.`);
}
