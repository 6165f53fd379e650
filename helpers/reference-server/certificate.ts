import type { ServerShape } from './middleware.js';

/** A key and a certificate in PEM, and the authority that a client has to trust. */
interface Certificate {
  readonly key: string;
  readonly cert: string;
  readonly ca: string;
}

const day = 86_400_000;
const made = new Map<string, Promise<Certificate>>();

/** A throw-away certificate for this machine, made once for each kind and kept in memory only. */
export function certificate(kind: ServerShape['certificate']): Promise<Certificate> {
  const known = made.get(kind ?? '') ?? make(kind);
  made.set(kind ?? '', known);
  return known;
}

async function make(kind: ServerShape['certificate']): Promise<Certificate> {
  // Imported late: it takes longer to load than the rest of the server, and plain HTTP does without.
  const { generate } = await import('selfsigned');
  const authority = () =>
    generate([{ name: 'commonName', value: 'Throw-away authority' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      notBeforeDate: new Date(Date.now() - 30 * day),
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      ],
    });
  const trusted = await authority();
  const signer = kind === 'unknown authority' ? await authority() : trusted;
  const starts = { expired: -20, 'not yet valid': 10 }[kind as string] ?? -1;
  const leaf = await generate([{ name: 'commonName', value: 'Throw-away server' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() + starts * day),
    notAfterDate: new Date(Date.now() + (starts + (kind === 'expired' ? 19 : 90)) * day),
    ca: { key: signer.private, cert: signer.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames:
          kind === 'other host'
            ? [{ type: 2, value: 'service.example.net' }]
            : [
                { type: 2, value: 'localhost' },
                { type: 7, ip: '127.0.0.1' },
                { type: 7, ip: '::1' },
              ],
      },
    ],
  });
  return { key: leaf.private, cert: leaf.cert, ca: trusted.cert };
}
