import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { freePort, rowOf } from '../cli/testing/command.js';
import { type Listener, serve } from './listener.js';
import { type ConformanceOptions, runConformance } from './run-conformance.js';

const keys = { apiKey: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4', tenantId: 'tnt_8fK2mQ9xL4vB' };
const answer = (response: ServerResponse, status: number, body = '{}', type = 'application/json') =>
  response.writeHead(status, { 'content-type': type }).end(body);
const always =
  (type: string, body: string): Listener =>
  (_, response) =>
    answer(response, 200, body, type);

function withQuota(): Listener {
  let count = 0;
  return ({ method }, response) => {
    count += method === 'POST' ? 1 : 0;
    const [status, body] = count > 4 ? [403, { error: 'quota exceeded' }] : [201, { id: `cus_${count}000` }];
    answer(response, status, JSON.stringify(body));
  };
}
const likeAnyPath = /as an unknown path does.*CONFORMANCE_BASE_URL/;
const ofAnyPath = ['CUST-01', 'CUST-02', 'CUST-09', 'ACCT-01'];

test.concurrent.each<[what: string, listener: Listener, ids: string[], reason: RegExp, only?: string[]]>([
  [
    'rejects the configured key',
    (_, response) => answer(response, 401),
    ['AUTH-01', 'AUTH-04', 'IDEM-01', 'CUST-02', 'ACCT-01'],
    /CONFORMANCE_API_KEY/,
    [],
  ],
  [
    'returns 403 whatever customer is sent',
    ({ headers, method }, response) =>
      answer(response, headers['api-key'] !== keys.apiKey ? 401 : method === 'POST' ? 403 : 200, '{"data":[]}'),
    ['CUST-02'],
    /returned 403 for a valid customer/,
  ],
  ['returns a page for any path', always('text/html', '<!doctype html><title>Welcome 1'), ofAnyPath, likeAnyPath],
  ['returns a note for any path', always('application/json', '{"ok":true}'), ofAnyPath, likeAnyPath],
  ['returns nothing for any path', always('application/json', ''), ofAnyPath, likeAnyPath],
  ['stops accepting customers, and says why', withQuota(), ['CUST-13'], /quota exceeded/],
])('a target decides nothing that %s', async (_, listener, ids, reason, only = ids) => {
  const options = only.length > 0 ? { only } : {};
  const { report, exitStatus } = await runConformance({ listener, ...keys, ...options });
  expect([report.requirements.filter(({ verdict }) => verdict === 'fail'), exitStatus]).toEqual([[], 3]);
  for (const id of ids)
    expect(rowOf(report, id), id).toMatchObject({ verdict: 'inconclusive', reason: expect.stringMatching(reason) });
});

const reasonOf = async (options: ConformanceOptions, id: string) => {
  const { report } = await runConformance({ ...keys, ...options });
  return rowOf(report, id).reason;
};

test('a target that speaks no TLS where the address says so', async () => {
  const plain = await serve((_, response) => response.end(), '/v1/');
  const baseUrl = plain.baseUrl.replace('http:', 'https:');
  expect(await reasonOf({ baseUrl, only: ['AUTH-01'] }, 'AUTH-01')).toMatch(/does not speak TLS.*http:\/\//);
  await plain.close();
});

test('the deadline is the cause of what it ended', async () => {
  const silent = { listener: () => {}, only: ['ACCT-01', 'CUST-01'], deadlineSeconds: 1 };
  for (const id of silent.only) expect(await reasonOf(silent, id)).toContain('--deadline');
});

test('a dead target has no pass, no failure and no observation, whatever its address', async () => {
  const port = await freePort();
  for (const path of ['/v1/', '/']) {
    const only = ['VER', 'HTTP', 'LIMIT', 'CUST-19'];
    const baseUrl = `http://127.0.0.1:${port}${path}`;
    const { report, exitStatus } = await runConformance({ ...keys, only, timeoutMs: 500, observe: 'all', baseUrl });
    const { requests, counts } = report.summary;
    expect([exitStatus, requests, counts.pass, counts.fail]).toEqual([3, 0, 0, 0]);
    expect(rowOf(report, 'HTTP-03').reason).toMatch(/refused/);
    expect(report.requirements.filter(({ observation }) => observation !== undefined)).toEqual([]);
  }
});
