import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Header } from '../../schemas/exchange.js';
import type { Specification } from '../../schemas/specification.js';
import type { Configuration } from './schema.js';
import { weaknessOf } from './secrets.js';
import { attempt, quote, readText, unusable } from './usage-error.js';

/** The certificates of a PEM file. @throws UsageError for none, or a bad one */
export function readCertificates(path: string, sourceName: string) {
  const found = readText(path, sourceName).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (found.length === 0) throw unusable(path, sourceName, 'which contains no PEM certificate');
  if (found.some((pem) => !attempt(() => new X509Certificate(pem))))
    throw unusable(path, sourceName, 'which holds a certificate that cannot be read');
  return `${found.join('\n')}\n`;
}

/** @throws UsageError for a file that other users can read, for no key, and for one with a passphrase */
function readPrivateKey(path: string, sourceName: string): KeyObject {
  const text = readText(path, sourceName);
  const mode = statSync(path).mode & 0o777;
  // Modes mean nothing on Windows.
  if ((mode & 0o077) !== 0 && process.platform !== 'win32')
    throw unusable(path, sourceName, `which other users can read (mode ${mode.toString(8)}): run chmod 600 on it`);
  const key = attempt(() => createPrivateKey(text));
  if (!key) throw unusable(path, sourceName, 'which is not a private key in PEM without a passphrase');
  return key;
}

/** The key of a certificate, PEM. @throws UsageError as `readPrivateKey`, and for another key */
export function readClientKey(path: string, sourceName: string, certificate: string) {
  const key = readPrivateKey(path, sourceName);
  if (!new X509Certificate(certificate).checkPrivateKey(key))
    throw unusable(path, sourceName, 'whose key does not belong to the certificate in CONFORMANCE_CLIENT_CERT_FILE');
  return String(key.export({ type: 'pkcs8', format: 'pem' }));
}

/** The key that signs a run. @throws UsageError as `readPrivateKey`, and for another kind of key */
export function readSigningKey(path: string, sourceName: string): KeyObject {
  const key = readPrivateKey(path, sourceName);
  if (key.asymmetricKeyType !== 'ed25519') throw unusable(path, sourceName, 'which is not an Ed25519 private key');
  return key;
}

/** The key that verifies a run. @throws UsageError for any other */
export function readPublicKey(path: string, sourceName: string): KeyObject {
  const text = readText(path, sourceName);
  const key = attempt(() => createPublicKey(text));
  if (key?.asymmetricKeyType !== 'ed25519')
    throw unusable(path, sourceName, 'which is not an Ed25519 public key in PEM');
  return key;
}

const ofHttp = `content-type accept user-agent host content-length transfer-encoding connection
  keep-alive te trailer upgrade expect accept-encoding content-encoding`.split(/\s+/);

/**
 * Headers for a gateway: one `Name: value` a line, as curl reads them (`--header @FILE`).
 * @throws UsageError, without the value, for a malformed line, a header that the suite sets, and a value that cannot be
 * kept out of a report, unless the target is a mock
 */
export function readHeaders(
  path: string,
  sourceName: string,
  { environment, specification }: Pick<Configuration, 'environment'> & { specification: Specification },
): readonly Header[] {
  const own = [...ofHttp, ...Object.values(specification.headers).map((name) => name.toLowerCase())];
  const headers = readText(path, sourceName)
    .split(/\r?\n/)
    .flatMap((line, at): Header[] => {
      if (line.trim() === '') return [];
      const wrong = (what: string) => unusable(path, sourceName, `in which line ${at + 1} ${what}`);
      const [, name = '', value = ''] =
        /^([\w!#$%&'*+.^`|~-]+):[\t ]*([!-~](?:[\t -~]*[!-~])?)[\t ]*$/.exec(line) ?? [];
      if (name === '') throw wrong('is not of the form Name: value, in printable ASCII');
      if (own.includes(name.toLowerCase())) throw wrong(`sets ${quote(name)}, which the suite sets itself`);
      const weakness = environment === 'mock' ? undefined : weaknessOf(value, specification);
      if (weakness) throw wrong(`has a value that cannot be kept out of a report: it is ${weakness}`);
      return [[name, value]];
    });
  if (headers.length === 0) throw unusable(path, sourceName, 'which has no header');
  return headers;
}
