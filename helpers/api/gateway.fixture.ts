import { once } from 'node:events';
import { request as forward, type IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { certificate } from '../reference-server/certificate.js';

/** A gateway as banks have it: mutual TLS, and headers of its own, in front of a service. */
export interface Gateway {
  readonly baseUrl: string;
  /** Authority of the gateway's own certificate. */
  readonly ca: string;
  /** Certificate of a client that it accepts, and its private key; PEM. */
  readonly client: { readonly cert: string; readonly key: string };
  /** Headers and the subject of the client certificate of every request that reached it. */
  readonly seen: { readonly headers: IncomingHttpHeaders; readonly client: string }[];
  close(): void;
}

/** @param wanted a request without these headers gets 403, as do those that nobody forwards */
export async function startGateway(service: URL, wanted: Readonly<Record<string, string>>): Promise<Gateway> {
  const { key, cert, ca } = await certificate(undefined);
  const authority = await generate([{ name: 'commonName', value: 'Clients' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  const client = await generate([{ name: 'commonName', value: 'conformance' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { key: authority.private, cert: authority.cert },
  });
  const seen: Gateway['seen'] = [];
  const server = createServer({ key, cert, ca: authority.cert, requestCert: true }, (request, response) => {
    const { CN } = (request.socket as TLSSocket).getPeerCertificate().subject;
    seen.push({ headers: request.headers, client: String(CN) });
    if (Object.entries(wanted).some(([name, value]) => request.headers[name] !== value)) {
      response.writeHead(403).end();
      return;
    }
    const { method, url: path, headers } = request;
    const onward = forward({ host: service.hostname, port: service.port, method, path, headers }, (answer) => {
      // A gateway may well repeat what it was given.
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'x-via': Object.values(wanted).join(' ') });
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}${service.pathname}`,
    ca,
    client: { cert: client.cert, key: client.private },
    seen,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
