import type { ServerShape } from './middleware.js';
import { extension, issue } from './x509.js';

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
  const starts = { expired: -20, 'not yet valid': 10 }[kind as string] ?? -1;
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
