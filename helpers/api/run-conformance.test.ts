import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { validator } from '../../schemas/validate.js';
import { emptyFolder, reportIn, withVerdict } from '../cli/testing/command.js';
import { startReferenceServer } from '../reference-server/server.js';
import type { Listener } from './listener.js';
import { type Conformance, type ConformanceOptions, runConformance, UsageError } from './run-conformance.js';

const failed = ({ report }: Conformance) => withVerdict(report, 'fail');

const server = await startReferenceServer({ fault: 'leap-day-in-any-year', https: false });
afterAll(server.close);
const { apiKey, tenantId } = server.credentials;
const target: ConformanceOptions = { baseUrl: server.baseUrl, apiKey, tenantId };

test('an address gives the report, typed and valid, and leaves the process and the folder as they were', async () => {
  const state = () => ({
    status: process.exitCode,
    env: { ...process.env },
    signals: process.listenerCount('SIGINT'),
    files: readdirSync('.'),
  });
  const before = state();
  const outcome = await runConformance({ ...target, only: ['CUST-09'], seed: 7, operator: 'ada' });
  expect(validator('report')(outcome.report)).toBe(true);
  expect(failed(outcome)).toEqual(['CUST-09']);
  expect(outcome).toMatchObject({ exitStatus: 1, report: { run: { seed: 7, operator: 'ada', complete: true } } });
  expect(outcome).not.toHaveProperty('folder');
  expect(state()).toEqual(before);
});

test('its folder is written where one is asked for, and nothing beside it', async () => {
  const parent = emptyFolder();
  const outcome = await runConformance({ ...target, only: ['AUTH-01'], out: join(parent, 'run'), formats: ['md'] });
  expect(outcome.folder).toBe(join(parent, 'run'));
  expect(readdirSync(parent)).toEqual(['run']);
  const files = ['created.json', 'manifest.json', 'report.json', 'summary.md'];
  expect(readdirSync(join(parent, 'run')).sort()).toEqual(files);
  expect(reportIn(join(parent, 'run'))).toEqual(outcome.report);
});

test('decisions, a customer and a baseline are taken as values', async () => {
  const { report: baseline } = await runConformance({ ...target, only: ['CUST-09'] });
  const [on, expires] = [0, 6e8].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 10)) as [string, string];
  const { report } = await runConformance({
    ...{ ...target, baseline, only: ['CUST-09', 'CUST-19'], customer: { email: 'probe-{fresh}@corp.example' } },
    decisions: [{ id: 'CUST-09', kind: 'waive', by: 'ada', reason: 'Known', on, expires }],
  });
  expect(withVerdict(report, 'waived')).toEqual(['CUST-09']);
  expect(report.run.baseline?.id).toBe(baseline.run.id);
  expect(report.created.every(({ email }) => email.endsWith('@corp.example'))).toBe(true);
});

test('several runs at once, each of its own', async () => {
  const ids = ['AUTH-01', 'AUTH-02', 'CUST-09'];
  const runs = await Promise.all(ids.map((id) => runConformance({ ...target, only: [id] })));
  expect(runs.map(failed)).toEqual([[], [], ['CUST-09']]);
  expect(runs.map(({ report }) => withVerdict(report, 'pass'))).toEqual([['AUTH-01'], ['AUTH-02'], []]);
});

test('a listener, a function or a server, is served for the time of the run', async () => {
  const app: Listener = (request, response) => server.listener.emit('request', request, response);
  const { baseUrl: _, ...keys } = target;
  const ports: number[] = [];
  for (const listener of [app, createServer(app)]) {
    const outcome = await runConformance({ ...keys, listener, only: ['CUST-09', 'VER-01'] });
    expect(failed(outcome)).toEqual(['CUST-09']);
    ports.push(Number(new URL(outcome.report.target.baseUrl).port));
  }
  for (const port of ports) await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

const key = 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4';
const near = 'http://127.0.0.1:9/v1/';
test.each([
  ['a key without an address', { apiKey: key }, /^CONFORMANCE_API_KEY is set, but CONFORMANCE_BASE_URL is not/],
  ['a malformed customer', { customer: { gender: 'F' } }, /names "customer.json", in which gender/],
  ['a function for a flag', { embedded: () => true }, /contains a function/],
  ['certificates that are none', { ca: '-----BEGIN CERTIFICATE-----' }, /^CONFORMANCE_CA_FILE names "ca.pem"/],
  ['a listener and an address', { listener: () => {}, baseUrl: near }, /^listener and baseUrl are both set/],
  ['a decision on nothing', { embedded: true, decisions: [{ id: 'CUST-99' }] }, /decisions/],
])('%s is a usage error', async (_, options, message) => {
  const thrown: unknown = await runConformance(options as ConformanceOptions).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(UsageError);
  expect((thrown as UsageError).message).toMatch(message);
  expect((thrown as UsageError).message).not.toContain(key);
});
