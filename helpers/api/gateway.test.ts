import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyFolder } from '../cli/testing/command.js';
import { type ReferenceServer, startReferenceServer } from '../reference-server/server.js';
import { type Gateway, startGateway } from './gateway.fixture.js';
import { type Conformance, runConformance } from './run-conformance.js';

const folder = emptyFolder();
const token = 'q8Zr1vT0pW5nXc73LkYb';
const password = 'Gw7-mFq29-access';
const wanted = {
  authorization: `Basic ${Buffer.from(`gate:${password}`).toString('base64')}`,
  'x-access-token': token,
};

let service: ReferenceServer;
let gateway: Gateway;
let run: Conformance;

const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text, { mode: 0o600 });
  return join(folder, name);
};

beforeAll(async () => {
  service = await startReferenceServer({ https: false, fault: 'stores-as-date-of-birth-month-13' });
  gateway = await startGateway(new URL(service.baseUrl), wanted);
  const { cert, key } = gateway.client;
  const { apiKey, tenantId, otherApiKey, otherTenantId } = service.credentials;
  run = await runConformance({
    ...{ baseUrl: gateway.baseUrl, apiKey, tenantId, otherApiKey, otherTenantId, ca: gateway.ca },
    headers: file('gateway.headers', `Authorization: ${wanted.authorization}\r\n\nX-Access-Token:${token}\n`),
    clientCert: file('client.pem', cert),
    clientKey: file('client-key.pem', key),
    only: ['HTTP-01', 'HTTP-02', 'AUTH-01', 'AUTH-02', 'AUTH-05', 'IDEM-02', 'CUST-01', 'CUST-09', 'ACCT-01'],
    profile: 'full',
    formats: ['har', 'html', 'junit'],
    out: join(folder, 'run'),
    seed: 1,
  });
});
afterAll(async () => {
  gateway.close();
  await service.close();
});

describe('a target behind a gateway with mutual TLS and headers of its own', () => {
  test('is tested as it would be without', () => {
    const verdicts = run.report.requirements.flatMap(({ id, verdict, checks }) =>
      checks.length > 0 ? [`${id} ${verdict}`] : [],
    );
    expect(verdicts).toEqual([
      ...['HTTP-01 pass', 'AUTH-01 pass', 'AUTH-02 pass', 'AUTH-05 pass', 'IDEM-02 pass'],
      ...['CUST-01 pass', 'CUST-09 fail', 'ACCT-01 pass'],
    ]);
  });

  test('every request shows certificate and headers, those without a key and those of a burst too', () => {
    expect(gateway.seen.length).toBeGreaterThan(40);
    for (const { headers, client } of gateway.seen)
      expect({ ...headers, client }).toMatchObject({ ...wanted, client: 'conformance' });
    expect(gateway.seen.some(({ headers }) => headers['api-key'] === undefined)).toBe(true);
  });

  test('a probe that needs one of these headers for itself is skipped, and says so', () => {
    const checks = run.report.requirements.find(({ id }) => id === 'AUTH-05')?.checks ?? [];
    const skipped = checks.filter(({ verdict }) => verdict === 'skipped');
    expect(skipped.map(({ name }) => name.split(': ')[1])).toContain(
      'the valid key in Authorization, Bearer, and no key in its header',
    );
    for (const { reason } of skipped) expect(reason).toMatch(/reserves the header `(Authorization|X-Access-Token)`/);
    expect(checks.some(({ verdict }) => verdict === 'pass')).toBe(true);
  });

  test('plain HTTP carries none of the headers', () => {
    const { log } = JSON.parse(readFileSync(join(folder, 'run', 'evidence.har'), 'utf8'));
    const named = (entry: { request: { headers: { name: string }[] } }) =>
      entry.request.headers.some(({ name }) => name === 'X-Access-Token');
    const [plain, others] = [true, false].map((isPlain) =>
      log.entries.filter(({ request }: { request: { url: string } }) => request.url.startsWith('http:') === isPlain),
    );
    expect(plain).toHaveLength(1);
    expect(plain.some(named)).toBe(false);
    expect(others.every(named)).toBe(true);
  });

  test('no file contains a value of the headers or the key', () => {
    const names = readdirSync(join(folder, 'run'));
    expect(names).toContain('report.html');
    for (const name of names) {
      const text = readFileSync(join(folder, 'run', name), 'latin1');
      const { authorization } = wanted;
      for (const secret of [token, password, authorization.slice(6), 'PRIVATE KEY'])
        expect(text.includes(secret), `${name}: ${secret}`).toBe(false);
    }
  });

  test('without a certificate nothing is judged, and the reason names the variable', async () => {
    const { apiKey, tenantId } = service.credentials;
    const { baseUrl, ca } = gateway;
    const { report } = await runConformance({
      baseUrl,
      ca,
      apiKey,
      tenantId,
      only: ['ACCT-01'],
      profile: 'single-tenant',
    });
    const row = report.requirements.find(({ id }) => id === 'ACCT-01');
    expect(row?.verdict).toBe('inconclusive');
    expect(row?.reason).toContain('CONFORMANCE_CLIENT_CERT_FILE');
  });
});
