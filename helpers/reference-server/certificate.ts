import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import type { Shape } from './state.js';

/** ASN.1 in DER: tag, length, content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), body]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const bits = (...bytes: readonly number[]) => der(0x03, Buffer.from(bytes));
const isTrue = der(0x01, Buffer.from([0xff]));
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const critical = (hex: string, value: Uint8Array) => sequence(identifier(hex), isTrue, der(0x04, value));
const extension = (hex: string, value: Uint8Array) => sequence(identifier(hex), der(0x04, value));
/** `261122140616Z`: two digits for the year. @param ms since 1970; before 2050 */
const utcTime = (ms: number) => {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(digits.slice(2)));
};
/** @param host a name, or the bytes of an address */
const alternativeName = (host: string | readonly number[]) =>
  der(typeof host === 'string' ? 0x82 : 0x87, Buffer.from(host as string));

const version3 = der(0xa0, der(0x02, Buffer.from([2])));
const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'));
const subject = sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from('Throw-away server')))));
const isAuthority = critical('551d13', sequence(isTrue));
/** digitalSignature, keyCertSign */
const keyUsage = critical('551d0f', bits(2, 0x84));
const serverAuth = extension('551d25', sequence(identifier('2b06010505070301')));

const day = 86_400_000;
const thisMachine = ['localhost', [127, 0, 0, 1], [...Array<number>(15).fill(0), 1]];

/** A self-signed certificate for this machine, in PEM: RFC 5280 with P-256. A client has to trust `ca`. */
export function certificate(kind: Shape['certificate']): Readonly<Record<'key' | 'cert' | 'ca', string>> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const hosts = kind === 'other host' ? ['service.example.net'] : thisMachine;
  const names = extension('551d11', sequence(...hosts.map(alternativeName)));
  const until = Date.now() + (kind === 'expired' ? -1 : 90) * day;
  const said = sequence(
    version3,
    // Positive: the first bit is 0, and the first byte is not.
    der(0x02, Buffer.from([0x40]), randomBytes(8)),
    ecdsaWithSha256,
    subject,
    sequence(utcTime(Date.now() - 20 * day), utcTime(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority, keyUsage, serverAuth, names)),
  );
  const signature = bits(0, ...sign('sha256', said, privateKey));
  const cert = new X509Certificate(sequence(said, ecdsaWithSha256, signature)).toString();
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  return { key, cert, ca: kind === 'unknown authority' ? certificate(undefined).cert : cert };
}
