import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Document } from 'openapi-backend';
import { expect, test } from 'vitest';
import { packageRoot } from '../../schemas/package-root.js';
import { startMock } from '../../schemas/testing/openapi-mock.js';
import { withVerdict } from '../cli/testing/command.js';
import { type ConformanceOptions, type Listener, runConformance } from './run-conformance.js';

/**
 * Mock servers, as teams bring them to the gate, and the verdicts that they deserve. A pass that rests on nothing is a
 * defect of the suite as much as a failure that is none.
 */
const keys = {
  apiKey: 'sk_sandbox_T7pWq3zN8vKd2Lx5Rm9c',
  tenantId: 'tnt_8fK2mQ9xL4vB',
  otherApiKey: 'sk_sandbox_B4hYs6cJ1gUe8Fa3Pn5w',
  otherTenantId: 'tnt_3Zr7Hc5Td1Wn',
};

async function verdictsOf(options: ConformanceOptions) {
  const { report } = await runConformance({ ...keys, observe: 'none', seed: 1, ...options });
  const [pass, fail, inconclusive] = ['pass', 'fail', 'inconclusive'].map((verdict) => withVerdict(report, verdict));
  return { pass, fail, inconclusive };
}

/** A mock of a few lines: a store of customers, and accounts by tenant; undefined for a tenant that it refuses. */
function store(accountsOf: (tenant: string) => readonly object[] | undefined, asksForKey = true): Listener {
  return async (request, response) => {
    const answer = (status: number, body: object = {}) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const sent = await text(request);
    const isKnown = [keys.apiKey, keys.otherApiKey].includes(String(request.headers['api-key']));
    if (asksForKey && !isKnown) return answer(401);
    const data = accountsOf(String(request.headers['x-tenant-id']));
    if (request.method !== 'POST') return data ? answer(200, { data }) : answer(403);
    try {
      return answer(201, { id: `cus_${randomUUID()}`, ...JSON.parse(sent) });
    } catch {
      return answer(400);
    }
  };
}

const account = { id: 'acc_91f7c2d05b', iban: 'DE89370400440532013000' };

test('one made of our OpenAPI document knows the forms, and nothing of keys, tenants and writes', async () => {
  const document = readFileSync(new URL('schemas/openapi.json', packageRoot), 'utf8');
  const { server } = await startMock(JSON.parse(document) as Document);
  const verdicts = await verdictsOf({ listener: server });
  server.close();
  server.closeAllConnections();
  // The key is asked for as a header that is there, whatever is in it, nothing included.
  // It returns the first example to everybody: one customer for all keys, one listing for both tenants.
  expect(verdicts.fail).toEqual(['AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04', 'IDEM-04', 'ACCT-02']);
  expect(verdicts.inconclusive).toEqual([
    ...['AUTH-06', 'AUTH-08', 'IDEM-01', 'IDEM-02', 'IDEM-03', 'IDEM-05', 'CUST-23', 'ACCT-03', 'ACCT-04'],
  ]);
  expect(verdicts.pass).toContain('CUST-15');
});

const known = [keys.tenantId, keys.otherTenantId];
const madeUp = { id: 'made up', iban: 'made up' };
const forOne = (tenant: string) => (tenant === keys.tenantId ? [account] : []);
test.each<[what: string, listener: Listener, verdicts: Record<string, string[]>]>([
  ['has no keys', store(() => [account], false), { fail: ['AUTH-02'], inconclusive: ['HTTP-06', 'ACCT-04'] }],
  ['makes a customer of each try', store(() => [account]), { fail: ['IDEM-01'], other: ['IDEM-04'] }],
  ['has no account, whoever asks', store(() => []), { inconclusive: ['ACCT-04'] }],
  ['has no account, and refuses others', store((id) => (known.includes(id) ? [] : undefined)), { pass: ['ACCT-04'] }],
  ['has an account of one tenant alone', store(forOne), { pass: ['ACCT-04'] }],
  ['has made-up words for both', store(() => [madeUp]), { inconclusive: ['ACCT-02', 'ACCT-03', 'ACCT-04'] }],
])('a store that %s', async (_, listener, verdicts) => {
  const { other: __, ...expected } = verdicts;
  const only = Object.values(verdicts).flat();
  expect(await verdictsOf({ listener, only })).toEqual({ pass: [], fail: [], inconclusive: [], ...expected });
});
