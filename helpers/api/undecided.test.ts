import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { serve } from './listener.js';
import { type ConformanceOptions, runConformance } from './run-conformance.js';

const keys = { apiKey: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4', tenantId: 'tnt_8fK2mQ9xL4vB' };

/** What a run says of a target that decides nothing: no requirement fails, and its exit status would be 3. */
async function undecided(listener: RequestListener, options: ConformanceOptions = {}): Promise<Report> {
  const { report, exitStatus } = await runConformance({ listener, ...keys, ...options });
  expect(report.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(exitStatus).toBe(3);
  return report;
}

describe.concurrent('a target that decides nothing', () => {
  test('rejects the configured key', async () => {
    const report = await undecided((_, response) =>
      response.writeHead(401, { 'content-type': 'application/json' }).end('{}'),
    );
    for (const id of ['AUTH-01', 'AUTH-04', 'IDEM-01', 'CUST-02', 'ACCT-01'])
      expect(
        report.requirements.find((one) => one.id === id),
        id,
      ).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('CONFORMANCE_API_KEY') });
  });

  test('returns 403 whatever customer is sent', async () => {
    const report = await undecided(
      ({ headers, method }, response) => {
        const isKnown = headers['api-key'] === keys.apiKey;
        const status = method === 'POST' ? 403 : 200;
        response.writeHead(isKnown ? status : 401, { 'content-type': 'application/json' }).end('{"data":[]}');
      },
      { only: ['CUST-02'] },
    );
    const reason = report.requirements.find(({ id }) => id === 'CUST-02')?.reason;
    expect(reason).toMatch(/403 .*CONFORMANCE_TENANT_ID.*CONFORMANCE_API_KEY/);
    expect(reason).not.toContain('CONFORMANCE_CUSTOMER');
  });

  test.each([
    ['a page', 'text/html', '<!doctype html><title>Welcome 1</title>'],
    ['a note', 'application/json', '{"ok":true}'],
    ['nothing', 'application/json', ''],
  ])('returns %s for any path', async (_, type, body) => {
    const report = await undecided((_, response) => response.writeHead(200, { 'content-type': type }).end(body), {
      only: ['CUST-01', 'CUST-02', 'CUST-09', 'ACCT-01'],
    });
    const reasons = report.requirements.filter(({ verdict }) => verdict === 'inconclusive').map(({ reason }) => reason);
    expect(reasons).toHaveLength(4);
    for (const reason of reasons) expect(reason).toMatch(/the same as an unknown path.*CONFORMANCE_BASE_URL/);
  });

  test('stops accepting customers: its words about it are quoted', async () => {
    let count = 0;
    const report = await undecided(
      ({ method }, response) => {
        count += method === 'POST' ? 1 : 0;
        const [status, body] = count > 4 ? [403, { error: 'quota exceeded' }] : [201, { id: `cus_${count}000` }];
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      },
      { only: ['CUST-13'] },
    );
    expect(report.requirements.find(({ id }) => id === 'CUST-13')?.reason).toContain('quota exceeded');
  });

  test('speaks no TLS where the address says so', async () => {
    const plain = await serve((_, response) => response.end(), '/v1/');
    const baseUrl = plain.baseUrl.replace('http:', 'https:');
    const https = await runConformance({ baseUrl, ...keys, only: ['AUTH-01'] });
    await plain.close();
    const reason = https.report.requirements.find(({ id }) => id === 'AUTH-01')?.reason;
    expect(reason).toMatch(/does not speak TLS.*http:\/\//);
  });
});
