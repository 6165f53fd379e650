import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import type { ConformanceOptions } from '../api/run-conformance.js';
import type { Middleware } from '../reference-server/changes.js';
import { type ReferenceServer, startReferenceServer } from '../reference-server/server.js';
import { runAgainst } from '../reference-server/testing/run-against.js';

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer();
});
afterAll(() => server.close());

const row = (report: Report, id: string) => report.requirements.find((one) => one.id === id);
const asked = async (options: ConformanceOptions) => (await runAgainst(server, options)).report;

test.concurrent('every row that a request can teach something about carries an observation', async () => {
  const report = await asked({ observe: 'all' });
  expect(report.summary.verdict).toBe('conformant');
  const open = report.requirements.filter((one) => one.basis === 'not-shown' && one.observation === undefined);
  const ids = open.map(({ id }) => id).filter((id) => !/^(AREA|RES|STATE|EVENT)-/.test(id));
  expect(ids).toEqual(['AUTH-14', 'IDEM-09', 'ERR-05', 'LIMIT-02']);
  const { verdict, observation, sentence } = row(report, 'IDEM-06') ?? {};
  expect([verdict, observation]).toEqual(['pending', { status: 400, became: 'rejected' }]);
  expect(sentence).toMatch(/Idempotency-Key.*400/);
  expect(row(report, 'CUST-16')?.observation).toMatchObject({ required: ['/email', '/first_name', '/last_name'] });
  expect(report.summary.customersCreated).toBeLessThanOrEqual(65);
});

test.concurrent('cheap creates no customer beyond those of the checks, none asks nothing', async () => {
  const [none, cheap] = [await asked({ observe: 'none' }), await asked({ observe: 'cheap' })];
  expect(none.requirements.filter(({ observation }) => observation !== undefined)).toEqual([]);
  expect(row(none, 'HTTP-07')?.reason).toContain('--observe none');
  expect(row(cheap, 'HTTP-07')?.observation).toBeDefined();
  expect(row(cheap, 'CUST-16')?.reason).toContain('--observe all');
  expect(cheap.summary.customersCreated).toBe(none.summary.customersCreated);
  expect(none.summary.customersCreated).toBeLessThanOrEqual(35);
});

test.concurrent('how long the slowest response took', async () => {
  let listings = 0;
  const middleware: Middleware = (honest) => async (request) => {
    listings += request.method === 'GET' ? 1 : 0;
    if (listings === 1) await sleep(10_200);
    return honest(request);
  };
  const slow = await startReferenceServer({ change: { middleware }, https: false });
  const options = { only: ['ACCT-01', 'LIMIT-03'], timeoutMs: 20_000 };
  const longest = async () => row((await runAgainst(slow, options)).report, 'LIMIT-03')?.sentence;
  expect(await longest()).toBe('The slowest response took under 30 s.');
  expect(await longest()).toBe('The slowest response took under 10 s.');
  await slow.close();
});

test.concurrent('beyond the budget of customers nothing is created, and the report lists all that were', async () => {
  const report = await asked({ maxCustomers: 60 });
  const { customersCreated } = report.summary;
  expect(customersCreated).toBeGreaterThan(30);
  expect(customersCreated).toBeLessThanOrEqual(60);
  expect(report.requirements.some(({ reason }) => reason?.includes('--max-customers 60'))).toBe(true);
  expect(report.created).toHaveLength(customersCreated);
  expect(new Set(report.created.flatMap(({ identity }) => identity ?? [])).size).toBe(customersCreated);
});

test.concurrent('large bodies are sent only where LIMIT-02 is named', async () => {
  const report = await asked({ only: ['LIMIT-02'] });
  expect(row(report, 'LIMIT-02')?.observation).toEqual({ acceptedKiB: 1024, refusedKiB: 8192, status: 413 });
});
