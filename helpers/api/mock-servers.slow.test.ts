import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Document } from 'openapi-backend';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../schemas/package-root.js';
import { startMock } from '../../schemas/testing/openapi-mock.js';
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

async function verdictsOf(options: ConformanceOptions): Promise<Record<string, string[]>> {
  const { report } = await runConformance({ ...keys, observe: 'none', seed: 1, ...options });
  const verdicts: Record<string, string[]> = { pass: [], fail: [], inconclusive: [] };
  for (const { id, verdict } of report.requirements) verdicts[verdict]?.push(id);
  return verdicts;
}

/** A mock of a few lines: a store of customers, and accounts by tenant; undefined for a tenant that it refuses. */
function store(accountsOf: (tenant: string) => readonly object[] | undefined, asksForKey = true): Listener {
  const answer = (status: number, body: object) => ({ status, body });
  const customer = (text: string) => {
    try {
      return answer(201, { id: `cus_${randomUUID()}`, ...JSON.parse(text) });
    } catch {
      return answer(400, {});
    }
  };
  return async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const isKnown = [keys.apiKey, keys.otherApiKey].includes(String(request.headers['api-key']));
    const data = accountsOf(String(request.headers['x-tenant-id']));
    const made = () => {
      if (asksForKey && !isKnown) return answer(401, {});
      if (request.method === 'POST') return customer(Buffer.concat(chunks).toString());
      return data ? answer(200, { data }) : answer(403, {});
    };
    const { status, body } = made();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

const account = { id: 'acc_91f7c2d05b', iban: 'DE89370400440532013000' };

describe('the verdicts that a mock deserves', { timeout: 120_000 }, () => {
  test('one made of our OpenAPI document: it knows the forms, and nothing of keys, tenants and writes', async () => {
    const text = readFileSync(new URL('schemas/openapi.json', packageRoot), 'utf8');
    const { server } = await startMock(JSON.parse(text) as Document);
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

  test('a store without keys: that the header is read in any spelling is not known', async () => {
    const listener = store(() => [account], false);
    const verdicts = await verdictsOf({ listener, only: ['HTTP-06', 'AUTH-02', 'ACCT-04'] });
    expect(verdicts).toEqual({ pass: [], fail: ['AUTH-02'], inconclusive: ['HTTP-06', 'ACCT-04'] });
  });

  test('a store that makes a customer of each try: whether keys are distinguished is not known', async () => {
    const verdicts = await verdictsOf({ listener: store(() => [account]), only: ['IDEM-01', 'IDEM-04'] });
    expect(verdicts).toEqual({ pass: [], fail: ['IDEM-01'], inconclusive: [] });
  });

  test('no tenant has an account: what an id that names none opens is not known, unless it is refused', async () => {
    const only = ['ACCT-04'];
    const known = [keys.tenantId, keys.otherTenantId];
    const open = store(() => []);
    expect(await verdictsOf({ listener: open, only })).toEqual({ pass: [], fail: [], inconclusive: only });
    const shut = store((tenant) => (known.includes(tenant) ? [] : undefined));
    expect(await verdictsOf({ listener: shut, only })).toEqual({ pass: only, fail: [], inconclusive: [] });
    const one = store((tenant) => (tenant === keys.tenantId ? [account] : []));
    expect(await verdictsOf({ listener: one, only })).toEqual({ pass: only, fail: [], inconclusive: [] });
  });

  test('both tenants have one account of made-up words: whose it is is not known', async () => {
    const listener = store(() => [{ id: 'made up', iban: 'made up' }]);
    const only = ['ACCT-02', 'ACCT-03', 'ACCT-04'];
    expect(await verdictsOf({ listener, only })).toEqual({ pass: [], fail: [], inconclusive: only });
  });
});
