import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { basename } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Header } from '../../schemas/exchange.js';
import type { Specification } from '../../schemas/specification.js';
import { readText, rejectReadableByOthers, unusable } from './files.js';
import { weaknesses } from './rules/rules.js';
import { quote, UsageError } from './usage-error.js';
import { headerValue } from './values/value.js';

/** Headers that the suite or HTTP itself sets: a second value would change what is tested. */
const ofHttp = `content-type accept user-agent host content-length transfer-encoding connection
  keep-alive te trailer upgrade expect accept-encoding content-encoding`.split(/\s+/);

/**
 * Headers for what stands in front of the target: one `Name: value` a line, as curl reads them (`--header @FILE`).
 * @throws UsageError for a line that is none, a name of the suite's own or a second time, and a value that cannot be
 * kept out of a report, unless keys are public. No message contains a value.
 */
export function readHeaders(
  path: string,
  sourceName: string,
  { keysArePublic, specification }: { keysArePublic: boolean; specification: Specification },
): readonly Header[] {
  const weaknessOf = weaknesses(specification);
  const own = [...ofHttp, ...Object.values(specification.headers).map((name) => name.toLowerCase())];
  const headers: Header[] = [];
  for (const [at, line] of readText(path, sourceName).split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const place = `${sourceName} names ${quote(basename(path))}, in which line ${at + 1}`;
    const [, name, rest = ''] = /^([\w!#$%&'*+.^`|~-]+):(.*)$/.exec(line) ?? [];
    const text = rest.trim();
    if (name === undefined || text === '') throw new UsageError(`${place} is not of the form Name: value.`);
    const lower = name.toLowerCase();
    if (own.includes(lower)) throw new UsageError(`${place} sets ${quote(name)}, which the suite sets itself.`);
    if (headers.some(([known]) => known.toLowerCase() === lower))
      throw new UsageError(`${place} sets ${quote(name)} a second time.`);
    const value = headerValue(text, place);
    const weakness = keysArePublic ? undefined : weaknessOf(value);
    if (weakness) throw new UsageError(`${place} has a value that cannot be kept out of a report: it is ${weakness}.`);
    headers.push([name, value]);
  }
  if (headers.length === 0) throw unusable(path, sourceName, 'which has no header');
  return headers;
}

/** The secrets of a header's value: itself, its parts (a token, a cookie), and what Basic encodes. */
export function secretsOfHeader(
  [name, value]: Header,
  specification: Specification,
): readonly { readonly value: string; readonly label: string }[] {
  const weaknessOf = weaknesses(specification);
  const parts = value.split(/[\s,;=]+/);
  const basic = /^Basic\s+(\S+)$/i.exec(value)?.[1];
  const decoded = basic === undefined ? [] : [Buffer.from(basic, 'base64').toString('utf8')];
  const passwords = decoded.map((pair) => pair.slice(pair.indexOf(':') + 1));
  const all = [value, ...[...parts, ...decoded, ...passwords].filter((part) => weaknessOf(part) === undefined)];
  return [...new Set(all)].map((one) => ({ value: one, label: labelOf(name) }));
}

/** What stands in evidence in the place of a header's value. */
const labelOf = (name: string) => `‹${name} of $CONFORMANCE_HEADERS_FILE›`;

/** The headers of the file among those of a request in evidence, with their labels as values. */
export function ofTheFile(headers: readonly Header[]): readonly Header[] {
  return headers.filter(([name, value]) => value === labelOf(name));
}

/**
 * The private key of a client certificate (PEM, its own first) as PEM without a passphrase.
 * @throws UsageError for a file that other users can read, for none, a locked or another key
 */
export function readClientKey(
  path: string,
  { sourceName, certificate, passphrase }: { sourceName: string; certificate: string; passphrase?: string },
): string {
  const text = readText(path, sourceName);
  rejectReadableByOthers(path, sourceName);
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: text, ...(passphrase !== undefined && { passphrase }) });
  } catch {
    if (!text.includes('PRIVATE KEY')) throw unusable(path, sourceName, 'which is not a private key in PEM');
    if (!text.includes('ENCRYPTED')) throw unusable(path, sourceName, 'whose private key cannot be read');
    const remedy =
      passphrase === undefined
        ? 'is protected by a passphrase: set CONFORMANCE_CLIENT_KEY_PASSPHRASE'
        : 'CONFORMANCE_CLIENT_KEY_PASSPHRASE does not open';
    throw unusable(path, sourceName, `which ${remedy}`);
  }
  if (!new X509Certificate(certificate).checkPrivateKey(key))
    throw unusable(path, sourceName, 'whose key does not belong to the certificate in CONFORMANCE_CLIENT_CERT_FILE');
  const pem = String(key.export({ type: 'pkcs8', format: 'pem' }));
  try {
    createSecureContext({ cert: certificate, key: pem });
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new UsageError(`OpenSSL rejects the certificate in CONFORMANCE_CLIENT_CERT_FILE or its key (${code}).`);
  }
  return pem;
}
