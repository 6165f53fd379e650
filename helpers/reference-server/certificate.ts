import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import type { ServerShape } from './middleware.js';

/** A certificate in DER and PEM, with its key, as far as the reference server needs one: RFC 5280 with P-256. */
interface Issued {
  readonly subject: Buffer;
  readonly privateKey: KeyObject;
  readonly cert: string;
}

interface Says {
  readonly commonName: string;
  /** Milliseconds since 1970; before 2050. */
  readonly from: number;
  readonly until: number;
  readonly extensions: readonly Buffer[];
}

/** A value of ASN.1 in DER: tag, length, content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), body]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const octets = (content: Uint8Array) => der(0x04, content);
const bits = (...bytes: readonly number[]) => der(0x03, Buffer.from(bytes));
const isTrue = der(0x01, Buffer.from([0xff]));
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
/** `261122140616Z`: two digits for the year. */
const utcTime = (ms: number) => {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(digits.slice(2)));
};

const version3 = der(0xa0, der(0x02, Buffer.from([2])));
const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'));
const commonName = identifier('550403');

export const extension = {
  isAuthority: sequence(identifier('551d13'), isTrue, octets(sequence(isTrue))),
  isNoAuthority: sequence(identifier('551d13'), octets(sequence())),
  /** keyCertSign, cRLSign */
  signsCertificates: sequence(identifier('551d0f'), isTrue, octets(bits(1, 0x06))),
  digitalSignature: sequence(identifier('551d0f'), isTrue, octets(bits(7, 0x80))),
  serverAuth: sequence(identifier('551d25'), octets(sequence(identifier('2b06010505070301')))),
  /** @param names host names, and addresses as their bytes */
  names: (names: readonly (string | readonly number[])[]) =>
    sequence(
      identifier('551d11'),
      octets(
        sequence(...names.map((name) => der(typeof name === 'string' ? 0x82 : 0x87, Buffer.from(name as string)))),
      ),
    ),
};

/** Makes a key and its certificate. @param by the authority that signs; without one it signs itself */
function issue({ commonName: name, from, until, extensions }: Says, by?: Issued): Issued {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))));
  // A positive number: its first bit is 0, and its first byte is not.
  const serial = der(0x02, Buffer.from([0x40]), randomBytes(8));
  const said = sequence(
    version3,
    serial,
    ecdsaWithSha256,
    by?.subject ?? subject,
    sequence(utcTime(from), utcTime(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', said, by?.privateKey ?? privateKey);
  const whole = new X509Certificate(sequence(said, ecdsaWithSha256, bits(0, ...signature)));
  return { subject, privateKey, cert: whole.toString() };
}

/** A key and a certificate in PEM, and the authority that a client has to trust. */
interface Certificate {
  readonly key: string;
  readonly cert: string;
  readonly ca: string;
}

const day = 86_400_000;
const thisMachine = ['localhost', [127, 0, 0, 1], [...Array<number>(15).fill(0), 1]];

/** A throw-away certificate for this machine, kept in memory only. */
export function certificate(kind: ServerShape['certificate']): Certificate {
  const now = Date.now();
  const authority = () =>
    issue({
      commonName: 'Throw-away authority',
      ...{ from: now - 30 * day, until: now + 335 * day },
      extensions: [extension.isAuthority, extension.signsCertificates],
    });
  const trusted = authority();
  const starts = kind === 'expired' ? -20 : -1;
  const names = extension.names(kind === 'other host' ? ['service.example.net'] : thisMachine);
  const leaf = issue(
    {
      commonName: 'Throw-away server',
      from: now + starts * day,
      until: now + (starts + (kind === 'expired' ? 19 : 90)) * day,
      extensions: [extension.isNoAuthority, extension.digitalSignature, extension.serverAuth, names],
    },
    kind === 'unknown authority' ? authority() : trusted,
  );
  const key = leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  return { key, cert: leaf.cert, ca: trusted.cert };
}
