import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { expect, test } from 'vitest';
import type { Evidence } from '../../schemas/types.js';
import { emptyFolder, rowOf } from '../cli/testing/command.js';
import { certificate } from '../reference-server/certificate.js';
import { type ReferenceServer, startReferenceServer } from '../reference-server/server.js';
import { runConformance } from './run-conformance.js';

const folder = emptyFolder();
const token = 'q8Zr1vT0pW5nXc73LkYb';
const password = 'Gw7-mFq29-access';
const authorization = `Basic ${Buffer.from(`gate:${password}`).toString('base64')}`;
const wanted: Record<string, string> = { authorization, 'x-access-token': token };

/** A gateway as banks have it: mutual TLS, and headers of its own, without which a request gets 403. `seen` reached it. */
async function startGateway(service: ReferenceServer) {
  const { key, cert, ca } = await certificate(undefined);
  const cryptography = { keyType: 'ec', algorithm: 'sha256' } as const;
  const authority = await generate([{ name: 'commonName', value: 'Clients' }], {
    ...cryptography,
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  const signer = { key: authority.private, cert: authority.cert };
  const client = await generate([{ name: 'commonName', value: 'conformance' }], { ...cryptography, ca: signer });
  const seen: { readonly headers: IncomingHttpHeaders; readonly client: string }[] = [];
  const server = createServer({ key, cert, ca: authority.cert, requestCert: true }, (request, response) => {
    const { headers } = request;
    seen.push({ headers, client: String((request.socket as TLSSocket).getPeerCertificate().subject.CN) });
    if (Object.entries(wanted).some(([name, value]) => headers[name] !== value)) {
      response.writeHead(403).end();
      return;
    }
    response.setHeader('x-via', Object.values(wanted).join(' '));
    service.listener.emit('request', request, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
  return { server, baseUrl, ca, client, seen };
}

const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text, { mode: 0o600 });
  return join(folder, name);
};

test('a target behind a gateway with mutual TLS and headers of its own is tested as it would be without', async () => {
  const service = await startReferenceServer({ https: false, fault: 'stores-as-date-of-birth-month-13' });
  const { server, baseUrl, ca, client, seen } = await startGateway(service);
  const { apiKey, tenantId, otherApiKey, otherTenantId } = service.credentials;
  const out = join(folder, 'run');
  const { report } = await runConformance({
    ...{ baseUrl, ca, apiKey, tenantId, otherApiKey, otherTenantId, out, seed: 1, formats: ['har', 'html', 'junit'] },
    headers: file('gateway.headers', `Authorization: ${authorization}\r\n\nX-Access-Token:${token}\n`),
    clientCert: file('client.pem', client.cert),
    clientKey: file('client-key.pem', client.private),
    only: ['HTTP-01', 'HTTP-02', 'AUTH-01', 'AUTH-02', 'AUTH-05', 'IDEM-02', 'CUST-01', 'CUST-09', 'ACCT-01'],
    profile: 'full',
  });
  const checked = report.requirements.filter(({ checks }) => checks.length > 0);
  expect(checked.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
    ...['HTTP-01 pass', 'AUTH-01 pass', 'AUTH-02 pass', 'AUTH-05 pass', 'IDEM-02 pass'],
    ...['CUST-01 pass', 'CUST-09 fail', 'ACCT-01 pass'],
  ]);

  // Every request shows certificate and headers, those without a key and those of a burst too.
  expect(seen.length).toBeGreaterThan(40);
  for (const { headers, client: of } of seen)
    expect({ ...headers, of }).toMatchObject({ ...wanted, of: 'conformance' });
  expect(seen.some(({ headers }) => headers['api-key'] === undefined)).toBe(true);

  // A probe that needs one of these headers for itself is skipped, and says so.
  const { checks } = rowOf(report, 'AUTH-05');
  const skipped = checks.filter(({ verdict }) => verdict === 'skipped');
  expect(skipped.map(({ name }) => name).join()).toContain(': the valid key in Authorization, Bearer, and no key');
  for (const { reason } of skipped) expect(reason).toMatch(/reserves the header `(Authorization|X-Access-Token)`/);
  expect(checks.some(({ verdict }) => verdict === 'pass')).toBe(true);

  // Plain HTTP carries none of the headers.
  const { log } = JSON.parse(readFileSync(join(out, 'evidence.har'), 'utf8')) as Evidence;
  const isPlain = log.entries.filter(({ request }) => !request.headers.some(({ name }) => name === 'X-Access-Token'));
  expect(isPlain.map(({ request }) => request.url)).toEqual([expect.stringMatching(/^http:/)]);

  const names = readdirSync(out);
  expect(names).toContain('report.html');
  for (const name of names)
    for (const secret of [token, password, authorization.slice(6), 'PRIVATE KEY'])
      expect(readFileSync(join(out, name), 'latin1').includes(secret), `${name}: ${secret}`).toBe(false);

  // Without a certificate nothing is judged, and the reason names the variable.
  const bare = { baseUrl, ca, apiKey, tenantId, only: ['ACCT-01'], profile: 'single-tenant' } as const;
  const without = await runConformance(bare);
  server.close();
  server.closeAllConnections();
  await service.close();
  expect(rowOf(without.report, 'ACCT-01')).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('CONFORMANCE_CLIENT_CERT_FILE'),
  });
});
